import type { Cause } from '../domain/cause';
import { wordsOf, type Outcome } from '../domain/outcome';
import { ordinal, sentences } from '../domain/text/sentences';
import { explainApart, inWords, withValues, type Said } from './causes';
import { countsInWords, listInWords } from './summary';

/** Causes, and items of one cause. */
const MAX_IN_LIST = 10;

/** A recipient that fails before anything is sent. */
export type RefusedEntry = Readonly<{ item: number; outcome: Outcome }>;

type Found = Readonly<{ item: number; said: Said }>;

/** What is wrong, without the values that are: the same for all that are wrong in this way. */
const identityOf = ({ said }: Found): string =>
	said.of === 'number' ? said.one : 'text' in said ? said.text : said.what;

/** One cause, of one recipient or many. */
function inMessage(found: readonly Found[], recipients: number, total: number): string {
	const [{ said, item }] = found as readonly [Found, ...Found[]];
	const items = new Set(found.map((one) => one.item)).size;
	const isOne = recipients === 1;
	if ('text' in said) return said.text;
	switch (said.of) {
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

/** A head, and behind a colon what says why; a sentence of its own has no colon in front. */
const behind = (head: string, said: Said, clause: string): string =>
	`${head}${'text' in said ? '.' : ':'} ${clause}`;

/**
 * Why recipients cannot be sent to.
 *
 * @param head such as "Nothing was sent"
 * @param total all recipients
 * @returns a message without any value of an item, and the list of what is wrong, a line each; empty
 * where the message says it all
 */
export function refusedInWords(
	head: string,
	refused: readonly RefusedEntry[],
	total: number,
	withoutItems: boolean,
): { message: string; list: string } {
	const found = refused.flatMap(({ item, outcome }) =>
		outcome.explanation.map((cause): Found => ({ item, said: inWords(cause) })),
	);
	const list = listOf(found, withoutItems || total === 1);
	const [first] = found;
	const isAlike =
		found.length === refused.length && found.every((one) => identityOf(one) === identityOf(first!));
	if (isAlike) {
		const { said } = first!;
		const message = behind(head, said, inMessage(found, refused.length, total));
		const isClear = refused.length === 1 || refused.length === total;
		const isSame = found.every((one) => one.said.detail === said.detail);
		const saysAll = isClear && said.of !== 'number' && isSame;
		return { message, list: saysAll ? (said.detail ?? '') : list };
	}
	if (refused.length === 1) {
		const who = total === 1 ? 'this' : `the ${ordinal(refused[0]!.item)} item`;
		return { message: `${head}: more than one thing is wrong with ${who}.`, list };
	}
	const outcomes = refused.map(({ outcome }) => outcome);
	const areInvalid = outcomes.every(({ reason }) => wordsOf(reason) === 'invalid');
	const what = areInvalid ? 'are invalid' : `cannot be sent to: ${countsInWords(outcomes)}`;
	return { message: `${head}: ${refused.length} of ${total} recipients ${what}.`, list };
}

/** Why all of it was refused, or the rest, behind the head. */
export function refusalInWords(head: string, [first, ...others]: readonly Cause[]): string {
	const said = inWords(first!);
	const clause = inMessage([{ item: 0, said }], 1, 1);
	return sentences(behind(head, said, clause), explainApart(others).message);
}

/**
 * Why something failed, as the message of an error, without any value of an item: the outcome of a
 * request as it is, and behind the head what we found ourselves.
 *
 * @param head such as "Nothing was sent"
 */
export function reasonInWords(
	{ explanation }: Outcome,
	head: string,
): { message: string; detail: string; isOurs: boolean } {
	const all = explanation.map(inWords);
	const details = all.map((said) => (said.of === 'number' ? withValues(said) : said.detail));
	const isOurs = all[0]?.of !== 'outcome';
	return {
		message: isOurs ? refusalInWords(head, explanation) : explainApart(explanation).message,
		detail: sentences(...details),
		isOurs,
	};
}
