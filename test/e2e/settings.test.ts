/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on the developer's machine, never inside n8n */
import { createServer as createTlsServer, type Server } from 'node:https';
import { connect, createServer, type AddressInfo } from 'node:net';
import { HOST_VERSIONS, itemsOf, type RestClient, type Run } from '../../host';
import { selfSigned } from '../support/certificate';
import { items, manualTrigger, smsGateway, workflow } from '../../host/workflow';
import { NODE } from './support/campaign';
import { createRealN8n, type RealN8n } from './support/real-n8n';
import { onceEach, textsOf } from './support/served';

const FIRST = '33612345678';

/** Listens on a port of this machine's choosing. */
async function listen(server: { listen(port: number, host: string, then: () => void): unknown }) {
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return ((server as unknown as Server).address() as AddressInfo).port;
}

describe.each(HOST_VERSIONS)('what holds for all items, in n8n %s', (version) => {
	let n8n: RealN8n;
	let rest: RestClient;
	const closing: Array<{ close(): unknown }> = [];
	const respond = { connect: 502, service: 200 };
	let served = 0;

	beforeAll(async () => {
		const service = createTlsServer(selfSigned('sms.test'), (request, response) => {
			request.resume();
			request.on('end', () => {
				served++;
				response.writeHead(respond.service).end('{"status":"success"}');
			});
		});
		const port = await listen(service);
		const proxy = createServer((socket) => {
			socket.on('error', () => {});
			socket.once('data', (asked) => {
				if (!String(asked).startsWith('CONNECT sms.test')) {
					socket.end(`HTTP/1.1 ${respond.connect} No\r\nContent-Length: 2\r\n\r\nNo`);
					return;
				}
				const way = connect(port, '127.0.0.1').on('error', () => {});
				socket.write('HTTP/1.1 200 OK\r\n\r\n');
				socket.pipe(way).pipe(socket);
			});
		});
		closing.push(service, proxy);
		const address = `http://127.0.0.1:${await listen(proxy)}`;
		const env = { HTTPS_PROXY: address, NODE_TLS_REJECT_UNAUTHORIZED: '0' };
		n8n = await createRealN8n({ workflows: [], version, env });
		const { baseUrl, token } = n8n.sandbox;
		const saved = (id: string, data: object) => ({
			id,
			name: id,
			type: 'smsGatewayApi',
			data: { accessToken: token, allowInsecureHttp: false, ...data },
		});
		await n8n.instance.importCredentials([
			saved('tenants', { baseUrl, accessToken: `={{ $json.token ?? '${token}' }}` }),
			saved('refused', { baseUrl: 'https://sms.refused/api/v1' }),
			saved('tunnel', { baseUrl: 'https://sms.test/api/v1' }),
		]);
		await n8n.instance.start();
		rest = await n8n.instance.setupOwner();
	});
	beforeEach(() => n8n.sandbox.reset());
	afterAll(async () => {
		await n8n?.close();
		for (const one of closing) one.close();
	});

	async function run(list: object[], parameters: object, node: object = {}): Promise<Run> {
		const saved = workflow('settings', [
			manualTrigger(),
			items(list),
			smsGateway(
				{
					operation: 'bulkSend',
					senderId: 'SHOP',
					recipients: '={{ $json.phone }}',
					message: 'Open on Saturday.',
					...parameters,
				},
				{ ...node },
			),
		]);
		const id = await rest.createWorkflow(saved);
		return await rest.waitForExecution(await rest.runWorkflow(id));
	}
	const errorOf = ({ data }: Run) => data.resultData.error!.message;
	const using = (id: string) => ({ credentials: { smsGatewayApi: { id, name: id } } });

	it('reads each number by the country of its row', async () => {
		await run(
			[
				{ phone: '06 12 34 56 78', country: 'FR' },
				{ phone: '06 12 34 56 78', country: 'MA' },
			],
			{ options: { defaultCountry: '={{ $json.country }}' } },
		);
		expect(textsOf(n8n.sandbox)).toStrictEqual(onceEach([FIRST, '212612345678']));
	});

	const people = ['+33612345678', '+33612345679', '+33612345670'].map((phone) => ({ phone }));

	it.each([
		[
			'={{ $json.max }}',
			"'Safeguards > Max SMS per Execution' applies to all items, but the 3rd item gives another value",
		],
		[
			'={{ $itemIndex + 3 }}',
			"'Safeguards > Max SMS per Execution' applies to all items, but the 2nd item",
		],
	])('sends nothing where Max SMS is %s', async (maxSms, sentence) => {
		const list = people.map((person, index) => ({ ...person, max: [9, 9, 5][index] }));
		expect(errorOf(await run(list, { safeguards: { maxSms } }))).toContain(sentence);
		expect(n8n.sandbox.requests()).toStrictEqual([]);
	});

	// This n8n 1 finds nothing for $('Items'), in its own nodes neither.
	const inNewer = version.startsWith('1.') ? () => {} : it;

	it('sends where it is a time, which does not depend on the item', async () => {
		await run(people, { safeguards: { maxSms: '={{ 100 + $now.millisecond }}' } });
		expect(n8n.sandbox.messages()).toHaveLength(3);
	});

	inNewer('sends where it is of the first item of a node', async () => {
		const list = people.map((person, index) => ({ ...person, max: 9 - index }));
		await run(list, { safeguards: { maxSms: "={{ $('Items').first().json.max }}" } });
		expect(n8n.sandbox.messages()).toHaveLength(3);
	});

	it('reads dates, by the luxon that n8n has', async () => {
		const list = people.map((person, index) => ({
			...person,
			until: ['2020-01-01', '2120-01-01 18:00 Africa/Porto-Novo', '20261121'][index],
		}));
		const safeguards = { doNotSendAfter: '={{ $json.until }}' };
		const executed = await run(list, { safeguards }, { onError: 'continueRegularOutput' });
		expect(itemsOf(executed, NODE).map(({ json }) => json.reason)).toStrictEqual([
			'expired',
			'accepted',
			'invalidParameter',
		]);
	});

	inNewer('excludes all numbers of another node, or nobody gets anything', async () => {
		const once = { executeOnce: true };
		const excluded = "{{ $('Items').item.json.phone }}";
		const toPaste = "{{ $('Items').all().map((item) => item.json.phone) }}";
		const excluding = (list: string) => ({ safeguards: { excludedRecipients: `=${list}` } });
		expect(errorOf(await run(people, excluding(excluded), once))).toBe(
			`'Safeguards > Excluded Recipients' has ${excluded}, which gives one number at a time, and the items here do not have all of them. Write ${toPaste} instead.`,
		);

		const executed = await run(people, excluding(toPaste), once);
		expect(itemsOf(executed, NODE)).toMatchObject([{ json: { reason: 'excluded' } }]);
		expect(JSON.stringify(executed.data.resultData.runData[NODE]![0]!.hints)).toContain(
			"'Execute Once' is on: only the first of 3 items was used.",
		);
		expect(n8n.sandbox.requests()).toStrictEqual([]);
	});

	it("sends nothing with one tenant's token for another", async () => {
		const list = people.map((person, index) => ({ ...person, ...(index === 2 && { token: 'b' }) }));
		expect(errorOf(await run(list, {}, using('tenants')))).toContain(
			"'Access Token' in the credential gives another value for the 3rd item than for the 1st.",
		);
		expect(n8n.sandbox.requests()).toStrictEqual([]);
		await run(people, {}, using('tenants'));
		expect(n8n.sandbox.messages()).toHaveLength(3);
	});

	it.each([302, 403, 407, 502, 503])(
		'takes HTTP %d of a proxy for a proxy that refuses',
		async (status) => {
			respond.connect = status;
			const settings = { ...using('refused'), onError: 'continueRegularOutput' };
			const executed = await run(people, {}, settings);
			expect(itemsOf(executed, NODE).map(({ json }) => [json.status, json.reason])).toStrictEqual(
				people.map(() => ['notSent', 'proxyRefused']),
			);
		},
	);

	it.each([
		[200, 'accepted'],
		[400, 'rejected'],
		[502, 'unknown'],
	])('takes HTTP %d of the service behind a proxy for the service', async (status, outcome) => {
		respond.service = status;
		served = 0;
		const settings = { ...using('tunnel'), onError: 'continueRegularOutput' };
		const executed = await run(people.slice(1), {}, settings);
		expect(itemsOf(executed, NODE).map(({ json }) => json.status)).toStrictEqual([
			outcome,
			outcome,
		]);
		expect(served).toBeGreaterThan(0);
	});
});
