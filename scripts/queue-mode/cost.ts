import { print, table } from '../command-line';
import { median } from '../median';
import { HALF_A_STORE } from './proofs';
import { type Database, listWorkflow, newPeople, openStage, secondsOf } from './stage';

const ROUNDS = { one: 15, many: 3 };
const WORKFLOWS = ['without', 'empty', 'full'] as const;

/**
 * What keys cost in an n8n that serves: a Bulk Send without keys, with them on an empty store, and
 * on a full one, in turns, so that what else the machine does concerns them alike.
 */
export async function cost({
	recipients,
	latency,
	databases,
	version,
}: {
	recipients: number;
	/** Milliseconds of a response. */
	latency: number;
	databases: Database[];
	version: string;
}): Promise<void> {
	for (const database of databases) {
		const stage = await openStage({
			database,
			version,
			workflows: (judge) =>
				WORKFLOWS.flatMap((store) =>
					Array.from({ length: ROUNDS.many }, (_, round) => {
						const id = `${store}-${round}`;
						const isKeyed = store !== 'without';
						return listWorkflow(id, judge, {}, { isKeyed });
					}),
				),
		});
		try {
			await stage.instance.start();
			const rest = await stage.instance.setupOwner();
			const milliseconds = async (id: string, count: number, wait: number) => {
				stage.judge.open(id, newPeople(count), { latency: wait });
				const run = await rest.waitForExecution(await rest.runWorkflow(id), 600_000);
				return secondsOf(run) * 1000;
			};
			for (let round = 0; round < ROUNDS.many; round++) {
				for (let half = 0; half < 2; half++) await milliseconds(`full-${round}`, HALF_A_STORE, 0);
			}
			const rows: string[][] = [];
			for (const [rounds, count] of [
				[ROUNDS.one, 1],
				[ROUNDS.many, recipients],
			] as const) {
				const taken = WORKFLOWS.map((): number[] => []);
				for (let round = 0; round < rounds; round++) {
					for (const [index, store] of WORKFLOWS.entries()) {
						const id = `${store}-${round % ROUNDS.many}`;
						taken[index]!.push(await milliseconds(id, count, latency));
					}
				}
				const [without, ...others] = taken.map(median) as [number, ...number[]];
				rows.push([
					`${count} SMS, ${latency} ms, ${database}`,
					`${without} ms`,
					...others.map((ms) => `${ms} ms (${(ms / without).toFixed(2)}, +${ms - without})`),
				]);
				print(rows.at(-1)!.join('   '));
			}
			const header = ['median', 'without keys', 'with keys, empty store', 'full store'];
			print(`\n${table(header, rows).join('\n')}`);
		} finally {
			await stage.close();
		}
	}
}
