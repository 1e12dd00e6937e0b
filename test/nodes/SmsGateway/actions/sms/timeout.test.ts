import { now } from '../../../../support/instant-clock';
import { createEngine } from '../../../../support/engine';
import { gateway } from '../../../../support/gateway';
import { keysIn, sent } from '../../keys/marks';
import { accepted, all, people, waysToSend } from '../../run';

const CONTEXT = { workflow: { id: 'workflow-1' }, node: { id: 'smsGateway-id' } } as never;

describe.each(waysToSend)('%s', (route, run) => {
	it.each([1, 30])('ends a request after a Timeout of %d s', async (timeout) => {
		const limits = jest.spyOn(AbortSignal, 'timeout');
		gateway()[route](accepted);
		await run({ items: people(1), options: { timeout } });
		expect(limits.mock.calls).toStrictEqual([[timeout * 1_000]]);
		limits.mockRestore();
	});

	it.each([1, 30])(
		'waits for the claim of an execution that has died for a Timeout of %d s and 10 s more',
		async (timeout) => {
			const { deduplicator } = await createEngine();
			const given = {
				items: people(1),
				safeguards: { deduplicationKey: 'sale' },
				options: { timeout },
				onError: 'continueRegularOutput',
			} as const;
			gateway()[route](accepted);
			await run(given);
			const marks = deduplicator.calls.flatMap(({ values }) => values);
			await deduplicator.removeProcessed(keysIn(marks, sent).map(sent), 'node', CONTEXT);
			const began = now();
			expect(all(await run(given), 'reason')).toStrictEqual(['interrupted']);
			const seconds = (now() - began) / 1_000;
			expect(seconds).toBeGreaterThanOrEqual(timeout + 10);
			expect(seconds).toBeLessThan(timeout + 20);
		},
	);
});
