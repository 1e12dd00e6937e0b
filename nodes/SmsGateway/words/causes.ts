import type { Cause, CauseOf } from '../domain/cause';
import { ordinal } from '../domain/text/sentences';
import { flawInWords } from './numbers';

/** A cause in words. No part but `detail` holds a value of an item: n8n logs messages, and keeps them. */
export type Said = Readonly<{ detail?: string }> &
	(
		| Readonly<{
				/** One number is wrong. */
				of: 'number';
				/** Quoted in front, where values may stand. */
				value: string;
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
};

const inFull = (count: number): string => count.toLocaleString('en');

/** Sentences in a row, without those that are missing. */
export const sentences = (...all: ReadonlyArray<string | undefined>): string =>
	all.filter(Boolean).join(' ');

export const inWords = (cause: Cause): Said =>
	(IN_WORDS[cause.name] as (cause: Cause) => Said)(cause);

/** @param item its index, where it is to be named */
function explainOne(cause: Cause, item?: number): string {
	const said = inWords(cause);
	if (said.of === 'number') return sentences(`"${said.value}": ${said.one}`, said.detail);
	if (said.of === 'all') return sentences(said.text, said.detail);
	const where = item === undefined || said.of !== 'item' ? '' : ` in the ${ordinal(item)} item`;
	return sentences(`${capitalized(said.what)}${where}.`, said.fix, said.detail);
}

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
