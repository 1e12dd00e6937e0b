import { itemsOf, type Run } from '../../../host';
import { dataOf } from '../../support/error-data';
import { NODE } from '../support/campaign';

export const ITEMS = 'Items';

/** What an execution says of a recipient at its end; `nothing` where it never came to it. */
type Statement = 'accepted' | 'alreadySent' | 'unknown' | 'notSent' | 'nothing';

/** What all executions say of one recipient, each after its last retry. */
export type Told = { statements: Statement[]; resend: boolean };

/** As on the wire, and in the gateway's count. */
const digitsOf = (phone: unknown): string => String(phone).replace('+', '');

function statementOf(json: Record<string, unknown>): Statement {
	if (json.status === 'skipped') return json.reason === 'alreadySent' ? 'alreadySent' : 'notSent';
	return json.status === 'rejected' ? 'notSent' : (json.status as Statement);
}

/** The items that the last turn of the node got. */
function lastInput(run: Run): ReturnType<typeof itemsOf> {
	const turns = run.data.resultData.runData[NODE] ?? [];
	const [source] = (turns.at(-1)?.source ?? []) as Array<{
		previousNode: string;
		previousNodeOutput?: number;
		previousNodeRun?: number;
	}>;
	if (source === undefined) return [];
	const { previousNode, previousNodeOutput: output = 0, previousNodeRun: runIndex = 0 } = source;
	return itemsOf(run, previousNode, { output, runIndex });
}

/** By the items of every turn of the loop, and by the data of the error. */
function statementsOf(run: Run): Map<string, Statement> {
	const { error, runData } = run.data.resultData;
	const turns = runData[NODE] ?? [];
	const outcomes = turns.flatMap((_, runIndex) =>
		[0, 1].flatMap((output) => itemsOf(run, NODE, { output, runIndex })),
	);
	const statements = new Map<string, Statement>();
	for (const { json } of outcomes) {
		const details = (json.details as typeof json | undefined) ?? json;
		statements.set(digitsOf(details.recipient), statementOf(details));
	}
	const input = lastInput(run);
	for (const { item, ...end } of (error && dataOf(error).ended) ?? []) {
		statements.set(digitsOf(input[item]!.json.phone), statementOf(end));
	}
	return statements;
}

/** Notes what an execution says; who is missing from its items and its error is a lie by itself. */
export function listen(told: Map<string, Told>, run: Run, resend = false): void {
	const statements = statementsOf(run);
	for (const { json } of itemsOf(run, ITEMS)) {
		const recipient = digitsOf(json.phone);
		const one = told.get(recipient) ?? { statements: [], resend };
		// A loop that stops does not come to all.
		const unsaid = run.status === 'error' ? 'nothing' : undefined;
		const statement = statements.get(recipient) ?? unsaid;
		if (statement === undefined) throw new Error(`Nobody says what became of ${recipient}`);
		told.set(recipient, one);
		one.statements.push(statement);
	}
}

/** Recipients of whom something untrue was said, or who got what they should not, with the reason. */
export function liesIn(
	told: ReadonlyMap<string, Told>,
	sms: ReadonlyMap<string, number>,
): string[] {
	const lies: string[] = [];
	for (const [recipient, count] of sms) {
		if (!told.has(recipient)) lies.push(`${recipient} got ${count} SMS and nobody says so`);
	}
	for (const [recipient, { statements, resend }] of told) {
		const got = sms.get(recipient) ?? 0;
		const count = (...which: Statement[]) => statements.filter((one) => which.includes(one)).length;
		const surely = Math.max(count('accepted'), Math.min(1, count('alreadySent')));
		const perhaps = count('unknown') > 0;
		const isFalse = got < surely || (got > 0 && surely === 0 && !perhaps);
		const isTwice = got > 1 && !resend;
		if (isFalse || isTwice) lies.push(`${recipient} got ${got} SMS: ${statements.join(', ')}`);
	}
	return lies;
}
