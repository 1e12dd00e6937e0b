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

/** What is wrong, without the values that are wrong. */
function messageOf(refused: readonly Refused[], total: number): string {
	const [first] = refused as readonly [Refused, ...Refused[]];
	const { explanation, reason } = first.outcome;
	const alike = refused.every(({ outcome }) => outcome.explanation === explanation);
	const where = total > 1 ? ` of the ${ordinal(first.item)} item` : '';
	if (alike && refused.length === total && total > 1) {
		return `The same in all ${total} items: ${withoutValues(explanation)}`;
	}
	if (refused.length > 1) return `${refused.length} of ${total} recipients are invalid.`;
	return reason === 'invalidRecipient'
		? `The recipient${where} is invalid.`
		: `${total > 1 ? `${ordinal(first.item)} item: ` : ''}${withoutValues(explanation)}`;
}

/** Each cause once, with the items it is about: "1st, 3rd item: Message is empty." */
function causesOf(refused: readonly Refused[], forAgent: boolean): string {
	const items = new Map<string, number[]>();
	for (const { item, outcome } of refused) {
		const found = items.get(outcome.explanation);
		if (found) found.push(item);
		else items.set(outcome.explanation, [item]);
	}
	const causes = [...items].slice(0, MAX_NAMED).map(([explanation, indexes]) => {
		// An agent does not know of items.
		if (forAgent) return explanation;
		const rows = listInWords([...new Set(indexes)].map(ordinal), MAX_NAMED);
		return `${rows} item: ${explanation}`;
	});
	if (items.size > causes.length) causes.push(`And ${items.size - causes.length} more.`);
	return causes.join(' ');
}

const FIX_OR_CONTINUE =
	"Nothing was sent. Fix or remove these, or set 'Settings > On Error' to 'Continue' to send to the others.";

/** On Error: Stop, and something was found that cannot be sent: the error names it. */
export function refusedEntriesError(node: INode, { entries, settled }: Plan): NodeOperationError {
	const refused = entries.flatMap(({ item }, index) => {
		const outcome = settled[index];
		return isRefused(outcome) ? [{ item, outcome }] : [];
	});
	const message = messageOf(refused, entries.length);
	const causes = causesOf(refused, isTool(node));
	const all = refused.length === entries.length;
	const next = isTool(node)
		? 'Nothing was sent. Correct or omit what is named here, then send.'
		: all
			? 'Nothing was sent. Fix this, then run it again.'
			: FIX_OR_CONTINUE;
	const isSaid = causes.endsWith(withoutValues(message)) && withoutValues(causes) === causes;
	const description = isSaid ? next : `${causes} ${next}`;
	return nodeError(node, message, description, refused[0]!.item);
}
