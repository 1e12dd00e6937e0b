/* eslint-disable @n8n/community-nodes/no-restricted-globals, no-console -- runs on the developer's machine, never inside n8n */
import { answer, failure, fate, REFUSED } from '../delivery/simulated-service';
import { cases } from './cases';
import { explore, type Explored, type Life, type Trace } from './explorer';

cases(1);

const SECOND = 1000;
const DEEP = Number(process.env.EXPLORE ?? 0);

const inWords = ({ problem, deviations, steps }: Trace): string =>
	[problem, ...deviations.map(({ at, what }) => `${at}: ${what}`), ...steps].join('\n');

const STORIES: Record<string, Life[]> = {
	'two processes with the same key': [{ keys: ['a'] }, { keys: ['a'] }],
	'two processes with the same keys in different orders': [
		{ keys: ['a', 'b'], batchSize: 2 },
		{ keys: ['b', 'a'] },
	],
	'three processes': [{ keys: ['a'] }, { keys: ['a'] }, { keys: ['a'] }],
	'a refused request': [{ keys: ['a'], fates: [fate(REFUSED)] }, { keys: ['a'] }],
	'a request that is asked to wait': [
		{ keys: ['a'], fates: [fate(answer(429, '', { 'retry-after': '30' }))] },
		{ keys: ['a'] },
	],
	'a request that takes long': [
		{ keys: ['a'], fates: [fate(answer(200), { took: true, after: 55 * SECOND })] },
		{ keys: ['a'] },
	],
	'an unknown outcome': [
		{ keys: ['a'], fates: [fate(failure('timeout'), { took: true, after: SECOND })] },
		{ keys: ['a'] },
	],
	'a clock that is ahead': [{ keys: ['a'], ahead: 7 * SECOND }, { keys: ['a'] }],
	'a clock that is behind, with Resend': [
		{ keys: ['a'], ahead: -20 * SECOND, resend: true },
		{ keys: ['a'], resend: true },
	],
	'Resend beside a request that takes long': [
		{ keys: ['a'], fates: [fate(answer(200), { took: true, after: 55 * SECOND })] },
		{ keys: ['a'], resend: true },
	],
	'Resend beside one that is asked to wait': [
		{ keys: ['a'], fates: [fate(answer(429, '', { 'retry-after': '9' }), { after: 100 })] },
		{ keys: ['a'], resend: true },
	],
};

const total: Explored = { stories: 0, states: 0 };

it.each(Object.entries(STORIES))('nobody gets two SMS under one key: %s', async (name, lives) => {
	const began = performance.now();
	const found = await explore(
		lives,
		DEEP > 0 ? { deviations: DEEP } : { deviations: 2, most: 300 },
	);
	total.stories += found.stories;
	total.states += found.states;
	if (DEEP > 0 || process.env.SHOW)
		console.log(
			`${name}: ${found.stories} stories, ${found.states} states, ${Math.round(performance.now() - began)} ms${found.outside ? `\noutside: ${inWords(found.outside)}` : ''}`,
		);
	if (found.broken) throw new Error(inWords(found.broken));
});
