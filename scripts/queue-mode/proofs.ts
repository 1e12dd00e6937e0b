/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on the developer's machine, never inside n8n */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Run } from '../host';
import type { Behaviour } from './judge';
import {
	type Fault,
	faulty,
	judgeRuns,
	newPeople,
	secondsOf,
	type Stage,
	type Verdict,
} from './stage';

/** What one case showed. */
export interface Result extends Verdict {
	processes: number;
	recipients: number;
	kills?: number;
	seconds: number;
}

export interface Case {
	name: string;
	/** Options of the node. */
	options: object;
	/** @param id of its workflow on the stage */
	run(stage: Stage, id: string): Promise<Result>;
}

export interface ProofOptions {
	/** Of each campaign. */
	recipients: number;
	processes: number[];
	/** How many cases of kills, stops and clocks. */
	cases: number;
	/** Milliseconds of a response, for the memory. */
	latency: number;
	batchSize: number;
}

const since = (began: number): number => Math.round((Date.now() - began) / 100) / 10;

const times = (count: number, create: (index: number) => Case): Case[] =>
	Array.from({ length: count }, (_, index) => create(index));

/** Processes, one per fault, run the same campaign, with the same keys, from the same moment on. */
export async function runTogether(
	{ judge, instance }: Stage,
	id: string,
	recipients: number,
	faults: readonly Fault[],
	behaviour: Behaviour = { latency: 50 },
): Promise<Result> {
	const processes = faults.length;
	const campaign = judge.open(id, newPeople(recipients), { ...behaviour, together: processes });
	const launched = await Promise.all(faults.map((fault) => instance.launch(id, faulty(fault))));
	await campaign.begun;
	const began = Date.now();
	const runs = (await Promise.all(launched.map(({ done }) => done))) as Run[];
	return { processes, recipients, ...judgeRuns(campaign, runs), seconds: since(began) };
}

export const together = ({ processes, recipients, batchSize }: ProofOptions): Case[] =>
	processes.map((count) => ({
		name: 'together',
		options: { batchSize },
		run: async (stage, id) => await runTogether(stage, id, recipients, Array(count).fill({})),
	}));

const MOMENTS = [
	'before a claim',
	'in the lock',
	'before sending',
	'in flight',
	'before confirming',
	'at random',
];
/** Of the node to which something happens. */
export const KILLED = { batchSize: 20, concurrency: 3 };
const RECIPIENTS = 600;
/** About how long it takes to send to them, in milliseconds. */
const DURATION = 1000;

/** Most that a kill leaves in doubt: two windows of requests, one in flight and one claimed already. */
export const MOST_NAMED = 2 * KILLED.batchSize * KILLED.concurrency;

/** A campaign that is killed at a moment and run again in a new process. */
export const killed = (moment: string): Case => ({
	name: `killed ${moment}`,
	options: KILLED,
	async run({ judge, instance }, id) {
		const campaign = judge.open(id, newPeople(RECIPIENTS), { latency: 100 });
		const nth = 1 + Math.floor(Math.random() * 8);
		const { kill, done } = await instance.launch(
			id,
			faulty({ at: moment, nth, signal: 'SIGKILL' }),
		);
		if (moment === 'at random') {
			await campaign.begun;
			await sleep(Math.random() * DURATION);
			kill();
		}
		if ((await done) !== undefined) throw new Error(`${id} was not killed`);
		const again = (await (await instance.launch(id)).done)!;
		const verdict = judgeRuns(campaign, [again]);
		return {
			processes: 2,
			recipients: RECIPIENTS,
			kills: 1,
			...verdict,
			seconds: secondsOf(again),
		};
	},
});

export const kills = ({ cases }: ProofOptions): Case[] =>
	times(cases, (index) => killed(MOMENTS[index % MOMENTS.length]!));

/** One of two processes stands still for a while. */
export const stops = ({ cases }: ProofOptions): Case[] =>
	times(cases, (index) => {
		const at = MOMENTS[index % 5]!;
		const seconds = [20, 100][index % 2]!;
		const fault: Fault = { at, nth: 2, signal: 'SIGSTOP', seconds };
		return {
			name: `stopped ${seconds} s ${at}`,
			options: KILLED,
			run: async (stage, id) => await runTogether(stage, id, RECIPIENTS, [fault, {}]),
		};
	});

const SKEWS = [7_000, -7_000, 60_000, 3_600_000, -3_600_000];

/** The clocks of two processes differ, with Resend. */
export const clocks = ({ cases }: ProofOptions): Case[] =>
	times(cases, (index) => {
		const skew = SKEWS[index % SKEWS.length]!;
		return {
			name: `clock ${skew / 1000} s ahead, Resend`,
			options: { ...KILLED, uncertain: 'resend' },
			run: async (stage, id) =>
				await runTogether(stage, id, RECIPIENTS, [{}, { skew }], { latency: 5_000 }),
		};
	});

const ASKS: Array<[string, Behaviour['retryAfter']]> = [
	['the first five requests', (request) => (request <= 5 ? 290 : 0)],
	['all of 290 s', (_, elapsed) => Math.max(0, Math.ceil(290 - elapsed / 1000))],
];

/** The service asks to wait for 290 s, and the workflow is executed again after 240. */
export const waits = ({ recipients }: ProofOptions): Case[] =>
	ASKS.map(([who, retryAfter]) => ({
		name: `429 to ${who}`,
		options: { batchSize: 1000 },
		async run({ judge, instance }, id) {
			const campaign = judge.open(id, newPeople(recipients), { retryAfter });
			const first = await instance.launch(id);
			await campaign.begun;
			const began = Date.now();
			await sleep(240_000);
			const second = await instance.launch(id);
			const runs = (await Promise.all([first.done, second.done])) as Run[];
			return { processes: 2, recipients, ...judgeRuns(campaign, runs), seconds: since(began) };
		},
	}));

const FIRST = 2000;

/** The first, then others, then the first again. */
export const memory = ({ recipients: others, latency, batchSize }: ProofOptions): Case[] => [
	{
		name: `${FIRST}, ${others} others, the ${FIRST} again: ${latency} ms, Batch Size ${batchSize}`,
		options: { batchSize },
		async run({ judge, instance }, id) {
			const began = Date.now();
			const lists = [newPeople(FIRST), newPeople(others)];
			const sms = new Map<string, number>();
			const runs: Run[] = [];
			for (const people of [...lists, lists[0]!]) {
				const campaign = judge.open(id, people, { latency });
				runs.push((await (await instance.launch(id)).done)!);
				for (const [phone, count] of campaign.sms) sms.set(phone, (sms.get(phone) ?? 0) + count);
			}
			const verdict = judgeRuns({ people: lists.flat(), sms }, runs);
			return { processes: 1, recipients: FIRST + others, ...verdict, seconds: since(began) };
		},
	},
];

/** Two campaigns of so many fill the store with marks. */
export const HALF_A_STORE = 25_000;

/** Two processes on a full store, a service that asks to wait at first, and removals that take longer. */
export const full = ({ recipients, batchSize }: ProofOptions): Case[] =>
	[0, 3000].map((slow) => ({
		name: `full store, removals take ${slow / 1000} s more`,
		options: { batchSize },
		async run(stage, id) {
			for (let half = 0; half < 2; half++) {
				stage.judge.open(id, newPeople(HALF_A_STORE));
				const { done } = await stage.instance.launch(id);
				await done;
			}
			const retryAfter = (request: number) => (request <= 10 ? 10 : 0);
			const behaviour = { latency: 50, retryAfter };
			return await runTogether(stage, id, recipients, [{ slow }, { slow }], behaviour);
		},
	}));
