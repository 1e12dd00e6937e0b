import type { Entry } from '../../../../../nodes/SmsGateway/domain/entry';
import { withoutRequest } from '../../../../../nodes/SmsGateway/domain/outcome';
import { countriesOf } from '../../../../../nodes/SmsGateway/domain/recipient/countries';
import {
	type SendWindow,
	type TimingRules,
	timingSafeguards,
} from '../../../../../nodes/SmsGateway/domain/safeguards/timing';
import { inWords } from '../../../../support/saying';

const PARIS = '33612345678';
const ABIDJAN = '2250700001234';

const window: SendWindow = { from: 8 * 60, until: 20 * 60, days: [0, 1, 2, 3, 4, 5, 6] };

const safeguards = (rules: Partial<TimingRules>) => {
	const judge = timingSafeguards({ timeZone: 'Asia/Tokyo', countriesOf, ...rules });
	return (entry: Partial<Entry>, now: string) =>
		inWords(
			judge(
				{ item: 0, senderId: 'S', message: 'm', recipient: PARIS, key: '', ...entry },
				Date.parse(now),
			),
		);
};

describe('Do Not Send After', () => {
	const judge = safeguards({});
	const entry = { expiresAt: Date.parse('2026-06-15T12:00:00Z') };

	it('fails it from then on', () => {
		expect(judge(entry, '2026-06-15T12:00:00.000Z')).toMatchObject({
			status: 'notSent',
			reason: 'expired',
			explanation:
				"Not sent: 'Safeguards > Do Not Send After' has passed. It was 15 Jun 2026, 21:00 (Asia/Tokyo).",
		});
	});
});

describe('Send Window', () => {
	it("goes by the clock of the recipient's country", () => {
		const judge = safeguards({ window });

		expect(judge({ recipient: PARIS }, '2026-06-15T06:30:00Z')).toBeUndefined();
		expect(judge({ recipient: ABIDJAN }, '2026-06-15T06:30:00Z')).toMatchObject({
			status: 'notSent',
			reason: 'outsideWindow',
			sendAt: '2026-06-15T08:00:00.000Z',
			explanation:
				"Not sent: it is outside the 'Safeguards > Send Window'. It is 06:30 in Africa/Abidjan. It opens next on 15 Jun 2026, 17:00 (Asia/Tokyo).",
		});
	});

	it("goes by the workflow's clock for a number that no country has", () => {
		expect(
			safeguards({ window })({ recipient: '999123456789' }, '2026-06-15T12:00:00Z'),
		).toStrictEqual(expect.objectContaining({ sendAt: '2026-06-15T23:00:00.000Z' }));
	});

	it('looks once a minute when it opens in a country, not for each recipient', () => {
		const { Locale } = Intl;
		const locales = jest.spyOn(Intl, 'Locale').mockImplementation((tag) => new Locale(tag));
		const judge = safeguards({ window });
		const lookUps = ['06:30:00', '06:30:59', '06:31:00'].map((time) => {
			for (let last = 0; last < 3; last++) {
				judge({ recipient: `3361234567${last}` }, `2026-06-15T${time}Z`);
			}
			return locales.mock.calls.length;
		});
		locales.mockRestore();

		expect(lookUps).toStrictEqual([1, 1, 2]);
	});

	it.each([
		['America/New_York', '2026-06-15T11:59:00Z', '2026-06-15T12:00:00Z'],
		['US/Pacific', '2026-06-15T14:59:00Z', '2026-06-15T15:00:00Z'],
	])(
		"goes by the workflow's clock in a country of several zones that has it: %s",
		(timeZone, before, opening) => {
			const judge = safeguards({ window, timeZone });

			expect(judge({ recipient: '12125550123' }, before)?.sendAt).toBe(
				new Date(opening).toISOString(),
			);
			expect(judge({ recipient: '12125550123' }, opening)).toBeUndefined();
			expect(judge({ recipient: PARIS }, '2026-06-15T05:59:00Z')).toBeDefined();
		},
	);

	it("does not where the workflow's zone is not known", () => {
		const unknownCountry = withoutRequest('outsideWindow', []);
		const judge = safeguards({ window, timeZone: 'America/New_York', unknownCountry });

		expect(judge({ recipient: '12125550123' }, '2026-06-15T12:00:00Z')).toBeDefined();
	});

	it.each(['2026-06-15T06:00:00Z', '2026-06-15T18:00:00Z'])(
		"goes by the workflow's clock for a number of an unknown country, where that is known: %s",
		(now) => {
			const unknownCountry = withoutRequest('countryNotAllowed', [{ name: 'countryUnknown' }]);
			const rules = { window, timeZone: 'Europe/Paris', countriesOf: () => [] };
			const isClosed = safeguards(rules)({}, now) !== undefined;

			expect(isClosed).toBe(now.includes('T18'));
			expect(safeguards({ ...rules, unknownCountry })({}, now)?.reason).toBe('countryNotAllowed');
			const known = safeguards({ ...rules, unknownCountry, countriesOf: () => ['FR'] });
			expect(known({}, now)?.reason).toBe(isClosed ? 'outsideWindow' : undefined);
		},
	);

	it('is open in another country where it is in all of its time zones', () => {
		const judge = safeguards({ window });

		// 8 in the morning in Honolulu and Adak, 14 in New York.
		expect(judge({ recipient: '12125550123' }, '2026-06-15T17:59:00Z')).toBeDefined();
		expect(judge({ recipient: '12125550123' }, '2026-06-15T18:00:00Z')).toBeUndefined();
	});

	it('says which of several zones decided', () => {
		const judge = safeguards({ window });

		expect(judge({ recipient: '12125550123' }, '2026-06-15T14:00:00Z')).toMatchObject({
			explanation:
				"Not sent: it is outside the 'Safeguards > Send Window'. It is 05:00 in America/Adak. It opens next on 16 Jun 2026, 03:00 (Asia/Tokyo).",
			sendAt: '2026-06-15T18:00:00.000Z',
		});
	});

	it("promises no time after 'Do Not Send After'", () => {
		const judge = safeguards({ window });
		const until = (expiresAt: string) =>
			judge({ expiresAt: Date.parse(expiresAt) }, '2026-06-14T22:00:00Z');

		// It opens at 8 in Paris.
		expect(until('2026-06-15T06:00:00.001Z')?.sendAt).toBe('2026-06-15T06:00:00.000Z');
		expect(until('2026-06-15T06:00:00.000Z')).toStrictEqual({
			status: 'notSent',
			reason: 'outsideWindow',
			smsCount: 0,
			explanation:
				"Not sent: it is outside the 'Safeguards > Send Window'. It is 00:00 in Europe/Paris. It opens next on 15 Jun 2026, 15:00 (Asia/Tokyo). That is after 'Safeguards > Do Not Send After': 15 Jun 2026, 15:00 (Asia/Tokyo).",
		});
	});

	it('says when a country has no common hour', () => {
		const short = { ...window, until: 9 * 60 };
		const outcome = safeguards({ window: short })(
			{ recipient: '79161234567' },
			'2026-06-15T06:30:00Z',
		);

		expect(outcome).toMatchObject({ status: 'notSent', reason: 'outsideWindow' });
		expect(outcome?.sendAt).toBeUndefined();
		expect(outcome?.explanation).toContain('never open in all time zones');
	});
});
