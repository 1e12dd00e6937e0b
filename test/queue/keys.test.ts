import type { Database } from '../../host/cluster';
import type { WorkflowNode } from '../../host/workflow';
import { MOST_NAMED, newPeople, openStage, RIGHT, SENDING_NODE } from './support/campaign';

const removeDuplicates = (parameters: object): WorkflowNode => ({
	name: 'Remove Duplicates',
	type: 'n8n-nodes-base.removeDuplicates',
	typeVersion: 2,
	parameters: {
		operation: 'removeItemsSeenInPreviousExecutions',
		options: { scope: 'workflow' },
		...parameters,
	},
});
const BETWEEN: Record<string, WorkflowNode[]> = {
	together: [],
	killed: [],
	stopped: [],
	'by value': [removeDuplicates({ dedupeValue: '={{ $json.phone }}' })],
	'by number': [
		removeDuplicates({
			logic: 'removeItemsUpToStoredIncrementalKey',
			incrementalDedupeValue: '={{ Number($json.phone) }}',
		}),
	],
};

describe.each<Database>(['sqlite', 'postgres'])(
	'processes of n8n that share a database (%s)',
	(database) => {
		let stage: Awaited<ReturnType<typeof openStage>>;
		beforeAll(async () => {
			stage = await openStage(database, BETWEEN);
		});
		afterAll(() => stage?.close());

		it('send once per key to everybody, and the others wait and say so', async () => {
			const list = newPeople(500);
			const runs = await stage.play('together', list, [{}, {}, {}], 50);
			expect(stage.verdict(list, runs)).toStrictEqual({
				...RIGHT,
				reasons: { accepted: 500, alreadySent: 1000 },
			});
		});

		// Postgres adds nothing but its time to the other moments.
		const moments = ['in the lock', 'before sending', 'in flight', 'before confirming'];
		it.each(database === 'sqlite' ? moments : ['in the lock'])(
			'name whoever may be missing after one was killed %s',
			async (at) => {
				const list = newPeople(300);
				const killed = await stage.play('killed', list, [{ at, signal: 'SIGKILL' }]);
				expect(killed).toStrictEqual([undefined]);
				const verdict = stage.verdict(list, await stage.play('killed', list));
				expect(verdict).toMatchObject(RIGHT);
				expect(verdict.reasons.interrupted).toBeGreaterThan(0);
				expect(verdict.reasons.interrupted).toBeLessThanOrEqual(MOST_NAMED);
			},
		);

		if (database === 'postgres') return;

		it('are right about everybody where one stood still, longer than the other waited', async () => {
			const list = newPeople(300);
			const stops = { at: 'in flight', signal: 'SIGSTOP', seconds: 30 } as const;
			const runs = await stage.play('stopped', list, [stops, {}]);
			expect(stage.verdict(list, runs)).toMatchObject(RIGHT);
		});

		it.each(['by value', 'by number'])(
			'leave the data of a Remove Duplicates node alone: %s',
			async (id) => {
				const list = newPeople(3);
				const first = await stage.play(id, list);
				expect(stage.verdict(list, first).reasons).toStrictEqual({ accepted: 3 });
				const { hints } = first[0]!.data.resultData.runData[SENDING_NODE]![0]!;
				expect(JSON.stringify(hints)).toContain('Remove Duplicates');

				const again = await stage.play(id, [...list, ...newPeople(1)]);
				expect(stage.verdict([], again).reasons).toStrictEqual({ accepted: 1 });
			},
		);
	},
);
