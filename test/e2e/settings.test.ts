/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on the developer's machine, never inside n8n */
import { createServer as createTlsServer, type Server } from 'node:https';
import { connect, createServer, type AddressInfo } from 'node:net';
import { HOST_VERSIONS, itemsOf, type Run } from '../../host';
import { items, manualTrigger, smsGateway, workflow } from '../../host/workflow';
import { selfSigned } from '../support/certificate';
import { bulkSend, failureOf, hintsOf, NODE, reasonsOf } from './support/campaign';
import { serveN8n, type ServedN8n } from './support/served';

const PEOPLE = ['+33612345678', '+33612345679', '+33612345670'].map((phone) => ({ phone }));

/** Listens on a port of this machine's choosing. */
async function listen(server: { listen(port: number, host: string, then: () => void): unknown }) {
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return ((server as unknown as Server).address() as AddressInfo).port;
}

describe.each(HOST_VERSIONS)('what is set for all items, in n8n %s', (version) => {
	let n8n: ServedN8n;
	const closing: Array<{ close(): unknown }> = [];
	const respond = { connect: 502, service: 200 };

	beforeAll(async () => {
		const service = createTlsServer(selfSigned('sms.test'), (request, response) => {
			request.resume();
			request.on('end', () => response.writeHead(respond.service).end('{"status":"success"}'));
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
		const saved = (id: string, data: object) => ({
			id,
			name: id,
			type: 'smsGatewayApi',
			data: { accessToken: 'token', allowInsecureHttp: false, ...data },
		});
		n8n = await serveN8n({
			version,
			env: {
				HTTPS_PROXY: `http://127.0.0.1:${await listen(proxy)}`,
				NODE_TLS_REJECT_UNAUTHORIZED: '0',
			},
			credentials: ({ baseUrl, token }) => [
				saved('tenants', { baseUrl, accessToken: `={{ $json.token ?? '${token}' }}` }),
				saved('refused', { baseUrl: 'https://sms.refused/api/v1' }),
				saved('tunnel', { baseUrl: 'https://sms.test/api/v1' }),
			],
		});
	});
	beforeEach(() => n8n.sandbox.reset());
	afterAll(async () => {
		await n8n?.close();
		for (const one of closing) one.close();
	});

	const run = async (list: object[], parameters: object, node: object = {}): Promise<Run> =>
		await n8n.run(
			workflow('settings', [
				manualTrigger(),
				items(list),
				smsGateway({ ...bulkSend(), ...parameters }, { ...node }),
			]),
		);
	const using = (id: string) => ({
		credentials: { smsGatewayApi: { id, name: id } },
		onError: 'continueRegularOutput',
	});

	it('reads dates, by the luxon that n8n has', async () => {
		const list = PEOPLE.map((person, index) => ({
			...person,
			until: ['2020-01-01', '2120-01-01 18:00 Africa/Porto-Novo', '20261121'][index],
		}));
		const safeguards = { doNotSendAfter: '={{ $json.until }}' };
		const executed = await run(list, { safeguards }, { onError: 'continueRegularOutput' });
		expect(reasonsOf(executed)).toStrictEqual(['expired', 'accepted', 'invalidParameter']);
	});

	// This n8n 1 finds nothing for $('Items'), in its own nodes neither.
	if (!version.startsWith('1.')) {
		it('excludes all numbers of another node, or nobody gets anything', async () => {
			const once = { executeOnce: true };
			const excluding = (list: string) => ({ safeguards: { excludedRecipients: `=${list}` } });
			const failed = await run(PEOPLE, excluding("{{ $('Items').item.json.phone }}"), once);
			const toPaste = "{{ $('Items').all().map((item) => item.json.phone) }}";
			expect(failureOf(failed)!.message).toContain(toPaste);

			const executed = await run(PEOPLE, excluding(toPaste), once);
			expect(itemsOf(executed, NODE)).toMatchObject([{ json: { reason: 'excluded' } }]);
			expect(hintsOf(executed)).toContain('Execute Once');
			expect(n8n.sandbox.requests()).toStrictEqual([]);
		});
	}

	it("sends nothing with one tenant's token for another", async () => {
		const list = PEOPLE.map((person, index) => ({ ...person, ...(index === 2 && { token: 'b' }) }));
		await run(list, {}, using('tenants'));
		expect(n8n.sandbox.requests()).toStrictEqual([]);
		await run(PEOPLE, {}, using('tenants'));
		expect(n8n.sandbox.messages()).toHaveLength(3);
	});

	it.each([302, 407, 502])('takes HTTP %d of a proxy for a proxy that refuses', async (status) => {
		respond.connect = status;
		expect(reasonsOf(await run(PEOPLE, {}, using('refused')))).toStrictEqual(
			PEOPLE.map(() => 'proxyRefused'),
		);
	});

	it.each([
		[200, 'accepted'],
		[400, 'refusedByService'],
		[502, 'serverError'],
	])('takes HTTP %d of the service behind a proxy for the service', async (status, reason) => {
		respond.service = status;
		expect(reasonsOf(await run(PEOPLE.slice(1), {}, using('tunnel')))).toStrictEqual([
			reason,
			reason,
		]);
	});
});
