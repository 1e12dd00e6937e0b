/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on the developer's machine, never inside n8n */
import { setTimeout as sleep } from 'node:timers/promises';
import type { HostVersion, Run } from '../host';
import type { Behaviour } from './judge';
import {
	type Database,
	type Fault,
	faulty,
	judgeRuns,
	listWorkflow,
	newPeople,
	openStage,
	secondsOf,
	type Stage,
	type Verdict,
} from './stage';

/** What one case of a proof showed. */
export interface Row extends Verdict {
	case: string;
	processes: number;
	database: Database;
	recipients: number;
	kills: number;
	seconds: number;
}

export interface ProofOptions {
	/** Of each campaign. */
	recipients: number;
	processes: number[];
	databases: Database[];
	/** How many cases of kills, stops and clocks. */
	cases: number;
	/** How many of those at once. */
	parallel: number;
	/** Milliseconds of a response, for the proof of the memory. */
	latency: number;
	batchSize: number;
	version: HostVersion;
	report: (row: Row) => void;
}

/** A workflow, and who sends it to whom. */
export interface Case {
	name: string;
	/** Of the node. */
	options: object;
	run(stage: Stage, id: string): Promise<Omit<Row, 'case' | 'database'>>;
}

const seconds = (since: number): number => Math.round((Date.now() - since) / 100) / 10;

async function runCases(
	cases: readonly Case[],
	{ databases, version, parallel, report }: ProofOptions,
): Promise<void> {
	for (const database of databases) {
		const stage = await openStage({
			database,
			version,
			workflows: (judge) =>
				cases.map(({ options: node }, index) => listWorkflow(`case-${index}`, judge, node)),
		});
		const left = [...cases.entries()];
		const work = async () => {
			for (let next = left.shift(); next; next = left.shift()) {
				const [index, one] = next;
				report({ case: one.name, ...(await one.run(stage, `case-${index}`)), database });
			}
		};
		try {
			await Promise.all(Array.from({ length: parallel }, work));
		} finally {
			await stage.close();
		}
	}
}

/** Several processes run the same campaign, with the same keys, from the same moment on. */
export async function runTogether(
	{ judge, instance }: Stage,
	id: string,
	recipients: number,
	faults: ReadonlyArray<Fault | undefined>,
	behaviour: Behaviour = { latency: 50 },
) {
	const together = faults.length;
	const campaign = judge.open(id, newPeople(recipients), { ...behaviour, together });
	const launched = await Promise.all(
		faults.map((fault) => instance.launch(id, fault && faulty(fault))),
	);
	await campaign.begun;
	const since = Date.now();
	const runs = await Promise.all(launched.map(({ done }) => done));
	return { campaign, runs: runs.filter((run): run is Run => run !== undefined), since };
}

export async function together(options: ProofOptions): Promise<void> {
	const cases = options.processes.map((processes): Case => ({
		name: 'together',
		options: { batchSize: options.batchSize, concurrency: 5 },
		async run(stage, id) {
			const { recipients } = options;
			const faults = new Array<undefined>(processes).fill(undefined);
			const { campaign, runs, since } = await runTogether(stage, id, recipients, faults);
			const verdict = judgeRuns(campaign, runs);
			return { processes, recipients, kills: 0, ...verdict, seconds: seconds(since) };
		},
	}));
	await runCases(cases, { ...options, parallel: 1 });
}

const MOMENTS = [
	'before a claim',
	'in the lock',
	'before sending',
	'in flight',
	'before confirming',
];
/** Of the node that is killed. */
export const KILLED = { batchSize: 20, concurrency: 3 };
/** Requests of a campaign that is killed, and about how long it takes in milliseconds. */
const REQUESTS = 30;
const DURATION = 1000;

/** Most that a kill leaves in doubt: two windows of requests, one in flight and one claimed already. */
export const MOST_NAMED = 2 * KILLED.batchSize * KILLED.concurrency;

/** A campaign that is killed at a moment and run again in a new process. */
export const killed = (moment: string): Case => ({
	name: `killed ${moment}`,
	options: KILLED,
	async run({ judge, instance }, id) {
		const recipients = REQUESTS * KILLED.batchSize;
		const campaign = judge.open(id, newPeople(recipients), { latency: 100 });
		const nth = 1 + Math.floor(Math.random() * 8);
		const fault: Fault = { at: moment, nth, signal: 'SIGKILL' };
		const { kill, done } = await instance.launch(id, faulty(fault));
		if (!MOMENTS.includes(moment)) {
			await campaign.begun;
			await sleep(Math.random() * DURATION);
			kill();
		}
		if ((await done) !== undefined) throw new Error(`${id} was not killed`);
		const again = await (await instance.launch(id)).done;
		const verdict = judgeRuns(campaign, [again!]);
		return { processes: 2, recipients, kills: 1, ...verdict, seconds: secondsOf(again!) };
	},
});

export async function kills(options: ProofOptions): Promise<void> {
	const moments = [...MOMENTS, 'at random'];
	const cases = Array.from({ length: options.cases }, (_, index) =>
		killed(moments[index % moments.length]!),
	);
	await runCases(cases, options);
}

/** Two processes, of which one stands still for a while: most of its claims are given up meanwhile. */
export async function stops(options: ProofOptions): Promise<void> {
	const cases = Array.from({ length: options.cases }, (_, index): Case => {
		const moment = MOMENTS[index % MOMENTS.length]!;
		const still = [20, 100][index % 2]!;
		return {
			name: `stopped ${still} s ${moment}`,
			options: KILLED,
			async run(stage, id) {
				const recipients = REQUESTS * KILLED.batchSize;
				const fault: Fault = { at: moment, nth: 2, signal: 'SIGSTOP', seconds: still };
				const { campaign, runs, since } = await runTogether(stage, id, recipients, [
					fault,
					undefined,
				]);
				const verdict = judgeRuns(campaign, runs);
				return { processes: 2, recipients, kills: 0, ...verdict, seconds: seconds(since) };
			},
		};
	});
	await runCases(cases, options);
}

const SKEWS = [7_000, -7_000, 60_000, 3_600_000, -3_600_000];

/** Two processes whose clocks differ, with Resend. */
export async function clocks(options: ProofOptions): Promise<void> {
	const cases = Array.from({ length: options.cases }, (_, index): Case => {
		const skew = SKEWS[index % SKEWS.length]!;
		return {
			name: `clock ${skew / 1000} s ahead, Resend`,
			options: { ...KILLED, uncertain: 'resend' },
			async run(stage, id) {
				const recipients = REQUESTS * KILLED.batchSize;
				const slow = { latency: 5_000 };
				const both = [undefined, { skew }];
				const { campaign, runs, since } = await runTogether(stage, id, recipients, both, slow);
				const verdict = judgeRuns(campaign, runs);
				return { processes: 2, recipients, kills: 0, ...verdict, seconds: seconds(since) };
			},
		};
	});
	await runCases(cases, options);
}

/** The service asks to wait for 290 s, and the workflow is executed again after 240. */
export async function waits(options: ProofOptions): Promise<void> {
	const asks: Array<[string, Behaviour['retryAfter']]> = [
		['the first five requests', (request) => (request <= 5 ? 290 : 0)],
		['all of 290 s', (_, since) => Math.max(0, Math.ceil(290 - since / 1000))],
	];
	const cases = asks.map(([who, retryAfter]): Case => ({
		name: `429 to ${who}`,
		options: { batchSize: 1000 },
		async run({ judge, instance }, id) {
			const { recipients } = options;
			const campaign = judge.open(id, newPeople(recipients), { retryAfter });
			const first = await instance.launch(id);
			await campaign.begun;
			const since = Date.now();
			await sleep(240_000);
			const second = await instance.launch(id);
			const runs = await Promise.all([first.done, second.done]);
			const verdict = judgeRuns(campaign, runs as Run[]);
			return { processes: 2, recipients, kills: 0, ...verdict, seconds: seconds(since) };
		},
	}));
	await runCases(cases, { ...options, parallel: asks.length });
}

/** The first, then others, then the first again. */
export async function memory(options: ProofOptions): Promise<void> {
	const { recipients: others, latency, batchSize } = options;
	const FIRST = 2000;
	const one: Case = {
		name: `${FIRST}, ${others} others, the ${FIRST} again: ${latency / 1000} s, Batch Size ${batchSize}`,
		options: { batchSize },
		async run({ judge, instance }, id) {
			const since = Date.now();
			const lists = [newPeople(FIRST), newPeople(others)];
			const sent = new Map<string, number>();
			const runs: Run[] = [];
			for (const list of [...lists, lists[0]!]) {
				const { sms } = judge.open(id, list, { latency });
				runs.push((await (await instance.launch(id)).done)!);
				for (const [phone, count] of sms) sent.set(phone, (sent.get(phone) ?? 0) + count);
			}
			const campaign = { people: lists.flat(), sms: sent, begun: Promise.resolve() };
			const verdict = judgeRuns(campaign, runs);
			const recipients = FIRST + others;
			return { processes: 1, recipients, kills: 0, ...verdict, seconds: seconds(since) };
		},
	};
	await runCases([one], options);
}

/** Marks that two campaigns of so many leave fill the store. */
const HALF_A_STORE = 25_000;

/** Two processes on a full store, a service that asks to wait at first, and removals that take longer. */
export async function full(options: ProofOptions): Promise<void> {
	const cases = [0, 3000].map((slow): Case => ({
		name: slow > 0 ? `full store, removals take ${slow / 1000} s more` : 'full store',
		options: { batchSize: options.batchSize },
		async run(stage, id) {
			for (let half = 0; half < 2; half++) {
				stage.judge.open(id, newPeople(HALF_A_STORE));
				await (
					await stage.instance.launch(id)
				).done;
			}
			const { recipients } = options;
			const faults = [{ slow }, { slow }];
			const retryAfter = (request: number) => (request <= 10 ? 10 : 0);
			const behaviour = { latency: 50, retryAfter };
			const { campaign, runs, since } = await runTogether(stage, id, recipients, faults, behaviour);
			const verdict = judgeRuns(campaign, runs);
			return { processes: 2, recipients, kills: 0, ...verdict, seconds: seconds(since) };
		},
	}));
	await runCases(cases, { ...options, parallel: 1 });
}
