import type { INode, NodeOperationError } from 'n8n-workflow';
import type { Outcome } from '../domain/outcome';
import type { Plan } from '../domain/plan/plan';
import { listInWords } from '../domain/summary';
import { ordinal } from '../domain/text/ordinal';
import { isTool, nodeError, withoutValues } from './errors';

/** Causes, and items of one cause. */
const MAX_NAMED = 10;

/** Found before anything is sent. */
export const isRefused = (settled: Outcome | undefined): settled is Outcome =>
	settled?.status === 'notSent';

type Refused = Readonly<{ item: number; outcome: Outcome }>;

/** As it reads behind "4th item:". */
const causeOf = ({ outcome }: Refused): string =>
	outcome.explanation.replace(/^Not sent: (.)/, (_, first: string) => first.toUpperCase());

const countItems = (refused: readonly Refused[]): number =>
	new Set(refused.map(({ item }) => item)).size;

/** What is wrong, without the values that are wrong. */
function messageOf(refused: readonly Refused[], total: number): string {
	const [first] = refused as readonly [Refused, ...Refused[]];
	const { reason } = first.outcome;
	const explanation = causeOf(first);
	const alike = refused.every((one) => causeOf(one) === explanation);
	const where = total > 1 ? ` of the ${ordinal(first.item)} item` : '';
	if (alike && refused.length === total && total > 1) {
		const items = countItems(refused);
		const all = items === 1 ? `for all ${total} recipients` : `in all ${items} items`;
		return `The same ${items === 2 ? 'in both items' : all}: ${withoutValues(explanation)}`;
	}
	if (refused.length > 1) {
		const areInvalid = refused.every(({ outcome }) => outcome.reason.startsWith('invalid'));
		return `${refused.length} of ${total} recipients ${areInvalid ? 'are invalid' : 'cannot be sent to'}.`;
	}
	return reason === 'invalidRecipient'
		? `The recipient${where} is invalid.`
		: `${total > 1 ? `${ordinal(first.item)} item: ` : ''}${withoutValues(explanation)}`;
}

/** Each cause once, with the items it is about: "1st, 3rd item: Message is empty." */
function causesOf(refused: readonly Refused[], withoutItems: boolean): string {
	const items = new Map<string, number[]>();
	for (const one of refused) {
		const found = items.get(causeOf(one));
		if (found) found.push(one.item);
		else items.set(causeOf(one), [one.item]);
	}
	const causes = [...items].slice(0, MAX_NAMED).map(([explanation, indexes]) => {
		// An agent does not know of items, and a single one needs no number.
		if (withoutItems) return explanation;
		const rows = listInWords([...new Set(indexes)].map(ordinal), MAX_NAMED);
		return `${rows} item: ${explanation}`;
	});
	if (items.size > causes.length) causes.push(`And ${items.size - causes.length} more.`);
	return causes.join(' ');
}

function nextStep(refused: readonly Refused[], total: number, forAgent: boolean): string {
	if (forAgent) return 'Correct or omit what is named here, then send.';
	if (refused.length < total) {
		const these = refused.length === 1 ? 'it' : 'these';
		return `Fix or remove ${these}, or set 'Settings > On Error' to 'Continue' to send to the others.`;
	}
	return refused.every(({ outcome }) => outcome.reason === 'outsideWindow')
		? 'Run it again when the window is open.'
		: 'Fix this, then run it again.';
}

/** On Error: Stop, and something was found that cannot be sent: the error names it. */
export function refusedEntriesError(node: INode, { entries, settled }: Plan): NodeOperationError {
	const refused = entries.flatMap(({ item }, index) => {
		const outcome = settled[index];
		return isRefused(outcome) ? [{ item, outcome }] : [];
	});
	const message = messageOf(refused, entries.length);
	const causes = causesOf(refused, isTool(node) || entries.length === 1);
	const next = `Nothing was sent. ${nextStep(refused, entries.length, isTool(node))}`;
	const isSaid = message.endsWith(causeOf(refused[0]!));
	return nodeError(node, message, isSaid ? next : `${causes} ${next}`);
}
