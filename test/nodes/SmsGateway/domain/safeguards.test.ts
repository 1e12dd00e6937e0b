import fc from 'fast-check';
import {
	isOpen,
	nextOpening,
	recipientSafeguards,
	timingSafeguards,
	type RecipientRules,
	type SendWindow,
} from '../../../../nodes/SmsGateway/domain/safeguards';
import { entryTo } from '../../../fixtures/entries';
import { inWords } from '../../../support/saying';

const BENIN = '2290197001234';
const FRANCE = '33612345678';

const judge = (rules: Partial<RecipientRules>, recipient: string) =>
	inWords(recipientSafeguards({ excluded: new Set(), ...rules })(entryTo(recipient)));

it('skips who is not allowed, whatever the country', () => {
	const rules = { allowed: new Set([BENIN]), countries: ['BJ'] };
	expect(judge(rules, FRANCE)).toMatchObject({ status: 'skipped', reason: 'notAllowed' });
	expect(judge(rules, BENIN)).toBeUndefined();
});

it.each([
	['FR', FRANCE],
	['US', '12125550123'],
	['CA', '14165550123'],
	['JM', '18765550123'],
])('lets numbers of an allowed country pass: %s %s', (country, recipient) => {
	expect(judge({ countries: [country] }, recipient)).toBeUndefined();
});

it.each([
	['no country is allowed that it is of', FRANCE, '{"value":"France"}'],
	['no country has its code', '999123456789', '{}'],
	['several countries share its code, and not all are allowed', '11115550123', '{}'],
])('fails a number of which %s', (_, recipient, facts) => {
	expect(judge({ countries: ['US'] }, recipient)).toMatchObject({
		reason: 'countryNotAllowed',
		causes: `countryNotAllowed ${facts}`,
	});
});

const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7];
const [MONDAY, FRIDAY] = [1, 5];

function windowOf(hours: string, days: readonly number[] = EVERY_DAY): SendWindow {
	const [from, until] = hours.split('-').map((time) => {
		const [hour, minute] = time.split(':').map(Number);
		return 60 * hour! + minute!;
	});
	return { from: from!, until: until!, days };
}

const opening = (window: SendWindow, zone: string, now: string): string | undefined => {
	const instant = nextOpening(window, zone, Date.parse(now));
	return instant === undefined ? undefined : new Date(instant).toISOString().slice(0, 16);
};

const isOpenAt = (window: SendWindow, zone: string, now: string): boolean =>
	isOpen(window, zone, Date.parse(now));

describe('a window within a day', () => {
	const window = windowOf('08:00-20:00');

	it.each([
		['2026-06-15T05:59:59Z', false],
		['2026-06-15T06:00:00Z', true],
		['2026-06-15T17:59:59Z', true],
		['2026-06-15T18:00:00Z', false],
	])('is open by the clock of the zone: Paris at %s is %s', (now, expected) => {
		expect(isOpenAt(window, 'Europe/Paris', now)).toBe(expected);
	});
});

describe('a window that lasts overnight', () => {
	it('belongs to the day on which it opens', () => {
		const friday = windowOf('20:00-06:00', [FRIDAY]);

		// 19 June 2026 is a Friday.
		expect(isOpenAt(friday, 'UTC', '2026-06-19T05:00:00Z')).toBe(false);
		expect(isOpenAt(friday, 'UTC', '2026-06-19T20:00:00Z')).toBe(true);
		expect(isOpenAt(friday, 'UTC', '2026-06-20T05:59:00Z')).toBe(true);
		expect(isOpenAt(friday, 'UTC', '2026-06-20T20:00:00Z')).toBe(false);
	});

	// 14 June 2026 is a Sunday.
	it.each(EVERY_DAY)('does so on each day of the week, across its end too: day %i', (day) => {
		const at = (days: number, time: string) =>
			new Date(Date.parse(`2026-06-14T${time}Z`) + days * 86_400_000).toISOString();
		const window = windowOf('20:00-06:00', [day]);
		const open = ['20:00', '23:59'].map((time) => at(day, time));
		const closed = ['00:00', '05:59', '19:59'].map((time) => at(day, time));
		open.push(at(day + 1, '00:00'), at(day + 1, '05:59'));
		closed.push(at(day + 1, '06:00'), at(day + 1, '20:00'));
		expect(open.filter((now) => !isOpenAt(window, 'UTC', now))).toStrictEqual([]);
		expect(closed.filter((now) => isOpenAt(window, 'UTC', now))).toStrictEqual([]);
	});

	it('lasts a whole day where it ends when it begins', () => {
		const mondays = windowOf('08:00-08:00', [MONDAY]);

		// 22 June 2026 is a Monday.
		expect(isOpenAt(mondays, 'UTC', '2026-06-22T08:00:00Z')).toBe(true);
		expect(isOpenAt(mondays, 'UTC', '2026-06-23T07:59:00Z')).toBe(true);
		expect(isOpenAt(mondays, 'UTC', '2026-06-23T08:00:00Z')).toBe(false);
	});
});

describe('when the clocks change', () => {
	// In Paris, 02:00 becomes 03:00 on 29 March 2026, and 03:00 becomes 02:00 on 25 October.
	it.each([
		['when the clock is past an hour that is skipped', '02:30-06:00', '2026-03-29T01:00'],
		['not on the day that skips all of it', '02:15-02:45', '2026-03-30T00:15'],
	])('opens %s', (_, hours, expected) => {
		expect(opening(windowOf(hours), 'Europe/Paris', '2026-03-29T00:00:00Z')).toBe(expected);
	});

	it('is open both times in an hour that comes twice', () => {
		const window = windowOf('01:30-02:30');

		for (const now of ['2026-10-25T00:00:00Z', '2026-10-25T01:00:00Z']) {
			expect(isOpenAt(window, 'Europe/Paris', now)).toBe(true);
		}
		expect(isOpenAt(window, 'Europe/Paris', '2026-10-25T00:30:00Z')).toBe(false);
		expect(opening(window, 'Europe/Paris', '2026-10-25T00:30:00Z')).toBe('2026-10-25T01:00');
	});
});

describe('the next opening', () => {
	const zone = fc.constantFrom('UTC', 'Europe/Paris', 'Asia/Kathmandu', 'Australia/Lord_Howe');
	const window = fc.record({
		from: fc.integer({ min: 0, max: 1439 }),
		until: fc.integer({ min: 0, max: 1440 }),
		days: fc.uniqueArray(fc.constantFrom(...EVERY_DAY), { minLength: 1 }),
	});
	const now = fc.integer({ min: Date.UTC(2024, 0, 1), max: Date.UTC(2030, 0, 1) });

	it('is the first open minute from now on: none before it is open, and it is', () => {
		fc.assert(
			fc.property(window, zone, now, (...given) => {
				const [wanted, where, start] = given;
				const found = nextOpening(wanted, where, start);
				const minute = 60_000;
				const end = found ?? start + 14 * 24 * 60 * minute;

				if (found !== undefined) {
					expect(isOpen(wanted, where, found)).toBe(true);
					expect(found).toBeGreaterThanOrEqual(start);
				}
				for (
					let earlier = start;
					earlier < Math.min(end, start + 300 * minute);
					earlier = (Math.floor(earlier / minute) + 1) * minute
				) {
					expect(isOpen(wanted, where, earlier)).toBe(false);
				}
			}),
			{ numRuns: 100 },
		);
	});
});

describe('what time keeps from being sent', () => {
	const outcomeAt = (now: string, expires?: string, window?: SendWindow) =>
		timingSafeguards('Asia/Tokyo', window)(
			entryTo('33612345678', { ...(expires && { expiresAt: Date.parse(expires) }) }),
			Date.parse(now),
		);
	const NOON = '2026-06-15T12:00:00Z';

	it('is expired from the moment on that Do Not Send After says', () => {
		expect(outcomeAt('2026-06-15T11:59:59.999Z', NOON)).toBeUndefined();
		expect(outcomeAt(NOON, NOON)).toMatchObject({
			reason: 'expired',
			causes: [{ name: 'datePassed', value: '15 Jun 2026, 21:00 (Asia/Tokyo)' }],
		});
	});

	it("names the workflow's zone where it is outside the window, in sendAt too", () => {
		const window = windowOf('08:00-20:00');

		expect(outcomeAt('2026-06-15T10:59:00Z', undefined, window)).toBeUndefined();
		expect(outcomeAt('2026-06-15T11:00:00Z', undefined, window)).toStrictEqual({
			status: 'notSent',
			reason: 'outsideWindow',
			smsCount: 0,
			sendAt: '2026-06-16T08:00:00.000+09:00',
			causes: [{ name: 'outsideWindow', opens: '16 Jun 2026, 08:00 (Asia/Tokyo)' }],
		});
	});

	it('promises no time at which it is expired', () => {
		const window = windowOf('08:00-20:00');
		const sendAt = (expires: string) => outcomeAt(NOON, expires, window)!.sendAt;

		expect(sendAt('2026-06-15T23:00:00.001Z')).toBe('2026-06-16T08:00:00.000+09:00');
		expect(sendAt('2026-06-15T23:00:00.000Z')).toBeUndefined();
	});
});
