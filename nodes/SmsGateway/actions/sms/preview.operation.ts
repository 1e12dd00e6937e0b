import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { isNotSent, REASONS } from '../../domain/outcome';
import { estimateOf, foretell } from '../../domain/plan/limits';
import { entriesOf, hasKeys, requestedRows } from '../../domain/plan/plan';
import { costOf, suffices, type Balance } from '../../domain/service/balance';
import { MAX_FAILURES } from '../../domain/summary';
import { estimateSms } from '../../domain/text/segments';
import { remembered } from '../../domain/remembered';
import { sentences } from '../../domain/text/sentences';
import { prepare, type Prepared } from '../../input/prepare';
import { isTool, leavesItemsOut, readOnError } from '../../n8n/place';
import { isEvaluation } from '../../n8n/execution';
import { settingError } from '../../output/errors';
import { asHints, secondLooks, showHints } from '../../output/hints';
import { fieldsForOutput, itemOfRun } from '../../output/items';
import { readOwnBalance } from '../../transport/readBalance';
import { explainTo } from '../../words/causes';
import { HINTS } from '../../words/hints';
import { heldBackInWords, verdictInWords, whatIsOdd, whatIsUnusual } from '../../words/preview';

/** What Bulk Send would do: an item per recipient, or one for all. */
export async function preview(ctx: IExecuteFunctions): Promise<INodeExecutionData[]> {
	const onError = readOnError(ctx);
	const prepared = prepare(ctx, { field: 'recipients', isPreview: true });
	const { plan, settings, problem } = prepared;
	const { checkBalance, output, unitsPerSms } = settings;
	const compares = checkBalance && !problem && !isEvaluation(ctx);
	const balance = compares ? await readOwnBalance(ctx, () => settings.timeout) : undefined;
	const refusal = foretell(plan, {
		...prepared,
		stopOnFailure: onError === 'stop',
		smsBefore: 0,
		balance,
	});
	const wrong = refusal && !REASONS[refusal.reason].isForetold ? refusal : undefined;
	if (wrong && onError === 'stop') throw settingError(ctx, wrong);
	const rows = rowsOf(ctx, prepared);
	const summary = summaryOf(prepared, rows, balance);
	const { wouldSend, total } = summary.recipients;
	const inTool = isTool(ctx.getNode());
	const would = {
		sms: wouldSend > 0 ? summary.smsCount : estimateOf(plan),
		recipients: wouldSend || requestedRows(plan.requests).length,
		unitsPerSms,
		hasKeys: hasKeys(plan),
	};
	const outcomes = plan.rows.map(({ outcome }) => outcome);
	const verdict = verdictInWords(outcomes, refusal, would, inTool);
	const toSend = entriesOf(plan.rows.filter(({ outcome }) => !outcome));
	const about = asHints([
		{ message: verdict, type: isMostlyKept(total, wouldSend) ? 'warning' : 'info' },
		...secondLooks(plan, toSend, inTool),
	]);
	const heldBack = problem ? '' : heldBackInWords(settings);
	const first = leavesItemsOut(ctx) && HINTS.onlyFirst;
	const last = heldBack !== '' && ({ message: heldBack, type: 'info' } as const);
	showHints(ctx, asHints([first, ...about, last]));

	const error = !!wrong && explainTo(wrong, inTool);
	if (output !== 'summary') {
		return rows.map(({ json, pairedItem }) => {
			return { json: fieldsForOutput(ctx, onError, json, error), pairedItem };
		});
	}
	const all = sentences(...about.map(({ message }) => message));
	return [itemOfRun(ctx, onError, { ...summary, verdict: all }, error)];
}

function summaryOf(
	{ plan, settings: { unitsPerSms } }: Prepared,
	rows: ReturnType<typeof rowsOf>,
	balance?: Balance,
) {
	const wouldSend = rows.filter(({ outcome }) => !outcome).length;
	const notSent = rows.filter(({ outcome }) => isNotSent(outcome));
	const skipped = rows.length - wouldSend - notSent.length;
	const smsCount = rows.reduce((sum, { json }) => sum + json.smsCount, 0);
	const read = balance?.read ? balance.balance : null;
	const isEnough = read === null ? null : suffices(read, costOf(estimateOf(plan), unitsPerSms));
	return {
		wouldSend: wouldSend > 0,
		recipients: { total: rows.length, wouldSend, notSent: notSent.length, skipped },
		requests: plan.requests.filter((one) => one.rows.some(({ outcome }) => !outcome)).length,
		smsCount,
		cost: costOf(smsCount, unitsPerSms),
		...(balance && { balance: read, balanceSuffices: isEnough }),
		failures: notSent.slice(0, MAX_FAILURES).map(({ json: row }) => {
			const { recipient, reason, explanation } = row;
			return { recipient, reason, explanation };
		}),
	};
}

/** Of a list, nearly all of it. */
const isMostlyKept = (all: number, sending: number): boolean =>
	sending === 0 || (all >= 5 && sending <= all / 5);

function rowsOf(ctx: IExecuteFunctions, { plan, settings }: Prepared) {
	const inputs = settings.includeInputFields ? ctx.getInputData() : undefined;
	const smsOf = remembered(estimateSms);
	const inTool = isTool(ctx.getNode());
	// What is odd about the only text is told once, in a hint, which a model does not see.
	const isSaid = !inTool && new Set(plan.rows.map(({ entry }) => entry.message)).size === 1;
	const notesOn = remembered((text: string) => (isSaid ? '' : whatIsOdd(text, inTool)));
	return plan.rows.map(({ entry, outcome }) => {
		const { item, recipient, message } = entry;
		const smsCount = outcome ? 0 : smsOf(message);
		const json = {
			recipient,
			message,
			wouldSend: outcome === undefined,
			reason: outcome?.reason ?? '',
			explanation: outcome
				? explainTo(outcome, inTool)
				: sentences(whatIsUnusual(entry), notesOn(message)),
			...(inputs && { input: inputs[item]?.json }),
			smsCount,
			cost: costOf(smsCount, settings.unitsPerSms),
			...(outcome?.sendAt !== undefined && { sendAt: outcome.sendAt }),
		};
		return { json, pairedItem: { item }, outcome };
	});
}
