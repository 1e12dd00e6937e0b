import type { Entry } from '../../../../nodes/SmsGateway/domain/entry';
import { withoutRequest, type Reason } from '../../../../nodes/SmsGateway/domain/outcome';
import {
	totalOf,
	type KeptOut,
	type RefusedEntry,
	type TextPreview,
} from '../../../../nodes/SmsGateway/domain/plan/preview';
import {
	aboutSenderId,
	addressees,
	firstProblemIn,
	keptOutInWords,
	notesOn,
	problemsInWords,
	textCostOf,
	verdictOn,
	verdictOnRun,
	whyNothing,
	type TextCost,
} from '../../../../nodes/SmsGateway/words/preview';

const keptOut = (counts: Partial<Record<Reason, number>> = {}): KeptOut => ({
	reasons: (Object.keys(counts) as Reason[]).flatMap((reason) =>
		new Array<Reason>(counts[reason]!).fill(reason),
	),
	notNumbers: [],
});

const fails = (item: number): RefusedEntry => ({
	item,
	outcome: withoutRequest('missingValue', [
		{ name: 'noValue', field: 'Message', expression: '{{ $json.name }}' },
	]),
});

const preview = (more: Partial<TextPreview> = {}): TextPreview => ({
	senderId: 'MyShop',
	message: 'Hello',
	recipient: '46701740601',
	isForOne: false,
	items: [0],
	total: 3,
	recipients: 3,
	keptOut: keptOut(),
	refused: [],
	unusual: [],
	withOtherTexts: [],
	requests: 1,
	estimatedSms: 3,
	...more,
});

it('names what is no number, each once, and how many more', () => {
	const some = (notNumbers: string[]): KeptOut => ({
		...keptOut({ invalidRecipient: notNumbers.length, duplicate: 1 }),
		notNumbers,
	});
	expect(keptOutInWords(some(['12']))).toBe('1 invalid ("12"), 1 duplicate');
	expect(keptOutInWords(some(['12', ' ', '12', 'x$&', 'y', 'z']))).toBe(
		'6 invalid ("12", empty, "x$&" and 2 more), 1 duplicate',
	);
	expect(totalOf([preview({ keptOut: some(['12']) })]).keptOut.notNumbers).toStrictEqual(['12']);
});

it('lists ten that are refused, and counts the others', () => {
	const refused = Array.from({ length: 12 }, (_, item) => fails(item));
	expect(problemsInWords(preview({ refused: refused.slice(0, 10) })).at(-1)).toMatch(
		/^10th item: /,
	);
	expect(problemsInWords(preview({ refused })).slice(9)).toStrictEqual([
		expect.stringMatching(/^10th item: /),
		'and 2 more',
	]);
});

it('tells why the first is kept out, where the verdict does not', () => {
	const outcome = withoutRequest('invalidRecipient', [{ name: 'noRecipient' }]);
	const texts = [preview({ refused: [fails(0), { item: 1, outcome }, { item: 2, outcome }] })];
	expect(firstProblemIn(texts)).toStrictEqual([expect.stringMatching(/^2nd item: /)]);
});

it.each([
	[{ recipient: '', isForOne: false }, 'empty and 2 more'],
	[{ recipient: '', isForOne: true }, ''],
	[{ recipient: '12', isForOne: false }, '12 and 2 more'],
	[{ recipient: '12', isForOne: true }, '12'],
])('names those of %j', (given, words) => {
	expect(addressees(preview(given))).toBe(words);
});

it('names the first value that is missing, and in which item', () => {
	const missing = { ...keptOut({ missingValue: 2, duplicate: 1 }), firstMissing: fails(1) };
	const words =
		"2 with a missing value ('Message' has no value for {{ $json.name }} in the 2nd item), 1 duplicate";
	expect(keptOutInWords(missing)).toBe(words);

	const full = preview({ keptOut: keptOut({ expired: 1 }) });
	expect(keptOutInWords(totalOf([full, preview({ keptOut: missing })]).keptOut)).toContain(
		'in the 2nd item), ',
	);
	expect(totalOf([full]).keptOut).toStrictEqual(full.keptOut);
});

describe('why nothing would be sent', () => {
	const oneFails = preview({
		recipients: 2,
		refused: [fails(0)],
		keptOut: keptOut({ invalidRecipient: 1 }),
	});

	it('is the limit that keeps all of it from being sent, whatever else there is', () => {
		expect(whyNothing(totalOf([oneFails]), 'Too many.', true)).toStrictEqual({ why: 'Too many.' });
	});

	it('is what keeps out all recipients', () => {
		const none = preview({ recipients: 0, keptOut: keptOut({ duplicate: 1, excluded: 2 }) });
		expect(whyNothing(totalOf([none]), undefined, false)?.why).toBe(
			'Would send nothing: of 3 recipients, 1 duplicate, 2 excluded.',
		);
		const alone = preview({ total: 1, recipients: 0, keptOut: keptOut({ expired: 1 }) });
		expect(whyNothing(totalOf([alone]), undefined, true)?.why).toBe(
			"Would send nothing: 1 past 'Do Not Send After'.",
		);
		const nameless = preview({ total: 1, recipients: 0, keptOut: keptOut({ missingValue: 1 }) });
		expect(whyNothing(totalOf([nameless]), undefined, true)?.why).toBe(
			'Would send nothing: 1 with a missing value.',
		);
	});

	it('is a failure where On Error is set to Stop, with what to do', () => {
		expect(whyNothing(totalOf([oneFails]), undefined, true)).toStrictEqual({
			why: 'Would send nothing: of 3 recipients, 1 invalid.',
			advice:
				"Fix or remove those that fail, or set 'Settings > On Error' to 'Continue' to send to the others.",
		});
		expect(whyNothing(totalOf([oneFails]), undefined, false)).toBeUndefined();
	});

	it('is not that some are skipped', () => {
		const skipped = preview({ recipients: 2, keptOut: keptOut({ duplicate: 1 }) });
		expect(whyNothing(totalOf([skipped]), undefined, true)).toBeUndefined();
	});
});

describe('the verdict on a text', () => {
	it.each([
		[
			'to no one',
			preview({ recipients: 0, keptOut: keptOut({ excluded: 3 }) }),
			'Would send this message to no one. Kept out: 3 excluded.',
		],
		[
			'to one',
			preview({ recipients: 1, message: 'a'.repeat(161), estimatedSms: 2 }),
			'Would send to 1 recipient: 2 SMS.',
		],
		[
			'to several',
			preview({ message: 'a'.repeat(161), estimatedSms: 6, keptOut: keptOut({ duplicate: 1 }) }),
			'Would send to 3 recipients: 2 SMS each, 6 SMS in total. Kept out: 1 duplicate.',
		],
	])('says what would be sent: %s', (_, text, verdict) => {
		expect(verdictOn(text)).toBe(verdict);
	});
});

describe('the verdict on the run', () => {
	it.each([
		[
			1,
			undefined,
			'Would send 3 SMS to 3 recipients, cost 4.5 balance units. Kept out: 1 duplicate.',
		],
		[
			2,
			undefined,
			'Would send 3 SMS to 3 recipients, 2 different messages, cost 4.5 balance units. Kept out: 1 duplicate.',
		],
		[
			1,
			{ why: 'Would send nothing: 1 expired.', advice: 'Fix it.' },
			'Would send nothing: 1 expired. Fix it. Without that: 3 SMS to 3 recipients, cost 4.5 balance units.',
		],
	])('is one line, for %d texts where %j keeps all of it back', (texts, nothing, verdict) => {
		const run = preview({ keptOut: keptOut({ duplicate: 1 }) });
		expect(verdictOnRun(totalOf([run]), 1.5, texts, nothing)).toBe(verdict);
	});

	it('counts SMS where the balance does, and promises nothing where nobody is left', () => {
		expect(verdictOnRun(totalOf([preview()]), 1, 1, undefined)).toBe(
			'Would send 3 SMS to 3 recipients, cost 3 SMS.',
		);
		const none = preview({ recipients: 0, estimatedSms: 0 });
		expect(verdictOnRun(totalOf([none]), 1, 1, { why: 'Would send nothing: 1.' })).toBe(
			'Would send nothing: 1.',
		);
	});
});

describe('several messages to one number', () => {
	it.each([
		[['22997001234'], '1 number gets'],
		[['22997001234', '22997000001'], '2 numbers get'],
	])('are told of the run: %j', (withOtherTexts, words) => {
		expect(verdictOnRun(totalOf([preview({ withOtherTexts })]), 4.5, 2, undefined)).toContain(
			` ${words} several different messages.`,
		);
		expect(verdictOnRun(totalOf([preview()]), 4.5, 2, undefined)).not.toContain('several');
	});
});

describe('the notes', () => {
	const plain: TextCost = {
		smsPerRecipient: 1,
		standardSmsPerRecipient: 1,
		encoding: '',
		specialCharacters: '',
		plainMessage: '',
	};
	const costly: TextCost = { ...plain, standardSmsPerRecipient: 2, specialCharacters: '😀' };
	const EFFECT = 'Special characters may make it 2 SMS instead of 1: 😀.';

	it.each([
		[1, '1 number looks'],
		[2, '2 numbers look'],
	])('tell where to look for %d unusual numbers', (count, words) => {
		expect(notesOn(preview({ unusual: new Array<Entry>(count).fill({} as Entry) }), plain)).toBe(
			`${words} unusual: check 'unusualNumbers' in 'details' for typos.`,
		);
	});

	it.each([
		[['22997001234'], '1 number also gets another message.'],
		[['22997001234', '22997000001'], '2 numbers also get another message.'],
	])('tell who gets another message too: %j', (withOtherTexts, words) => {
		expect(notesOn(preview({ withOtherTexts }), plain)).toBe(words);
	});

	it.each<[string, TextCost, string]>([
		['that cannot be replaced', costly, EFFECT],
		[
			'that can',
			{ ...costly, plainMessage: 'Hello' },
			`${EFFECT} 'Options > Replace Special Characters' would save 3 SMS.`,
		],
		['that can, but save nothing', { ...costly, plainMessage: 'a'.repeat(161) }, EFFECT],
		['that cost nothing more', { ...costly, standardSmsPerRecipient: 1 }, ''],
		['of which there are none', { ...costly, specialCharacters: '' }, ''],
	])('say what special characters cost: %s', (_, cost, notes) => {
		expect(notesOn(preview(), cost)).toBe(notes);
	});

	it('come one after the other', () => {
		const text = preview({ senderId: 'My-Shop', replaced: "’ → '" });
		expect(notesOn(text, costly)).toBe(
			`Replaced to save SMS (’ → '). ${EFFECT} Sender ID "My-Shop" contains -; many networks allow only letters A to Z, digits and spaces.`,
		);
	});
});

it('has nothing to replace in a plain text', () => {
	expect(textCostOf('a'.repeat(161))).toStrictEqual({
		smsPerRecipient: 2,
		standardSmsPerRecipient: 2,
		encoding: 'plain: 160 characters per SMS',
		specialCharacters: '',
		plainMessage: '',
	});
});

it('counts by both rules, and says what to write instead of special characters', () => {
	expect(textCostOf(`${'a'.repeat(70)}’…`)).toStrictEqual({
		smsPerRecipient: 1,
		standardSmsPerRecipient: 2,
		encoding: 'Unicode: 70 characters per SMS',
		specialCharacters: "’ (write '), … (write ...)",
		plainMessage: `${'a'.repeat(70)}'...`,
	});
});

it('says of what nobody sees what to do with it', () => {
	expect(textCostOf('a\u00a0b\u200b')).toMatchObject({
		specialCharacters: 'U+00A0 (invisible) (write a space), U+200B (invisible) (remove it)',
		plainMessage: 'a b',
	});
});

it('has no plain text where a character has no replacement, and only names that one', () => {
	expect(textCostOf('Hi’ 😀')).toMatchObject({
		specialCharacters: "’ (write '), 😀",
		plainMessage: '',
	});
});

it.each(['MyShop', 'My Shop 24', 'ABCDEFGHIJK', '12345', '2290197001234', '+2290197001234', ''])(
	'has nothing to say about %j',
	(senderId) => expect(aboutSenderId(senderId)).toBeUndefined(),
);

it.each([
	['Restaurant Bel', 14],
	['Restaurant 123', 14],
	['123 Restaurant', 14],
	['1234567890123456', 16],
])('says when it is longer than networks allow: %s', (senderId, length) => {
	expect(aboutSenderId(senderId)).toBe(
		`Sender ID "${senderId}" has ${length} characters; many networks allow 11.`,
	);
});

it.each([
	['Café', 'é'],
	['A&B-Shop', '& -'],
	['Shop!!', '!'],
	['ショップ', 'シ ョ ッ プ'],
])('names what many networks refuse: %s', (senderId, characters) => {
	expect(aboutSenderId(senderId)).toContain(`contains ${characters};`);
});
