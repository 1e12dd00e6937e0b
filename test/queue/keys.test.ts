import {
	listWorkflow,
	newPeople,
	openStage,
	outcomesOf,
	play,
	SENDING_NODE,
	type Stage,
	type Verdict,
} from '../../scripts/queue-mode/campaign';
import type { Database } from '../../scripts/queue-mode/cluster';
import { killed, MOST_NAMED, SMALL } from '../../scripts/queue-mode/prove';
import type { WorkflowNode } from '../../scripts/workflow';

const RECIPIENTS = 500;
const CAMPAIGN = { batchSize: 20, concurrency: 5 };

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
const BY_VALUE = removeDuplicates({ dedupeValue: '={{ $json.phone }}' });
const BY_NUMBER = removeDuplicates({
	logic: 'removeItemsUpToStoredIncrementalKey',
	incrementalDedupeValue: '={{ Number($json.phone) }}',
});

const DATABASES: Database[] = ['sqlite', 'postgres'];
const PROCESSES = 3;
/** Postgres adds nothing but its time to the other moments. */
const MOMENTS = { sqlite: ['before sending', 'in the lock'], postgres: ['in the lock'] };

const stages = {} as Record<Database, Stage>;
const reruns = new Map<string, Verdict>();

/** Everybody who finds what a dead process claimed waits for 80 s: here all at the same time. */
beforeAll(() =>
	Promise.all(
		DATABASES.map(async (database) => {
			const stage = await openStage({
				database,
				workflows: (judge) => [
					listWorkflow('together', judge, CAMPAIGN),
					listWorkflow('killed before sending', judge, SMALL),
					listWorkflow('killed in the lock', judge, SMALL),
					listWorkflow('by value', judge, CAMPAIGN, BY_VALUE),
					listWorkflow('by number', judge, CAMPAIGN, BY_NUMBER),
				],
			});
			stages[database] = stage;
			// The first such moment, in which keys are claimed for certain and no request has ended.
			const kill = async (moment: string) => {
				const again = await play(stage, `killed ${moment}`, killed(moment, 1));
				reruns.set(`${database} ${moment}`, again);
			};
			await Promise.all(MOMENTS[database].map(kill));
		}),
	),
);

afterAll(() => Promise.all(Object.values(stages).map((stage) => stage.close())));

describe.each(DATABASES)('processes of n8n that share a database (%s)', (database) => {
	it('send once per key to everybody, and the others wait and say so', async () => {
		const faults = new Array<object>(PROCESSES).fill({});
		const rounds = [{ people: newPeople(RECIPIENTS), latency: 50, faults }];
		expect(await play(stages[database], 'together', rounds)).toMatchObject({
			twice: 0,
			forgotten: 0,
			untrue: 0,
			reasons: { accepted: RECIPIENTS, alreadySent: RECIPIENTS * (PROCESSES - 1) },
		});
	});

	it.each(MOMENTS[database])('name whoever may be missing after one was killed %s', (moment) => {
		const again = reruns.get(`${database} ${moment}`)!;
		expect(again).toMatchObject({ twice: 0, forgotten: 0, untrue: 0 });
		expect(again.reasons.interrupted).toBeGreaterThan(0);
		expect(again.reasons.interrupted).toBeLessThanOrEqual(MOST_NAMED);
	});

	if (database === 'sqlite') {
		it.each(['by value', 'by number'])(
			'leave the data of a Remove Duplicates node alone: %s',
			async (workflow) => {
				const { judge, instance } = stages.sqlite;
				const list = newPeople(3);
				judge.open(workflow, list);
				const sending = await (await instance.launch(workflow)).done;
				expect(outcomesOf(sending!).map(({ reason }) => reason)).toStrictEqual(
					new Array(3).fill('accepted'),
				);
				const { hints } = sending!.data.resultData.runData[SENDING_NODE]![0]!;
				expect(JSON.stringify(hints)).toContain('Remove Duplicates');

				judge.open(workflow, [...list, ...newPeople(1)]);
				const again = await (await instance.launch(workflow)).done;
				expect(outcomesOf(again!).map(({ reason }) => reason)).toStrictEqual(['accepted']);
			},
		);
	}
});
