import type { IExecuteFunctions, NodeOperationError } from 'n8n-workflow';
import { REASONS, type Outcome } from '../domain/outcome';
import type { Plan } from '../domain/plan/plan';
import { countsInWords, listInWords } from '../domain/summary';
import { ordinal, withoutItem } from '../domain/text/ordinal';
import { nodeError, withoutValues } from './errors';
import { placeOf, type Place } from './place';

/** Causes, and items of one cause. */
const MAX_NAMED = 10;

/** Found before anything is sent. */
export const isRefused = (settled: Outcome | undefined): settled is Outcome =>
	settled?.status === 'notSent';

type Refused = Readonly<{ item: number; outcome: Outcome }>;

/** As it reads behind "4th item:". */
const explanationOf = ({ outcome }: Refused): string =>
	withoutItem(outcome.explanation).replace(/^Not sent: (.)/, (_, first: string) =>
		first.toUpperCase(),
	);

/** An expression is no value of an item, and its quotation marks enclose none. */
const withoutGiven = (explanation: string): string =>
	explanation.includes('}}')
		? explanation.replace(/ n8n says: .*/s, '')
		: withoutValues(explanation);

/** What is wrong, without the value that is: the same for all that are wrong in this way. */
const causeOf = (refused: Refused): string =>
	withoutGiven(explanationOf(refused)).replace(/^"…": /, '');

/** "It has no country code." as one says it of many. */
const PLURALS: ReadonlyArray<readonly [RegExp, string]> = [
	[/^It has /, 'have '],
	[/^It is /, 'are '],
	[/^It contains /, 'contain '],
];

function pluralOf(cause: string): string | undefined {
	const [begins, plural] = PLURALS.find(([pattern]) => pattern.test(cause)) ?? [];
	return begins && cause.replace(begins, plural!);
}

/** What is wrong, without the values that are. */
function messageOf(refused: readonly Refused[], total: number): string {
	const [first] = refused as readonly [Refused, ...Refused[]];
	const cause = causeOf(first);
	const alike = refused.every((one) => causeOf(one) === cause);
	if (refused.length === 1) {
		const where = total > 1 ? ` of the ${ordinal(first.item)} item` : '';
		if (first.outcome.reason === 'invalidRecipient') return `the recipient${where} is invalid.`;
		const { explanation } = first.outcome;
		if (withoutItem(explanation) !== explanation) return withoutGiven(explanation);
		return total > 1 ? `${ordinal(first.item)} item: ${cause}` : cause;
	}
	if (!alike) {
		const outcomes = refused.map(({ outcome }) => outcome);
		const areInvalid = outcomes.every(({ reason }) => REASONS[reason].words === 'invalid');
		return `${refused.length} of ${total} recipients ${areInvalid ? 'are invalid' : `cannot be sent to: ${countsInWords(outcomes)}`}.`;
	}
	const plural = pluralOf(cause);
	if (plural !== undefined) return `${refused.length} of ${total} numbers ${plural}`;
	const items = new Set(refused.map(({ item }) => item)).size;
	if (refused.length < total) return `the same in ${items} items: ${cause}`;
	const all = items === 1 ? `for all ${total} recipients` : `in all ${items} items`;
	return `the same ${items === 2 ? 'in both items' : all}: ${cause}`;
}

/** Each cause once, with one example and the other items: "1st item: "06": It is short. The same in the 3rd item." */
function causesOf(refused: readonly Refused[], withoutItems: boolean): string {
	const causes = new Map<string, Refused[]>();
	for (const one of refused) {
		const alike = causes.get(causeOf(one));
		if (alike) alike.push(one);
		else causes.set(causeOf(one), [one]);
	}
	const sentences = [...causes.values()].slice(0, MAX_NAMED).map(([first, ...others]) => {
		const explanation = explanationOf(first!);
		// An agent does not know of items, and a single one needs no number.
		if (withoutItems) return explanation;
		const rows = [...new Set(others.map(({ item }) => item))].filter(
			(item) => item !== first!.item,
		);
		const same =
			rows.length === 0
				? ''
				: ` The same in the ${listInWords(rows.map(ordinal), MAX_NAMED)} item.`;
		return `${ordinal(first!.item)} item: ${explanation}${same}`;
	});
	if (causes.size > sentences.length) sentences.push(`And ${causes.size - sentences.length} more.`);
	return sentences.join(' ');
}

function nextStep(refused: readonly Refused[], total: number, place: Place): string {
	if (place === 'tool') return 'Correct or omit what is named here, then send.';
	if (refused.every(({ outcome }) => REASONS[outcome.reason].fix === 'time')) {
		return 'Run it again when the window is open.';
	}
	if (refused.length === total) return 'Fix this, then run it again.';
	const fix = `Fix or remove ${refused.length === 1 ? 'it' : 'these'}, then run the workflow again.`;
	// A retry has the same items, so what was corrected meanwhile does not reach it.
	return place === 'workflow'
		? `${fix} Or set 'Settings > On Error' to 'Continue' and save: 'Executions > Retry with currently saved workflow' then sends to the others.`
		: `${fix} Or set 'Settings > On Error' to 'Continue' to send to the others.`;
}

/** On Error: Stop, and something was found that cannot be sent: the error names it. */
export function refusedEntriesError(
	ctx: IExecuteFunctions,
	{ entries, settled }: Plan,
): NodeOperationError {
	const place = placeOf(ctx);
	const refused = entries.flatMap(({ item }, index) => {
		const outcome = settled[index];
		return isRefused(outcome) ? [{ item, outcome }] : [];
	});
	const message = `Nothing was sent: ${messageOf(refused, entries.length)}`;
	const causes = causesOf(refused, place === 'tool' || entries.length === 1);
	const next = nextStep(refused, entries.length, place);
	const [first] = refused as [Refused, ...Refused[]];
	// Which items have the same is only clear where all or one has.
	const areClear = refused.length === 1 || refused.length === entries.length;
	const isSaid =
		areClear &&
		[first.outcome.explanation, explanationOf(first)].some((said) => message.endsWith(said));
	return nodeError(ctx, message, isSaid ? next : `${causes} ${next}`);
}
