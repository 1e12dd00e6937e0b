/* eslint-disable @n8n/community-nodes/no-restricted-globals -- runs on the developer's machine, never inside n8n */
import { answer, startFaultServer, type FaultServer } from '../../fault-server/server';
import { createEngine, type Engine, type RunOptions } from '../engine';

let engine: Engine;
let shop: FaultServer | undefined;

beforeAll(async () => {
	engine = await createEngine(__dirname);
});
afterEach(async () => await shop?.close());

const ok = answer(200, '{}');
const things = ['pen', 'ink', 'cup'].map((thing) => ({ thing }));

/** A shop that takes every order, but says so only to those that it does not lose. */
async function open(loses: (thing: string) => boolean = () => false): Promise<Partial<RunOptions>> {
	shop = await startFaultServer({
		received({ body }, socket, work) {
			const { thing } = JSON.parse(body) as { thing: string };
			if (loses(thing)) return void socket.destroy();
			work();
			socket.end(ok);
		},
	});
	return {
		credentials: { ordersApi: { baseUrl: `http://127.0.0.1:${shop.port}`, key: 'secret' } },
	};
}

const once = (name: string) => {
	let before = false;
	return (thing: string) => thing === name && !before && (before = true);
};

const order = { type: 'orders', items: things, parameters: { thing: '={{ $json.thing }}' } };
const done = () => shop!.done.map(({ body }) => (JSON.parse(body) as { thing: string }).thing);

it('orders one thing per item, with the key of the credential', async () => {
	const { items, status } = await engine.run({ ...order, ...(await open()) });

	expect(status).toBe('success');
	expect(items.map(({ json }) => json.thing)).toStrictEqual(['pen', 'ink', 'cup']);
	expect(shop!.requests[0]).toMatchObject({ path: '/orders', headers: { 'x-key': 'secret' } });
});

it('orders nothing twice under Retry On Fail', async () => {
	const { status } = await engine.run({
		...order,
		...(await open(once('ink'))),
		retryOnFail: true,
	});

	expect(status).toBe('success');
	expect(done()).toStrictEqual(['pen', 'ink', 'cup']);
});

it('orders the rest in Executions > Retry', async () => {
	const failed = await engine.run({ ...order, ...(await open(once('ink'))) });
	expect(failed.error?.name).toBe('NodeOperationError');
	const { status } = await engine.retry(failed);

	expect(status).toBe('success');
	expect(done()).toStrictEqual(['pen', 'ink', 'cup']);
});

it('can be stopped while it waits for the shop', async () => {
	const stop = new AbortController();
	const account = await open((thing) => {
		if (thing === 'ink') stop.abort();
		return thing === 'ink';
	});
	const { status } = await engine.run({ ...order, ...account, signal: stop.signal });

	expect(status).toBe('canceled');
	expect(done()).toStrictEqual(['pen']);
});

it('begins anew where its parent retries the sub-workflow', async () => {
	const options = { ...order, ...(await open(once('ink'))) };
	const { status, children } = await engine.runInSubWorkflow(options, { retryOnFail: true });

	expect([status, children.map((child) => child.status)]).toStrictEqual([
		'success',
		['error', 'success'],
	]);
	expect(done()).toStrictEqual(['pen', 'pen', 'ink', 'cup']);
});

it('is a tool of an agent', async () => {
	const { replies } = await engine.useAsTool(
		{ ...order, ...(await open(once('cup'))), parameters: { thing: "={{ $fromAI('thing') }}" } },
		[{ thing: 'pen' }, { thing: 'cup' }],
	);

	expect(JSON.parse(replies[0]!)).toStrictEqual([{ thing: 'pen', ordered: true }]);
	expect(replies[1]).toMatch(/socket hang up|connection/i);
});
