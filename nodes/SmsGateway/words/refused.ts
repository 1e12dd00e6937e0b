import type { Cause } from '../domain/cause';
import { causesOf, wordsOf, type Outcome } from '../domain/outcome';
import { ordinal } from '../domain/text/sentences';
import { inWords, sentences, withValues, type Said } from './causes';
import { countsInWords, listInWords } from './summary';

/** Causes, and items of one cause. */
const MAX_IN_LIST = 10;

/** A recipient that cannot be sent to, found before anything was sent. */
export type RefusedEntry = Readonly<{ item: number; outcome: Outcome }>;

type Found = Readonly<{ item: number; said: Said }>;

/** What is wrong, without the values that are: the same for all that are wrong in this way. */
const identityOf = ({ said }: Found): string =>
	said.of === 'number' ? said.one : said.of === 'all' ? said.text : said.what;

/** One cause, of one recipient or many. */
function inMessage(found: readonly Found[], recipients: number, total: number): string {
	const [{ said, item }] = found as readonly [Found, ...Found[]];
	const items = new Set(found.map((one) => one.item)).size;
	const isOne = recipients === 1;
	switch (said.of) {
		case 'all':
			return said.text;
		case 'number':
			if (!isOne) return `${recipients} of ${total} numbers ${said.many}`;
			return total === 1
				? 'the recipient is invalid.'
				: `the recipient of the ${ordinal(item)} item is invalid.`;
		case 'recipient': {
			const who = isOne ? `the recipient of the ${ordinal(item)} item` : `${recipients} recipients`;
			return sentences(`${said.what}${total === 1 ? '' : ` for ${who}`}.`, said.fix);
		}
		case 'item': {
			const where = items === 1 ? `the ${ordinal(item)} item` : `${items} items`;
			return sentences(`${said.what}${total === 1 ? '' : ` in ${where}`}.`, said.fix);
		}
	}
}

/** Each cause once, with one example and the other items. */
function listOf(found: readonly Found[], withoutItems: boolean): string {
	const causes = new Map<string, Found[]>();
	for (const one of found) {
		const alike = causes.get(identityOf(one));
		if (alike) alike.push(one);
		else causes.set(identityOf(one), [one]);
	}
	const lines = [...causes.values()].slice(0, MAX_IN_LIST).map(([first, ...others]) => {
		const { item, said } = first!;
		const what = withValues(said);
		// An agent does not know of items, and a single one needs no number.
		if (withoutItems) return what;
		const rows = [...new Set(others.map((one) => one.item))].filter((row) => row !== item);
		const same =
			rows.length === 0
				? undefined
				: `The same in the ${listInWords(rows.map(ordinal), MAX_IN_LIST)} ${rows.length === 1 ? 'item' : 'items'}.`;
		return sentences(`${ordinal(item)} item: ${what}`, same);
	});
	if (causes.size > lines.length) lines.push(`And ${causes.size - lines.length} more.`);
	return lines.join('\n');
}

/**
 * Why recipients cannot be sent to.
 *
 * @param total all recipients
 * @returns a clause behind "Nothing was sent: " without any value of an item, and the list of what is
 * wrong, a line each; empty where the clause says it all
 */
export function refusedInWords(
	refused: readonly RefusedEntry[],
	total: number,
	withoutItems: boolean,
): { message: string; list: string } {
	const found = refused.flatMap(({ item, outcome }) =>
		causesOf(outcome).map((cause): Found => ({ item, said: inWords(cause) })),
	);
	const list = listOf(found, withoutItems || total === 1);
	const [first] = found;
	const isAlike =
		found.length === refused.length && found.every((one) => identityOf(one) === identityOf(first!));
	if (isAlike) {
		const message = inMessage(found, refused.length, total);
		const { of, detail } = first!.said;
		const isClear = refused.length === 1 || refused.length === total;
		const saysAll = isClear && of !== 'number' && found.every(({ said }) => said.detail === detail);
		return { message, list: saysAll ? (detail ?? '') : list };
	}
	const outcomes = refused.map(({ outcome }) => outcome);
	const areInvalid = outcomes.every(({ reason }) => wordsOf(reason) === 'invalid');
	const many = `${refused.length} of ${total} recipients`;
	if (refused.length === 1) {
		const who = total === 1 ? 'this' : `the ${ordinal(refused[0]!.item)} item`;
		return { message: `more than one thing is wrong with ${who}.`, list };
	}
	const what = areInvalid ? 'are invalid' : `cannot be sent to: ${countsInWords(outcomes)}`;
	return { message: `${many} ${what}.`, list };
}

/** Why all of it was refused, or the rest, as it reads behind a colon. */
export const clauseOf = (causes: readonly Cause[]): string =>
	sentences(...causes.map((cause) => inMessage([{ item: 0, said: inWords(cause) }], 1, 1)));

/**
 * Why something failed, as the message of an error: the service's own words as they are, and behind
 * the head what we found ourselves, without any value of an item.
 *
 * @param head such as "Nothing was sent"
 */
export function reasonInWords(
	{ explanation }: Outcome,
	head: string,
): { message: string; detail: string; isOurs: boolean } {
	if (typeof explanation === 'string') return { message: explanation, detail: '', isOurs: false };
	const details = explanation
		.map(inWords)
		.map((said) => (said.of === 'number' ? withValues(said) : said.detail));
	return {
		message: `${head}: ${clauseOf(explanation)}`,
		detail: sentences(...details),
		isOurs: true,
	};
}
