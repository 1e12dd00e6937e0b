import type { Cause, CauseOf } from '../../../../nodes/SmsGateway/domain/cause';
import {
	withoutRequest,
	type Reason,
	type Status,
} from '../../../../nodes/SmsGateway/domain/outcome';
import { explain, explainApart } from '../../../../nodes/SmsGateway/words/causes';
import { reasonInWords, refusedInWords } from '../../../../nodes/SmsGateway/words/refused';
import { FINDINGS } from '../../../../nodes/SmsGateway/words/service';
import { invalidNumber } from '../../../fixtures/causes';

/** Stands for a value of an item. */
const VALUE = 'Ada 0612345678.';

/** Of each of the forms that a cause has. */
type FactsOf<C> = C extends unknown ? Omit<C, 'name'> : never;

type ServiceFacts = FactsOf<CauseOf<'service'>>;

type Samples = {
	[N in Cause['name']]: [
		reason: Reason,
		first: FactsOf<CauseOf<N>>,
		...others: Array<FactsOf<CauseOf<N>>>,
	];
};

/** Every finding about an answer of the service, about an SMS that ended so; undefined for a balance. */
function service(sms?: Status): [ServiceFacts, ...ServiceFacts[]] {
	const facts = Object.keys(FINDINGS).map((found): ServiceFacts => ({
		found: found as ServiceFacts['found'],
		...(sms && { sms }),
		value: 'x',
	}));
	return [{ ...facts[0]!, says: 'No.', http: 400, advice: 'Ask.' }, ...facts];
}

/** Every cause, with each fact that changes its words. */
const SAMPLES: Samples = {
	thrown: ['invalidParameter', { error: 'Credential with ID "7" does not exist.' }],
	number: [
		'invalidRecipient',
		{ given: VALUE, flaw: invalidNumber('0612345678').flaw },
		{ given: VALUE, flaw: invalidNumber('nobody').flaw },
	],
	noRecipient: ['invalidRecipient', {}],
	listedNumber: [
		'invalidParameter',
		{ field: 'Safeguards > Excluded Recipients', value: VALUE, flaw: invalidNumber('nobody').flaw },
	],
	noValue: [
		'missingValue',
		{ field: 'Message', expression: '{{ $json.name }}' },
		{ field: 'Message', expression: '{{ $json.name }}', gave: 'an empty field' },
		{ field: 'Message', expression: '{{ $json.name }}', gave: 'an object' },
		{ field: 'Message', expression: '{{ $json.name }}', error: VALUE },
		{ field: 'Message', expression: '{{ $json.name }}', about: 'The items have no fields.' },
	],
	oneForAll: [
		'invalidParameter',
		{
			field: 'Message',
			expression: '{{ $json.name }}',
			one: '{{ $json.phone }}',
			first: '{{ $input.first().json.name }}',
			isChoosy: false,
			executeOnce: false,
		},
		{ field: 'Message', expression: '{{ $json.name }}', isChoosy: true, executeOnce: true },
	],
	allForEach: [
		'invalidParameter',
		{
			items: 5,
			expression: '{{ $input.all().map((item) => item.json.phone) }}',
			one: '{{ $json.phone }}',
			isChoosy: false,
			executeOnce: false,
		},
		{
			items: 5,
			expression: "{{ $('Sheet').all().filter((item) => item.json.ok) }}",
			isChoosy: true,
			executeOnce: false,
		},
	],
	roundedKey: [
		'invalidParameter',
		{ field: 'Safeguards > Deduplication Key', expression: '{{ $json.id }}' },
	],
	placeholder: [
		'invalidParameter',
		{ field: 'Message', found: '{name}', advice: 'Write {{ $json.name }} instead.' },
		{ field: 'Message', found: '{name}', isInExpression: true },
	],
	oneOfList: [
		'invalidParameter',
		{
			field: 'Message',
			expression: '{{ $json.name[0] }}',
			chosen: '{{ $json.name.at(0) }}',
		},
	],
	noSender: ['invalidSender', {}],
	noMessage: ['invalidMessage', {}],
	wrongValue: ['invalidParameter', { field: 'Message', mustBe: 'text', value: VALUE }],
	wrongSetting: [
		'invalidParameter',
		{ field: 'Safeguards > Max SMS per Execution', mustBe: 'a number', value: VALUE },
	],
	tooMany: [
		'invalidParameter',
		{ most: 200_000, of: 'item' },
		{ most: 1_000_000, of: 'execution' },
	],
	tooNested: ['invalidParameter', { most: 10 }],
	expired: ['expired', { at: '23 Nov 2026, 08:00 (Africa/Porto-Novo)' }],
	outsideWindow: [
		'outsideWindow',
		{ time: '21:07', zone: 'Europe/Paris' },
		{ time: '21:07', zone: 'Europe/Paris', opens: '23 Nov 2026, 08:00 (Europe/Paris)' },
		{ time: '21:07', zone: 'Europe/Paris', opens: 'tomorrow', expired: 'today' },
	],
	countryNotAllowed: ['countryNotAllowed', {}, { country: 'France' }],
	overMaxSms: ['overMaxSms', { sms: 3, most: 1, sent: 0 }, { sms: 3, most: 1, sent: 2 }],
	balanceTooLow: ['balanceTooLow', { sms: 3, cost: '0.3', balance: '0.1', missing: '0.2' }],
	balanceUnreadable: [
		'balanceUnreadable',
		{ causes: [{ name: 'service', found: 'serverError', http: 500 }] },
	],
	keysCounted: ['overMaxSms', {}],
	otherTurns: ['balanceTooLow', { sms: 3 }],
	emptySetting: [
		'invalidParameter',
		{ field: 'Safeguards > Max SMS per Execution', is: '0', fill: 'Enter a number' },
	],
	failedExpression: [
		'invalidParameter',
		{ field: 'Options > Timeout' },
		{ field: 'Options > Timeout', error: VALUE },
	],
	differs: [
		'invalidParameter',
		{ field: 'Options > Timeout', item: 3 },
		{ field: 'Safeguards > Allowed Recipients', item: 3, list: '{{ $json.all() }}' },
	],
	credential: [
		'invalidCredential',
		{ flaw: 'notChosen' },
		{ flaw: 'noBaseUrl' },
		{ flaw: 'spaceInBaseUrl' },
		{ flaw: 'invalidBaseUrl' },
		{ flaw: 'otherProtocol' },
		{ flaw: 'userInBaseUrl' },
		{ flaw: 'queryInBaseUrl' },
		{ flaw: 'notEncrypted' },
		{ flaw: 'noToken' },
		{ flaw: 'quotedToken' },
		{ flaw: 'invalidToken' },
	],
	otherOrigin: ['invalidCredential', { own: 'https://sms.example.com' }],
	credentialDiffers: ['invalidCredential', { field: 'Access Token', item: 3 }],
	cannotAsk: [
		'invalidParameter',
		{ because: 'insideAgent' },
		{ because: 'engine2' },
		{ because: 'severalRecipients' },
	],
	askedElsewhere: ['interrupted', {}],
	hiddenFromAgent: ['invalidParameter', {}],
	unsafeLink: [
		'invalidParameter',
		{ host: 'n8n.lan', because: 'private' },
		{ host: 'n8n.example.com', because: 'notEncrypted' },
	],
	datePassed: ['invalidParameter', { field: 'Options > Limit Wait Time > Max Date and Time' }],
	longTimeout: ['invalidParameter', { most: 60 }],
	tooManyKeys: ['invalidParameter', { recipients: 50_000, most: 40_000 }],
	partOfList: [
		'invalidParameter',
		{
			field: 'Safeguards > Allowed Recipients',
			expression: '{{ $json.x }}',
			list: '{{ $json.y }}',
		},
	],
	needsZone: ['invalidParameter', { field: 'Safeguards > Send Window', cure: 'Remove it' }],
	overDailyLimit: [
		'overMaxSmsPerDay',
		{ sms: 1, most: 5, left: 0 },
		{ sms: 3, most: 5, left: 1 },
		{ sms: 3, most: 2, left: 2 },
	],
	service: ['rateLimited', ...service('notSent')],
	stopped: [
		'stopped',
		{ by: 'failure' },
		{ by: 'refusal' },
		{ by: 'tokenRefused' },
		{ by: 'redirected' },
	],
	askedToWait: ['rateLimited', { minutes: 6 }, { minutes: 1441 }, { minutes: 60, isTotal: true }],
	cancelled: ['cancelled', {}],
	duplicate: ['duplicate', { item: 3 }],
	excluded: ['excluded', {}],
	notAllowed: ['notAllowed', {}],
	testRun: ['testRun', {}],
	evaluation: ['evaluation', {}],
	alreadySent: ['alreadySent', { by: 'key' }, { by: 'repeat' }, { by: 'retry' }],
	interrupted: ['interrupted', { by: 'key' }, { by: 'repeat' }, { by: 'retry' }, { by: 'run' }],
	notSaved: [
		'deduplicationUnavailable',
		{ what: 'key', error: 'database is locked.' },
		{ what: 'count', error: 'database is locked.' },
	],
	acceptedBefore: ['accepted', {}],
};

const CASES = Object.entries(SAMPLES).flatMap(([name, [reason, ...facts]]) =>
	facts.map((fact) => [name, reason, { name, ...fact } as Cause] as const),
);

/** What no sentence of ours has, whatever it is about. */
const BROKEN = [
	/undefined|null|NaN|\[object/,
	/ {2}| \.|\.\.|: :|\. (?!n8n )[a-z]/,
	/\b1 (recipients|numbers|items)\b/,
	/\b[2-9] (recipient|number|item)\b/,
	/\b1 \w+ (are|have|contain)\b/,
	/\b[2-9] \w+ (is|has|contains)\b/,
	/\b[2-9] numbers (are|have|contain)\b[^.]*\bit\b/,
];

function expectSentences(text: string): void {
	for (const broken of BROKEN) expect(text).not.toMatch(broken);
	expect(text).toMatch(/^[A-Z"'][^]*[.?]$/);
	// Behind a colon goes on what the head began; a quotation may stand there.
	expect(text).not.toMatch(/(?<!n8n says|"): [A-Z](?![A-Z])/);
}

describe.each(CASES)('the cause %s of %s: %j', (_, reason, cause) => {
	const refusedOf = (count: number, total: number) =>
		refusedInWords(
			'Nothing was sent',
			Array.from({ length: count }, (__, item) => ({
				item,
				outcome: withoutRequest(reason, [cause]),
			})),
			total,
			false,
		);

	it('is one sentence after the other for its item, with its value', () => {
		const text = explain([cause], 3);
		expectSentences(text.replaceAll(`"${VALUE}"`, '"x"').replaceAll(VALUE, 'Words.'));
		expect(text.includes(VALUE)).toBe(JSON.stringify(cause).includes(VALUE));
	});

	it.each([
		[1, 1],
		[1, 5],
		[3, 5],
		[5, 5],
	])('is grammatical, and names no value in the message: %i of %i', (count, total) => {
		const { message, list } = refusedOf(count, total);
		expectSentences(message);
		expect(message).not.toContain(VALUE);
		expect(`${message} ${list}`.includes(VALUE)).toBe(JSON.stringify(cause).includes(VALUE));
		expect(explainApart([cause]).message).not.toContain(VALUE);
	});

	it.each(['Nothing was sent', 'Not sent'])('says why behind "%s", without a value', (head) => {
		const { message } = reasonInWords(withoutRequest(reason, [cause]), head);
		expectSentences(message);
		expect(message).not.toContain(VALUE);
	});
});

it('says of each finding what became of the SMS, and nothing of one where it read the balance', () => {
	const saying = (sms?: Status) =>
		service(sms).map((facts) => explain([{ name: 'service', ...facts }]));
	for (const text of saying('unknown')) expect(text).toContain('The SMS may have been sent.');
	for (const status of ['rejected', 'notSent'] as const) {
		for (const text of saying(status)) expect(text).toContain(', so it was not sent.');
	}
	for (const text of saying()) expect(text).not.toMatch(/sent\b/);
	expect(saying('notSent')[0]).toMatch(/^No\. Accepted .+ \(HTTP 400\), so .+ Ask\.$/);
});

const WINDOW = { name: 'outsideWindow', time: '21:07', zone: 'Europe/Paris' } as const;
const LIMIT = { name: 'overDailyLimit', sms: 3, most: 3, left: 1 } as const;
const ALLOWED =
	"Not sent: 'Safeguards > Allowed Countries' does not include the country. Check the number for typos, or add the country.";
const PER_DAY = "Not sent: 3 SMS are needed, and 'Safeguards > Max SMS per Day' allows";
const WAIT = 'Wait that long, then send to the rest.';
const NO_VALUE = { name: 'noValue', field: 'Message', expression: '{{ $json.name }}' } as const;

it.each<[Cause, string]>([
	[
		WINDOW,
		"Not sent: it is outside the 'Safeguards > Send Window'. It does not open within two weeks. Make it longer. It is 21:07 in Europe/Paris.",
	],
	[
		{ ...WINDOW, opens: 'Monday, 08:00', expired: 'today' },
		"Not sent: it is outside the 'Safeguards > Send Window'. It is 21:07 in Europe/Paris. It opens next on Monday, 08:00. That is after 'Safeguards > Do Not Send After': today.",
	],
	[{ name: 'countryNotAllowed' }, `${ALLOWED} The country is not known.`],
	[{ name: 'countryNotAllowed', country: 'France' }, `${ALLOWED} It is a number of France.`],
	[LIMIT, `${PER_DAY} 3 a day, of which 1 is left. Wait until tomorrow, or raise the limit.`],
	[
		{ ...LIMIT, most: 2 },
		`${PER_DAY} 2 a day, of which 1 is left. Send to fewer recipients, or raise the limit.`,
	],
	[
		{ name: 'askedToWait', minutes: 1440 },
		`Not sent: the service asked to wait 1440 minutes. ${WAIT}`,
	],
	[
		{ name: 'askedToWait', minutes: 1441 },
		`Not sent: the service asked to wait more than a day. ${WAIT}`,
	],
	[
		{ name: 'notSaved', what: 'key', error: 'down' },
		'Not sent, because the deduplication key could not be saved: down.',
	],
	[
		{ name: 'notSaved', what: 'count', error: 'down' },
		"Not sent, because the count for 'Safeguards > Max SMS per Day' could not be saved: down.",
	],
	[{ name: 'acceptedBefore' }, 'Accepted in an earlier attempt, and not sent again.'],
	[NO_VALUE, "'Message' has no value for {{ $json.name }} in the 4th item."],
])('says of %j: %s', (cause, text) => {
	expect(explain([cause], 3)).toBe(text);
});

describe('of several that are refused', () => {
	const refusedOf = (...causes: Array<[item: number, ...causes: Cause[]]>) => {
		const refused = causes.map(([item, ...some]) => ({
			item,
			outcome: withoutRequest('invalidRecipient', some),
		}));
		return (total: number) => refusedInWords('Nothing was sent', refused, total, false);
	};
	const late = (at: string): Cause => ({ name: 'expired', at });
	const PASSED = "Nothing was sent: 'Safeguards > Do Not Send After' has passed";

	it('says what is the same for all of them once, and of each what is not', () => {
		expect(refusedOf([0, late('today')], [1, late('today')])(2)).toStrictEqual({
			message: `${PASSED} for 2 recipients.`,
			list: 'It was today.',
		});
		expect(refusedOf([0, late('today')], [1, late('now')])(2)).toStrictEqual({
			message: `${PASSED} for 2 recipients.`,
			list: `1st item: ${PASSED.slice(18)}. It was today. The same in the 2nd item.`,
		});
		expect(refusedOf([3, late('today')], [3, late('now')])(2).list).toBe(
			`4th item: ${PASSED.slice(18)}. It was today.`,
		);
	});

	it('names nobody where there is one recipient', () => {
		expect(refusedOf([3, late('today')])(1).message).toBe(`${PASSED}.`);
		expect(refusedOf([3, late('today')])(2).message).toBe(
			`${PASSED} for the recipient of the 4th item.`,
		);
		const both = refusedOf([3, late('today'), { name: 'noMessage' }]);
		expect(both(1).message).toBe('Nothing was sent: more than one thing is wrong with this.');
		expect(both(1).list).not.toContain('item:');
		expect(both(2).list).toContain('4th item:');
	});

	it('takes two things that are wrong with one for two', () => {
		const two = refusedOf([0, late('today'), late('today')], [1, { name: 'noMessage' }]);
		expect(two(2).message).toContain('2 of 2 recipients');
		expect(refusedOf([0, late('a'), late('b')])(2).message).toContain('more than one thing');
	});
});

it('says all that is wrong with an item', () => {
	const causes: Cause[] = [invalidNumber('nobody'), { name: 'noMessage' }];
	const outcome = withoutRequest('invalidRecipient', causes);
	const { message, list } = refusedInWords('Nothing was sent', [{ item: 3, outcome }], 5, false);

	expect(message).toBe('Nothing was sent: more than one thing is wrong with the 4th item.');
	expect(list).toBe(
		'4th item: "nobody": It contains letters. Enter the number alone.\n4th item: \'Message\' is empty. Enter a text.',
	);
});
