/* eslint-disable @n8n/community-nodes/no-restricted-globals, no-console -- runs on the developer's machine, never inside n8n */
import { answer, failure, fate, REFUSED } from '../delivery/simulated-service';
import { explore, play, type Deviation, type Life, type Trace } from './explorer';

const SECOND = 1000;
/** Windows has another way to set EXPLORE, and npm the same name for its script everywhere. */
const isLong = process.env.npm_lifecycle_event === 'test:explore';
/** Stories of each kind; EXPLORE=20000 plays all of those that differ in one step, and prints what it found. */
const MOST = Number(process.env.EXPLORE ?? (isLong ? 5000 : 10));

const LONG = fate(answer(200), { took: true, after: 55 * SECOND });
const LOST = fate(failure('timeout'), { took: true, after: SECOND });
const LATE_REFUSAL = fate(REFUSED, { after: 55 * SECOND });

const inWords = ({ problem, deviations, steps }: Trace): string =>
	[problem, ...deviations.map(({ at, what }) => `${at}: ${what}`), ...steps].join('\n');

const STORIES: Record<string, Life[]> = {
	'two processes with the same key': [{ keys: ['a'] }, { keys: ['a'] }],
	'two processes with the same keys in different orders': [
		{ keys: ['a', 'b'], batchSize: 2 },
		{ keys: ['b', 'a'] },
	],
	'a full store, in which others record meanwhile': [
		{ keys: ['a'], fates: [LONG] },
		{ keys: ['b', 'c', 'd'] },
		{ keys: ['a'], startsAfter: 30 * SECOND },
	],
	'a request that is refused for one of its recipients': [
		{ keys: ['a', 'b', 'c'], batchSize: 3, wrong: ['b'] },
		{ keys: ['c', 'b', 'a'], batchSize: 2, wrong: ['b'] },
	],
	'one that is refused for one of them, beside one with Resend': [
		{ keys: ['a', 'b', 'c'], batchSize: 3, wrong: ['a'] },
		{ keys: ['a', 'b', 'c'], resend: true },
	],
	'a request that takes long': [{ keys: ['a'], fates: [LONG] }, { keys: ['a'] }],
	'Resend beside a request that takes long': [
		{ keys: ['a'], fates: [LONG] },
		{ keys: ['a'], resend: true },
	],
	'Resend beside two that claim the key one after the other': [
		{ keys: ['a'], fates: [fate(REFUSED, { after: 30 * SECOND })] },
		{ keys: ['a'], fates: [LONG], startsAfter: 1 },
		{ keys: ['a'], resend: true, startsAfter: 2, takesOver: true },
	],
	'a request that takes longer than another waits for it': [
		{ keys: ['a', 'b'], batchSize: 2, fates: [LONG] },
		{ keys: ['b', 'a'], timeout: 10 },
		{ keys: ['a'], timeout: 10, startsAfter: 30 * SECOND },
	],
	'one that is refused later than another waits for it': [
		{ keys: ['a'], fates: [LATE_REFUSAL] },
		{ keys: ['a'], timeout: 10 },
		{ keys: ['a'], timeout: 10, startsAfter: 54 * SECOND },
	],
	'one whose outcome is unknown later than another waits for it': [
		{ keys: ['a'], fates: [fate(failure('timeout'), { took: true, after: 55 * SECOND })] },
		{ keys: ['a'], timeout: 10 },
		{ keys: ['a'], timeout: 10, startsAfter: 54 * SECOND },
	],
	'Resend that takes over from one that is refused later': [
		{ keys: ['a'], fates: [LATE_REFUSAL] },
		{ keys: ['a'], timeout: 10, resend: true, takesOver: true },
		{ keys: ['a'], startsAfter: 54 * SECOND },
	],
	'a limit per day for two processes with other keys': [
		{ keys: ['a', 'b'], batchSize: 2, limit: 3 },
		{ keys: ['c', 'd'], limit: 3 },
	],
	'a limit per day for three processes, of which one is refused': [
		{ keys: ['a'], limit: 2, fates: [fate(REFUSED)] },
		{ keys: ['b', 'c'], limit: 2 },
		{ keys: ['d'], limit: 2, fates: [LOST] },
	],
};

/** Marks that the store keeps, where it is small: two for each SMS, and two for who asks for one. */
const KEPT: Record<string, number> = { 'a full store, in which others record meanwhile': 10 };

it.each(Object.entries(STORIES))(
	'nobody gets two SMS under one key: %s',
	async (name, lives) => {
		const { stories, broken, outside } = await explore(lives, MOST, KEPT[name]);
		if (MOST > 10) {
			console.log(`${name}: ${stories} stories`);
			if (outside) console.log(`Outside of the promise:\n${inWords(outside)}`);
		}
		if (broken) throw new Error(inWords(broken));
	},
	// In milliseconds: 5,000 stories take longer than any other test may.
	MOST > 10 ? 3_600_000 : undefined,
);

it('sends all that a limit per day allows, where nothing goes wrong', async () => {
	const lives = ['a', 'b', 'c', 'd'].map((key) => ({ keys: [key], limit: 3 }));
	const { told, problem } = await play(lives, []);
	expect(problem).toBeUndefined();
	expect(told.slice(0, 4).flat().sort()).toStrictEqual([
		...new Array<string>(3).fill('accepted'),
		'overMaxSmsPerDay',
	]);
});

const TWO: Life[] = [{ keys: ['a'] }, { keys: ['a'] }];

it('needs no more than two lasting marks per SMS, also while another waits', async () => {
	const [name, kept] = Object.entries(KEPT)[0]!;
	const { told } = await play(STORIES[name]!, [], kept);
	const all = Array(3).fill('accepted');
	expect(told.slice(0, 3)).toStrictEqual([['accepted'], all, ['alreadySent']]);
});

const stops = { at: 'process 1: send to a', what: 'process 1 stalls for 100 s' };

it.each<[string, Life[], Deviation[], string[]]>([
	['acceptance', TWO, [stops], ['accepted', 'interrupted', 'alreadySent']],
	[
		'refusal',
		[
			{ keys: ['a'], fates: [LATE_REFUSAL] },
			{ keys: ['a'], timeout: 10 },
		],
		[],
		['refusedByService', 'interrupted', 'accepted'],
	],
])(
	'costs others a doubt where it takes too long, and its %s ends that',
	async (_, lives, deviations, said) => {
		const { told, problem } = await play(lives, deviations);
		expect(problem).toBeUndefined();
		expect(told.flat()).toStrictEqual(said);
	},
);

it('tells within Timeout and 20 s that a process was killed, at its worst moment', async () => {
	for (const step of ['send to a', 'record claimed a a: write', 'unlock']) {
		const crash = { at: `process 1: ${step}`, what: 'process 1 crash' };
		const { told, took } = await play(TWO, [crash]);
		expect(['interrupted', 'accepted']).toContain(told[1]!.join());
		expect(took).toBeLessThanOrEqual(60 + 20);
	}
});
