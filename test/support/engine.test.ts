import type { IDataObject, IExecuteFunctions, INodeType } from 'n8n-workflow';
import { defaultCredentials } from './credentials';
import { createEngine } from './engine';
import type { Engine, RunOptions } from './engine';
import { gateway, takeUnexpected } from './gateway';
import { stubNodes } from '../engine-kit/stub-nodes';

/** Sends one request per item and remembers, per run index, what was sent. */
const probe: INodeType = {
	description: {
		...stubNodes['stub.noOp']!.description,
		credentials: [{ name: 'smsGatewayApi', required: true }],
		properties: [
			{ displayName: 'To', name: 'to', type: 'string', default: '' },
			{ displayName: 'Key', name: 'key', type: 'string', default: '' },
		],
	},
	async execute(this: IExecuteFunctions) {
		const turn = String(this.getWorkflowDataProxy(0).$runIndex);
		const context = this.getContext('node') as Record<string, string[]>;
		const sent = (context[turn] ??= []);
		const { baseUrl } = await this.getCredentials<typeof defaultCredentials>('smsGatewayApi');
		const results: IDataObject[] = [];
		for (const index of this.getInputData().keys()) {
			const to = this.getNodeParameter('to', index) as string;
			const key = this.getNodeParameter('key', index) as string;
			const checked =
				key !== '' &&
				(await this.helpers.checkProcessedAndRecord([key], 'node', {
					mode: 'entries',
					maxEntries: 2,
				}));
			if (sent.includes(to) || (checked && checked.new.length === 0)) {
				results.push({ to, known: true });
				continue;
			}
			const reply = (await this.helpers.httpRequestWithAuthentication.call(this, 'smsGatewayApi', {
				method: 'POST',
				url: `${baseUrl}/sms/send`,
				body: { recipient: to },
				returnFullResponse: true,
				ignoreHttpStatusErrors: true,
			})) as { statusCode: number };
			if (reply.statusCode === 200) sent.push(to);
			else if (this.getNode().onError === 'continueErrorOutput') {
				results.push({ error: 'refused' });
				continue;
			} else throw new Error(`refused with ${reply.statusCode}`);
			results.push({ to });
		}
		return [results.map((json, item) => ({ json, pairedItem: { item } }))];
	},
};

const people = [{ phone: '1' }, { phone: '2' }, { phone: '3' }];
const accepted = { body: { status: 'success' } };
const refused = { status: 500 };

let engine: Engine;
const run = (options: Partial<RunOptions> = {}) =>
	engine.run({
		items: people,
		...options,
		parameters: { to: '={{ $json.phone }}', ...options.parameters },
		node: { type: 'stub.probe', ...options.node },
	});

beforeAll(async () => {
	stubNodes['stub.probe'] = probe;
	engine = await createEngine();
});

beforeEach(() => engine.deduplicator.reset());

describe('a run', () => {
	it('evaluates expressions per item and hands out items with their lineage', async () => {
		const service = gateway().send(accepted);
		const { items, status } = await run();

		expect(status).toBe('success');
		expect(items.map(({ json }) => json.to)).toEqual(['1', '2', '3']);
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual([0, 1, 2].map((item) => ({ item })));
		expect(service.recipients).toEqual(['1', '2', '3']);
	});

	it('authenticates as the credential says', async () => {
		const service = gateway().send(accepted);
		const before = engine.credentials.calls.authenticate;
		await run();

		expect(service.requests[0]!.headers.authorization).toBe(
			`Bearer ${defaultCredentials.accessToken}`,
		);
		expect(engine.credentials.calls.authenticate - before).toBe(3);
	});

	it('reports what stopped it', async () => {
		gateway().send([accepted, refused]);
		const { error, items, status } = await run();

		expect(status).toBe('error');
		expect(error?.message).toBe('refused with 500');
		expect(items).toEqual([]);
	});

	it('splits the error output off and merges the input into it', async () => {
		gateway().send([accepted, refused, accepted]);
		const { errorItems, items } = await run({ onError: 'continueErrorOutput' });

		expect(items.map(({ json }) => json.to)).toEqual(['1', '3']);
		expect(errorItems.map(({ json }) => json)).toEqual([{ phone: '2', error: 'refused' }]);
	});
});

describe('the context of the node', () => {
	it('is not there in a new execution', async () => {
		const service = gateway().send(accepted);
		await run();
		await run();

		expect(service.requests).toHaveLength(6);
	});

	it('is shared by the turns of a loop, which differ in their run index', async () => {
		gateway().send(accepted);
		const { nodeContext, turns } = await run({ loop: { batchSize: 2 } });

		expect(turns.map((items) => items.length)).toEqual([2, 1]);
		expect(nodeContext).toEqual({ 0: ['1', '2'], 1: ['3'] });
	});
});

it('retries with a corrected credential', async () => {
	const service = gateway().send([refused, accepted, accepted, accepted]);
	const failed = await run();
	const credentials = { ...defaultCredentials, accessToken: 'corrected' };
	await engine.retry(failed, { credentials });

	expect(service.requests[1]!.headers.authorization).toBe('Bearer corrected');
});

it('cancels a node at work, and saves the execution as it was then', async () => {
	const stop = new AbortController();
	const service = gateway().send([accepted, { hang: true }]);
	const running = run({ signal: stop.signal });
	await service.arrived(2);
	stop.abort();
	const { executionData, status } = await running;

	expect(status).toBe('canceled');
	expect(executionData.executionData?.contextData).toEqual({ 'node:SMS Gateway': { 0: ['1'] } });
});

describe('deduplication', () => {
	const keyed = { parameters: { key: '={{ $json.phone }}' } };

	it('lasts across executions, per node and workflow', async () => {
		const service = gateway().send(accepted);
		await run({ ...keyed, items: people.slice(0, 2) });
		await run({ ...keyed, items: people.slice(0, 2) });
		await run({ ...keyed, items: people.slice(0, 1), workflowId: 'another' });
		await run({ ...keyed, items: people.slice(0, 1), node: { id: 'another' } });

		expect(service.recipients).toEqual(['1', '2', '1', '1']);
		expect(engine.deduplicator.size).toBe(4);
	});

	it('forgets the oldest beyond maxEntries', async () => {
		gateway().send(accepted);
		await run(keyed);

		expect(['1', '2', '3'].map((key) => engine.deduplicator.has(key))).toEqual([false, true, true]);
	});

	it('loses what is recorded at the same time, as a table that is read and then written does', async () => {
		const context = { workflow: { id: 'workflow-1', active: true } };
		const record = (value: string) =>
			engine.deduplicator.checkProcessedAndRecord([value], 'workflow', context, {
				mode: 'entries',
			});
		await record('first');
		await Promise.all([record('second'), record('third')]);

		expect(['first', 'second', 'third'].map((value) => engine.deduplicator.has(value))).toEqual([
			true,
			false,
			true,
		]);
	});

	it('goes on from a crash', async () => {
		const { deduplicator } = engine;
		let crashed = deduplicator.snapshot();
		const service = gateway().send(() => {
			crashed = deduplicator.snapshot();
			return accepted;
		});
		await run({ ...keyed, items: people.slice(0, 1) });
		deduplicator.reset();
		deduplicator.restore(crashed);
		await run({ ...keyed, items: people.slice(0, 1) });

		expect(service.recipients).toEqual(['1']);
	});
});

it('lists what was asked and not expected', async () => {
	gateway().send([accepted]);
	const { error } = await run();

	expect(takeUnexpected()).toEqual(['POST /api/v1/sms/send {"recipient":"2"}']);
	expect(error).toBeDefined();
});
