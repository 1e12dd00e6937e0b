import type { Cause, CauseOf } from '../domain/cause';
import { causesOf, type Outcome } from '../domain/outcome';
import { ordinal } from '../domain/text/sentences';
import { flawInWords } from './numbers';

/** A cause in words. No part but `detail` holds a value of an item: n8n logs messages, and keeps them. */
export type Said = Readonly<{ detail?: string }> &
	(
		| Readonly<{
				/** One number is wrong. */
				of: 'number';
				/** Quoted in front, where values may stand. */
				value?: string;
				/** "It has no country code. Write it with + and its country code." */
				one: string;
				/** Behind "2 of 3 numbers ". */
				many: string;
		  }>
		| Readonly<{
				/** A field has something wrong for this item, or its recipient is not sent to. */
				of: 'item' | 'recipient';
				/** A clause that " in the 4th item" or " for 2 of 3 recipients" can follow. */
				what: string;
				/** What to do, as sentences. */
				fix?: string;
		  }>
		| Readonly<{
				/** A setting is wrong, whatever the item. */
				of: 'all';
				/** Sentences. */
				text: string;
		  }>
	);

type InWords = { [N in Cause['name']]: (cause: CauseOf<N>) => Said };

/** Every cause. A cell takes what `Facts` has for it. */
const IN_WORDS: InWords = {
	said: ({ text, detail }) => ({ of: 'all', text, detail }),
	number: ({ given, flaw }) => ({ of: 'number', value: given, ...flawInWords(flaw) }),
	noRecipient: () => ({
		of: 'item',
		what: 'the recipient is empty',
		fix: 'Check the field or its expression.',
	}),
	listedNumber: ({ field, value, flaw }) => {
		const { one, detail } = flawInWords(flaw);
		return {
			of: 'all',
			text: `'${field}' contains a number that cannot be read.`,
			detail: sentences(`"${value}": ${one}`, detail),
		};
	},
	noValue: ({ field, expression, gave, error, about }) => {
		const what = `'${field}' has no value for ${expression}`;
		if (gave === 'an empty field') {
			const fix = "If it is meant to be empty, set 'Options > Empty Values' to 'Allow'.";
			return { of: 'item', what, fix };
		}
		const says = error === undefined ? gave && `It gave ${gave}.` : `n8n says: ${error}`;
		return { of: 'item', what, detail: sentences(about, says) };
	},
	roundedKey: ({ field, expression }) => ({
		of: 'item',
		what: `'${field}' cannot use ${expression}`,
		fix: `It is a number above ${Number.MAX_SAFE_INTEGER}. Such numbers are rounded, so that two IDs can become one. Change it to text where it comes from.`,
	}),
	placeholder: ({ field, found, advice, isInExpression }) => ({
		of: 'all',
		text: sentences(
			`'${field}' contains ${found} as plain text.`,
			isInExpression ? undefined : "Switch the field to 'Expression'.",
			advice,
		),
	}),
	noSender: () => ({
		of: 'item',
		what: "'Sender ID' is empty",
		fix: 'Enter the sender name that is registered with your SMS service.',
	}),
	noMessage: () => ({ of: 'item', what: "'Message' is empty", fix: 'Enter a text.' }),
	wrongValue: ({ field, mustBe, value }) => ({
		of: 'item',
		what: `'${field}' is wrong`,
		fix: `It must be ${mustBe}.`,
		detail: value && `It is "${value}".`,
	}),
	wrongSetting: ({ field, mustBe, value }) => ({
		of: 'all',
		text: `'${field}' must be ${mustBe}.`,
		detail: value && `It is "${value}".`,
	}),
	tooMany: ({ most, of }) => ({
		of: 'all',
		text:
			of === 'item'
				? `The list has more than ${inFull(most)} recipients. Divide it among several items.`
				: `There are more than ${inFull(most)} recipients. Send to fewer in one execution.`,
	}),
	tooNested: ({ most }) => ({
		of: 'all',
		text: `The list has more than ${most} levels of lists in lists.`,
	}),
	expired: ({ at }) => ({
		of: 'recipient',
		what: "'Do Not Send After' has passed",
		detail: `It was ${at}.`,
	}),
	outsideWindow: ({ time, zone, opens, expired }) => ({
		of: 'recipient',
		what: "it is outside the 'Send Window'",
		fix:
			opens === undefined
				? "It is never open in all time zones of the recipient's country at the same time. Make it longer, or use the workflow's time zone."
				: undefined,
		detail: sentences(
			`It is ${time} in ${zone}.`,
			opens && `It opens next on ${opens}.`,
			expired && `That is after 'Do Not Send After': ${expired}.`,
		),
	}),
	countryNotAllowed: ({ country }) => ({
		of: 'recipient',
		what: "'Allowed Countries' does not include the country",
		fix: 'Check the number for typos, or add the country.',
		detail: country ? `It is a number of ${country}.` : 'The country is not known.',
	}),
	longMessage: ({ sms, most }) => ({
		of: 'recipient',
		what: "the message needs more SMS than 'Max SMS per Message' allows",
		fix: 'Shorten the message, or raise the limit.',
		detail: `It needs ${sms} SMS, and ${most} is the limit.`,
	}),
	overMaxSms: ({ sms, most, sent }) => ({
		of: 'recipient',
		what: `${sent > 0 ? `this node has sent ${sent} SMS in this execution, this would need ${sms} more` : `this would need ${sms} SMS`}, and 'Max SMS' allows ${most} (${sent + sms - most} too many)`,
		fix: 'Send to fewer recipients, shorten the message, or raise the limit.',
	}),
	balanceTooLow: ({ sms, cost, balance, missing }) => ({
		of: 'recipient',
		what: `this would need ${sms} SMS (${cost} of your balance), and the balance is ${balance}: ${missing} more needed`,
		fix: 'Top up, or send to fewer recipients.',
	}),
	balanceUnreadable: ({ why }) => ({ of: 'all', text: `the balance could not be read: ${why}` }),
};

const inFull = (count: number): string => count.toLocaleString('en');

/** Sentences in a row, without those that are missing. */
export const sentences = (...all: ReadonlyArray<string | undefined>): string =>
	all.filter(Boolean).join(' ');

export const inWords = (cause: Cause): Said =>
	(IN_WORDS[cause.name] as (cause: Cause) => Said)(cause);

/**
 * One cause with its values.
 *
 * @param where such as " in the 4th item"
 */
export function withValues(said: Said, where = ''): string {
	if (said.of === 'all') return sentences(capitalized(said.text), said.detail);
	if (said.of !== 'number') {
		return sentences(`${capitalized(said.what)}${where}.`, said.fix, said.detail);
	}
	const who = said.value === undefined ? '' : `"${said.value}": `;
	return sentences(`${who}${said.one}`, said.detail);
}

/** All causes with their values, as they read behind "4th item:". */
export const inList = (causes: readonly Cause[]): string =>
	sentences(...causes.map((cause) => withValues(inWords(cause))));

/** "'Message' has no value for {{ $json.name }} in the 4th item", of an outcome that lacks a value. */
export function whatIsMissing(outcome: Outcome, item: number): string | undefined {
	const said = causesOf(outcome)
		.map(inWords)
		.find(({ of }) => of === 'item');
	return said?.of === 'item' ? `${said.what}${inItem(item)}` : undefined;
}

function explainOne(cause: Cause, item: number | undefined): string {
	const said = inWords(cause);
	if (said.of === 'recipient') return sentences(`Not sent: ${said.what}.`, said.fix, said.detail);
	return withValues(said, item !== undefined && said.of === 'item' ? inItem(item) : '');
}

const inItem = (item: number): string => ` in the ${ordinal(item)} item`;

/** All that there is to say to the person whose item it is, with the values. */
export const explain = (explanation: string | readonly Cause[], item?: number): string =>
	typeof explanation === 'string'
		? explanation
		: sentences(...explanation.map((cause) => explainOne(cause, item)));

/** The same in two: what a message may say, and the values behind it. */
export function explainApart(causes: readonly Cause[]): { message: string; detail: string } {
	const all = causes.map(inWords);
	const message = all.map((said) => {
		if (said.of === 'number') return said.one;
		return said.of === 'all' ? said.text : sentences(`${capitalized(said.what)}.`, said.fix);
	});
	return { message: sentences(...message), detail: sentences(...all.map(({ detail }) => detail)) };
}

export const capitalized = (words: string): string => words[0]!.toUpperCase() + words.slice(1);
