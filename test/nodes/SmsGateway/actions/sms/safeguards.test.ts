import { NOTHING_SENT } from '../../../../../nodes/SmsGateway/words/errors';
import { atTime } from '../../../../support/clock';
import type { ServiceResult } from '../../../../support/gateway';
import { accepted, bulkSend, people, phones, refusal, waysToSend } from '../../run';
import { tell, type Chapters, type Story } from '../../stories';

const [ADA, BEN, CLEO] = phones(3) as [string, string, string];
const FRENCH = '33612345678';
const OPTED_OUT = '33698765432';
const AMERICAN = '12125550123';
const onError = 'continueRegularOutput';
const items = [{ phone: OPTED_OUT }, { phone: FRENCH }];
const each = <T>(
	name: string,
	values: Record<string, T>,
	story: (value: T, key: string) => Story | Chapters,
) =>
	Object.fromEntries(
		Object.entries(values).map(([key, value]) => [`${name}: ${key}`, story(value, key)]),
	);

// The test workflow is in New York, four hours behind.
const DAY = '2026-07-01T19:00:00Z';
const NIGHT = '2026-07-02T02:00:00Z';
const sendWindow = { window: { from: '08:00', until: '20:00' } };

/** The service answers so late that it is night by then. */
const acceptsLate: ServiceResult = () => {
	atTime(NIGHT);
	return accepted;
};
const slow = {
	at: DAY,
	items: people(3),
	options: { batchSize: 1, concurrency: 1 },
	responds: [acceptsLate, accepted],
	sent: [ADA],
};
const TIMES = {
	outsideWindow: { sendWindow },
	expired: { doNotSendAfter: '2026-07-01T20:00:00Z' },
};

describe.each(waysToSend)('%s', (route, run) => {
	tell([route, run], {
		...each(
			'sends to nobody who is excluded',
			{
				'as a JavaScript number': 33698765432,
				'a list by commas': '2290197001234, +33 6-98-76-54-32',
				'an array with empty cells': ['', null, '+33698765432', '  '],
				'a cell with two numbers': '+33698765433 or +33698765432',
				'a cell with a word': 'Mother: +33 6 98 76 54 32',
				'a cell with an extension': '+33 6 98 76 54 32 12',
				'a cell with what is only dialed at home': '+33 06 98 76 54 32',
			},
			(excludedRecipients) => ({
				items,
				responds: accepted,
				safeguards: { excludedRecipients } as Story['safeguards'],
				sent: [FRENCH],
				out: { status: ['skipped', 'accepted'], reason: ['excluded', 'accepted'] },
			}),
		),
		...each(
			'knows the phone of another form of its number',
			{
				AR: ['+54 9 11 2345-6789', '11 2345-6789', 'AR'],
				BR: ['+55 11 6123-4567', '+55 11 96123-4567', ''],
				BJ: ['+229 01 97 12 34 56', '+229 97 12 34 56', ''],
			},
			([excludedRecipients, phone, defaultCountry]) => [
				{
					items: [{ phone }],
					safeguards: { excludedRecipients },
					options: defaultCountry === '' ? {} : { defaultCountry },
					out: { reason: ['excluded'] },
				},
				{
					items: [{ phone }, { phone: excludedRecipients }],
					safeguards: {},
					responds: accepted,
					sent: 'whoever',
					out: { reason: ['accepted', 'duplicate'] },
				},
			],
		),
		'reads two columns of opt-outs, of which items have one or none': {
			items: [
				{ ...items[0]!, off: null, alsoOff: '' },
				{ ...items[1]!, off: OPTED_OUT },
			],
			safeguards: { excludedRecipients: '={{ $json.off }}, {{ $json.alsoOff }}' },
			responds: accepted,
			sent: [FRENCH],
			out: { status: ['skipped', 'accepted'] },
		},
		'refuses everything where one of the excluded cannot be read: it may be anybody': {
			items,
			safeguards: { excludedRecipients: '+33698765432, 06 12 34 56 78' },
			says: 'number invalidParameter noCountryCode Safeguards > Excluded Recipients',
			explains: ['"06 12 34 56 78"', NOTHING_SENT],
		},
		'leaves out whoever opted out in any of the items': {
			responds: accepted,
			items: [
				{ phone: FRENCH, optOut: false },
				{ phone: OPTED_OUT, optOut: false },
				{ phone: '+33 6 98 76 54 32', optOut: true },
			],
			safeguards: { excludedRecipients: '={{ $json.optOut ? $json.phone : "" }}' },
			sent: [FRENCH],
			out: { status: ['accepted', 'skipped', 'skipped'] },
		},
		'excludes the number of today where one of an old plan is refused': {
			items: [{ phone: '+229 01 97 12 34 56' }],
			safeguards: { excludedRecipients: '22997123456' },
			out: { reason: ['excluded'] },
		},
		'excludes both where the default country decides, as an SMS cannot be taken back': {
			items: [{ phone: '+1 512 555 0143' }, { phone: '0151 25550143' }],
			safeguards: { excludedRecipients: '15125550143' },
			options: { defaultCountry: 'DE' },
			out: { reason: ['excluded', 'excluded'] },
		},
		'allows neither of them': {
			items,
			safeguards: { allowedRecipients: '33612345678' },
			options: { defaultCountry: 'DE' },
			says: 'number invalidParameter ambiguous Safeguards > Allowed Recipients',
		},
		...each(
			'sends to allowed countries only',
			{ 'a list': ['BJ', 'US'], 'an expression with text': '={{ "bj, us" }}' },
			(allowedCountries) => ({
				items: [ADA, FRENCH, AMERICAN].map((phone) => ({ phone })),
				responds: accepted,
				safeguards: { allowedCountries },
				onError,
				sent: [ADA, AMERICAN],
				out: {
					status: ['accepted', 'notSent', 'accepted'],
					reason: ['accepted', 'countryNotAllowed', 'accepted'],
				},
			}),
		),
		"keeps to the workflow's clock, and says when the window opens next": {
			at: '2026-07-01T06:30:00Z',
			items: people(1),
			safeguards: { sendWindow },
			onError,
			out: { reason: ['outsideWindow'], sendAt: ['2026-07-01T08:00:00.000-04:00'] },
		},
		...each('keeps the others of a long run from being sent to', TIMES, (safeguards, late) => ({
			...slow,
			safeguards,
			onError,
			out: { reason: ['accepted', late, late] },
		})),
		'sends what two items send until the later of their deadlines': {
			...slow,
			items: [
				{ phone: ADA, until: '' },
				{ phone: BEN, until: '2026-07-01T20:00:00Z' },
				{ phone: BEN, until: '2026-07-02T20:00:00Z' },
			],
			safeguards: { doNotSendAfter: '={{ $json.until }}' },
			sent: [ADA, BEN],
			out: { reason: ['accepted', 'accepted', 'duplicate'] },
		},
		'sends to Test Recipients only in an execution started by hand': [
			{
				items: people(3),
				responds: accepted,
				safeguards: { testRecipients: `+${BEN}` },
				mode: 'manual',
				sent: [BEN],
				out: { reason: ['testRun', 'accepted', 'testRun'] },
				hint: 'Safeguards > Test Recipients',
			},
			{ mode: 'trigger', sent: phones(3) },
		],
		'sends plain characters where that saves SMS': {
			items: people(1),
			parameters: { message: `${'a'.repeat(80)}’` },
			options: { replaceSpecialCharacters: 'typographic' },
			responds: accepted,
			sent: [ADA],
			texts: [`${'a'.repeat(80)}'`],
		},
		'hands the input item on, for failures too': {
			items: [
				{ phone: ADA, name: 'Ada' },
				{ phone: 'abc', name: 'Ben' },
			],
			options: { includeInputFields: true },
			onError,
			responds: accepted,
			sent: [ADA],
			out: {
				input: [
					{ phone: ADA, name: 'Ada' },
					{ phone: 'abc', name: 'Ben' },
				],
			},
		},
	});
});

tell(['bulk', bulkSend], {
	...each(
		'who was sent to stays accepted in a Retry that is too late',
		TIMES,
		(safeguards, late) => [
			{
				...slow,
				safeguards,
				responds: [accepted, refusal('Busy')],
				sent: [ADA, BEN],
				says: 'refusedByService',
			},
			{ retryOf: 0, at: NIGHT, says: late },
		],
	),
	'hands on the item of each of several recipients': {
		items: [
			{ phone: `${ADA}, ${BEN}`, name: 'a couple' },
			{ phone: CLEO, name: 'Cleo' },
		],
		options: { includeInputFields: true },
		responds: accepted,
		sent: [ADA, BEN, CLEO],
		out: {
			input: [
				{ phone: `${ADA}, ${BEN}`, name: 'a couple' },
				{ phone: `${ADA}, ${BEN}`, name: 'a couple' },
				{ phone: CLEO, name: 'Cleo' },
			],
		},
	},
});
