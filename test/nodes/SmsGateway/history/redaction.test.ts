import { createEngine } from '../../../support/engine';
import { gateway } from '../../../support/gateway';
import { accepted, all, bulkSend, people, phones, refusal, send } from '../run';

const reply = { body: { status: 'success', message: 'Queued for Ada Lovelace' } };
const run = (redactionPolicy: 'all' | 'none' | 'non-manual' | 'manual-only') =>
	bulkSend({
		items: people(3),
		options: { batchSize: 1, concurrency: 1 },
		settings: { redactionPolicy },
	});

it.each(['all', 'non-manual', 'manual-only'] as const)(
	'keeps neither numbers nor words of the service where execution data is redacted: %s',
	async (policy) => {
		const service = gateway().bulk([reply, { status: 400 }, reply, reply]);
		const failed = await run(policy);
		const kept = JSON.stringify(failed.executionData.executionData!.contextData);

		expect(failed.status).toBe('error');
		for (const phone of phones(3)) expect(kept).not.toContain(phone);
		expect(kept).not.toContain('Ada');

		const retried = await (await createEngine()).retry(failed);
		expect(service.recipients).toStrictEqual([...phones(2), ...phones(3).slice(1)]);
		expect(all(retried, 'status')).toStrictEqual(['accepted', 'accepted', 'accepted']);
		expect(all(retried, 'replayed')).toStrictEqual([true, false, false]);
		expect(retried.items[0]!.json.explanation).toContain('redacts execution data');
		expect(retried.items[0]!.json.response).toBeNull();
	},
);

it('hashes each number with a salt of its execution', async () => {
	const keptOf = async () => {
		gateway().bulk([reply, { status: 400 }]);
		return JSON.stringify((await run('all')).nodeContext);
	};
	const [first, second] = [await keptOf(), await keptOf()];

	expect(first.length).toBe(second.length);
	expect(first).not.toBe(second);
});

it('keeps both where it is not', async () => {
	gateway().bulk([reply, { status: 400 }]);
	const { nodeContext } = await run('none');

	expect(JSON.stringify(nodeContext)).toContain(phones(1)[0]!);
	expect(JSON.stringify(nodeContext)).toContain('Ada');
});

it.each([
	['none', 'all'],
	['all', 'none'],
] as const)(
	'sends nothing again that a turn left unknown, where a Retry redacts otherwise: %s, then %s',
	async (before, after) => {
		gateway().send(refusal('Busy'));
		const failed = await send({
			items: people(1),
			parameters: { recipient: '={{ $json.phone ?? $json.details.recipient }}' },
			// Too long for keys, which would prevent it too.
			options: { timeout: 61 },
			settings: { redactionPolicy: before },
			again: { output: 1, times: 2 },
		});
		const workflow = structuredClone(failed.workflow);
		workflow.settings!.redactionPolicy = after;
		const node = workflow.nodes.find(({ name }) => name === failed.nodeName)!;
		node.onError = 'continueErrorOutput';
		failed.executionData.executionData!.nodeExecutionStack[0]!.node = node;

		const service = gateway().send([refusal('Busy'), { status: 500 }, accepted]);
		await (await createEngine()).retry({ ...failed, workflow });
		expect(service.requests).toHaveLength(2);
	},
);
