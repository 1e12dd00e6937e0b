import { SENDING_NODE } from '../../scripts/queue-mode/campaign';
import {
	listWorkflow,
	outcomesOf,
	startFleet,
	type Database,
	type Fleet,
	type ListWorkflow,
} from '../../scripts/queue-mode/fleet';
import { killAndRunAgain, MOST_NAMED, SETTINGS } from '../../scripts/queue-mode/kills';
import { newPeople, runInLockstep } from '../../scripts/queue-mode/lockstep';

const RECIPIENTS = 500;
const CAMPAIGN = { batchSize: 20, concurrency: 5 };

const removeDuplicates = (parameters: object): ListWorkflow['between'] => ({
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

describe.each<[Database, number]>([
	['sqlite', 3],
	['postgres', 3],
])('processes of n8n that share a database (%s)', (database, processes) => {
	let fleet: Fleet;

	beforeAll(async () => {
		fleet = await startFleet({
			database,
			workflows: (judge) => [
				listWorkflow('together', judge, CAMPAIGN),
				listWorkflow('killed', judge, SETTINGS),
				listWorkflow('killed in the lock', judge, SETTINGS),
				listWorkflow('by value', judge, { ...CAMPAIGN, between: BY_VALUE }),
				listWorkflow('by number', judge, { ...CAMPAIGN, between: BY_NUMBER }),
			],
		});
	});

	afterAll(() => fleet?.close());

	it('send once per key to everybody, and the others wait and say so', async () => {
		const options = { workflow: 'together', processes, recipients: RECIPIENTS };
		expect(await runInLockstep(fleet, options)).toMatchObject({
			twice: 0,
			missing: 0,
			reasons: { accepted: RECIPIENTS, alreadySent: RECIPIENTS * (processes - 1) },
		});
	});

	// A moment inside the lock can only be seen in a database that is a file.
	const kills = database === 'sqlite' ? ['killed', 'killed in the lock'] : ['killed'];
	it.each(kills)('name whoever may be missing after one was %s', async (workflow) => {
		const kill = await killAndRunAgain(fleet, { workflow, inLock: workflow !== 'killed' });
		expect(kill).toMatchObject({ twice: 0, forgotten: 0 });
		expect(kill.named).toBeLessThanOrEqual(MOST_NAMED);
		expect(kill.seconds).toBeLessThan(95);
	});

	if (database === 'sqlite') {
		it.each(['by value', 'by number'])(
			'leave the data of a Remove Duplicates node alone: %s',
			async (workflow) => {
				const { judge, instance } = fleet;
				const list = newPeople(3);
				judge.set(list);
				const sending = await (await instance.launch(workflow)).done;
				expect(outcomesOf(sending!).map(({ reason }) => reason)).toEqual(
					new Array(3).fill('accepted'),
				);
				const { hints } = sending!.data.resultData.runData[SENDING_NODE]![0]!;
				expect(JSON.stringify(hints)).toContain('Remove Duplicates');

				judge.set([...list, ...newPeople(1)]);
				const again = await (await instance.launch(workflow)).done;
				expect(outcomesOf(again!).map(({ reason }) => reason)).toEqual(['accepted']);
			},
		);
	}
});
