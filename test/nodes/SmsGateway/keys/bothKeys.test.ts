import type { Entry } from '../../../../nodes/SmsGateway/domain/entry';
import type { Deduplication } from '../../../../nodes/SmsGateway/keys/deduplication';
import { entryTo } from '../../../fixtures/entries';
import { virtualClock } from '../delivery/virtual-clock';
import { memoryDatabase, startProcess, told } from './processes';

const RETRY = 'retry 7 0 0';
const ANNA = entryTo('33612345678', { key: 'order-1', retryKeys: [RETRY] });
const NEW = entryTo(ANNA.recipient, { key: ANNA.key });
/** The same in another Retry, without a key of its own. */
const KEYLESS = entryTo(ANNA.recipient, { retryKeys: [RETRY] });

/** The node in one process, and the same in another. */
function world() {
	const database = memoryDatabase();
	const [here, there] = [1, 2].map(() => startProcess(database, virtualClock()).keys);
	return {
		here: (resends = false) => here!.openRun(resends, 0),
		there: () => there!.openRun(false, 0),
	};
}

const ask = async (run: Deduplication, entry: Entry): Promise<string> =>
	told((await run.claim([entry])).get(entry)!);

it.each([
	['sent', 'alreadySent'],
	['free', 'claimed'],
	['inDoubt', 'interrupted'],
] as const)('%s is of both keys', async (how, after) => {
	const { here, there } = world();
	const run = here();
	expect(await ask(run, ANNA)).toBe('claimed');
	await run.finish([ANNA], how);
	expect([await ask(there(), NEW), await ask(there(), KEYLESS)]).toStrictEqual([after, after]);
});

type Before = 'free' | 'sent' | 'doubted' | 'held';

async function prepare(run: Deduplication, entry: Entry, state: Before): Promise<void> {
	if (state !== 'free') await run.claim([entry]);
	if (state === 'sent') await run.finish([entry], 'sent');
	if (state === 'doubted') await run.finish([entry], 'inDoubt');
}

// A new execution knows the own key only: it has to learn what a Retry has sent, or may have.
it.each<[own: Before, retrys: Before, told: string, after: [own: string, retrys: string]]>([
	['held', 'free', 'elsewhere', ['claimed', 'claimed']],
	['free', 'held', 'elsewhere', ['claimed', 'claimed']],
	['sent', 'free', 'alreadySent', ['alreadySent', 'claimed']],
	['free', 'sent', 'alreadySent', ['alreadySent', 'alreadySent']],
	['doubted', 'free', 'interrupted', ['interrupted', 'claimed']],
	['free', 'doubted', 'interrupted', ['interrupted', 'interrupted']],
	['doubted', 'sent', 'alreadySent', ['interrupted', 'alreadySent']],
	['sent', 'held', 'alreadySent', ['alreadySent', 'claimed']],
	['held', 'sent', 'alreadySent', ['claimed', 'alreadySent']],
])("where the own key is %s and the Retry's %s, is %s", async (own, retrys, expected, after) => {
	const { here, there } = world();
	const others = there();
	await prepare(others, NEW, own);
	await prepare(others, KEYLESS, retrys);
	expect(await ask(here(), ANNA)).toBe(expected);
	await others.finish([NEW, KEYLESS], 'free');
	expect([await ask(there(), NEW), await ask(there(), KEYLESS)]).toStrictEqual(after);
});

it('says of an item nothing that it knows of its text, where neither is a key of the user', async () => {
	const { here, there } = world();
	const [ITEM, TEXT] = ['retry 7 0 0', 'retry 7 0 text'];
	const asking = (...retryKeys: string[]) => entryTo(ANNA.recipient, { retryKeys });
	await prepare(there(), asking(TEXT), 'sent');
	expect(await ask(here(), asking(ITEM, TEXT))).toBe('alreadySent');
	expect(await ask(there(), asking(ITEM, 'retry 7 0 another text'))).toBe('claimed');
});

describe('with Resend', () => {
	it.each<[own: Before, retrys: Before]>([
		['doubted', 'free'],
		['free', 'doubted'],
		['doubted', 'doubted'],
	])("takes both where the own key is %s and the Retry's %s", async (own, retrys) => {
		const { here, there } = world();
		await prepare(there(), NEW, own);
		await prepare(there(), KEYLESS, retrys);
		const run = here(true);
		expect(await ask(run, ANNA)).toBe('interrupted');
		await run.finish([ANNA], 'sent');
		expect([await ask(there(), NEW), await ask(there(), KEYLESS)]).toStrictEqual([
			'alreadySent',
			'alreadySent',
		]);
	});

	it.each<[own: Before, retrys: Before, told: string, after: [own: string, retrys: string]]>([
		['doubted', 'held', 'elsewhere', ['interrupted', 'claimed']],
		['held', 'doubted', 'elsewhere', ['claimed', 'interrupted']],
		['doubted', 'sent', 'alreadySent', ['alreadySent', 'alreadySent']],
		['sent', 'doubted', 'alreadySent', ['alreadySent', 'interrupted']],
	])("sends nothing where the own key is %s and the Retry's %s: %s", async (...row) => {
		const [own, retrys, expected, after] = row;
		const { here, there } = world();
		const others = there();
		await prepare(others, NEW, own);
		await prepare(others, KEYLESS, retrys);
		expect(await ask(here(true), ANNA)).toBe(expected);
		await others.finish([NEW, KEYLESS], 'free');
		expect([await ask(there(), NEW), await ask(there(), KEYLESS)]).toStrictEqual(after);
	});
});
