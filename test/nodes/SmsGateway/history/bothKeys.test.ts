import type { Entry } from '../../../../nodes/SmsGateway/domain/entry';
import type { Claim, Deduplication } from '../../../../nodes/SmsGateway/history/deduplication';
import type { Keys } from '../../../../nodes/SmsGateway/history/keys';
import { entryTo } from '../../../fixtures/entries';
import { virtualClock } from '../delivery/virtual-clock';
import { memoryDatabase, startProcess } from './processes';

const RETRY = 'retry 7 0 0';
const ANNA = entryTo('33612345678', { key: 'order-1', retryKey: RETRY });
/** The same SMS in a new execution. */
const NEW = entryTo(ANNA.recipient, { key: ANNA.key });
/** The same in another Retry, without a key of its own. */
const KEYLESS = entryTo(ANNA.recipient, { key: RETRY, madeFor: 'retry' });

/** The node in one process, and the same in another. */
function world() {
	const clock = virtualClock();
	const database = memoryDatabase();
	const [here, there] = [1, 2].map(() => startProcess(database, clock).keys);
	return { clock, database, here: here!, there: there! };
}

const claim = async (run: Deduplication, entry: Entry): Promise<Claim> =>
	(await run.claim([entry])).get(entry)!;
const reasonOf = (one: Claim) => (one.kind === 'settled' ? one.outcome.reason : one.kind);

/** What another execution, or another Retry, has done under a key. */
async function ended(keys: Keys, entry: Entry, how: 'confirm' | 'putInDoubt'): Promise<void> {
	const run = keys.openRun(false, 0);
	await run.claim([entry]);
	await run[how]([entry]);
}

const HOW = ['confirm', 'release', 'putInDoubt'] as const;
const AFTER = { confirm: 'alreadySent', release: 'claimed', putInDoubt: 'interrupted' };

it.each(HOW)('%s is of both keys', async (how) => {
	const { here, there } = world();
	const run = here.openRun(false, 0);
	expect(await claim(run, ANNA)).toStrictEqual({ kind: 'claimed' });
	await run[how]([ANNA]);
	for (const entry of [NEW, KEYLESS]) {
		expect(reasonOf(await claim(there.openRun(false, 0), entry))).toBe(AFTER[how]);
	}
});

describe.each([
	['own', NEW, KEYLESS],
	["Retry's", KEYLESS, NEW],
])('where the %s key is taken', (_, taken, other) => {
	it('waits, and holds the other for nobody', async () => {
		const { here, there } = world();
		const holder = there.openRun(false, 0);
		await holder.claim([taken]);
		const run = here.openRun(false, 0);
		expect((await claim(run, ANNA)).kind).toBe('elsewhere');
		expect(reasonOf(await claim(there.openRun(false, 0), other))).toBe('claimed');
		await run.end();
		await holder.end();
	});
});

describe('with Resend', () => {
	it.each([
		['own', NEW],
		["Retry's", KEYLESS],
	])('takes both where the %s key is in doubt, and says that it is', async (_, doubted) => {
		const { here, there } = world();
		await ended(there, doubted, 'putInDoubt');
		const run = here.openRun(true, 0);
		expect(reasonOf(await claim(run, ANNA))).toBe('interrupted');
		await run.confirm([ANNA]);
		for (const entry of [NEW, KEYLESS]) {
			expect(reasonOf(await claim(there.openRun(true, 0), entry))).toBe('alreadySent');
		}
	});

	it.each([
		['own', NEW, KEYLESS],
		["Retry's", KEYLESS, NEW],
	])(
		'leaves the %s key in doubt where the other is claimed elsewhere',
		async (_, doubted, held) => {
			const { here, there } = world();
			await ended(there, doubted, 'putInDoubt');
			const holder = there.openRun(false, 0);
			await holder.claim([held]);
			const run = here.openRun(true, 0);
			expect((await claim(run, ANNA)).kind).toBe('elsewhere');
			await run.end();
			expect(reasonOf(await claim(there.openRun(false, 0), doubted))).toBe('interrupted');
			await holder.end();
		},
	);
});

describe.each([false, true])('whether or not it resends what is in doubt: %p', (resends) => {
	it('keeps the own key for what another Retry has sent, and only for that', async () => {
		const { here, there } = world();
		await ended(there, KEYLESS, 'confirm');
		expect(reasonOf(await claim(here.openRun(resends, 0), ANNA))).toBe('alreadySent');
		expect(reasonOf(await claim(there.openRun(false, 0), NEW))).toBe('alreadySent');
	});

	it("does not take the Retry's key for what was sent under the own one", async () => {
		const { here, there } = world();
		await ended(there, NEW, 'confirm');
		expect(reasonOf(await claim(here.openRun(resends, 0), ANNA))).toBe('alreadySent');
		expect(reasonOf(await claim(there.openRun(false, 0), KEYLESS))).toBe('claimed');
		// Nor waits for who has it now.
		expect(reasonOf(await claim(here.openRun(resends, 0), ANNA))).toBe('alreadySent');
	});
});

it.each([
	["the Retry's key, so is the own one", KEYLESS, NEW, 'interrupted'],
	["the own key, the Retry's is free", NEW, KEYLESS, 'claimed'],
])('is in doubt: %s', async (_, doubted, other, reason) => {
	const { here, there } = world();
	await ended(there, doubted, 'putInDoubt');
	expect(reasonOf(await claim(here.openRun(false, 0), ANNA))).toBe('interrupted');
	expect(reasonOf(await claim(there.openRun(false, 0), other))).toBe(reason);
});

it('is sent where another Retry has sent it, whatever the own key is in doubt about', async () => {
	const { here, there } = world();
	await ended(there, NEW, 'putInDoubt');
	await ended(there, KEYLESS, 'confirm');
	expect(reasonOf(await claim(here.openRun(false, 0), ANNA))).toBe('alreadySent');
	expect(reasonOf(await claim(there.openRun(false, 0), NEW))).toBe('interrupted');
});
