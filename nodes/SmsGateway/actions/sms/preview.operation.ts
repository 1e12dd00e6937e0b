import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { isNotSent, type Reason } from '../../domain/outcome';
import { estimateOf, foretell } from '../../domain/plan/limits';
import { entriesOf, hasKeys, requestedRows, type Plan } from '../../domain/plan/plan';
import { costOf, suffices, type Balance } from '../../domain/service/balance';
import { MAX_FAILURES } from '../../domain/summary';
import { estimateSms } from '../../domain/text/segments';
import { remembered } from '../../domain/remembered';
import { sentences } from '../../domain/text/sentences';
import { prepare, type Prepared } from '../../input/prepare';
import { isTool, leavesItemsOut, readOnError } from '../../n8n/place';
import { isEvaluation } from '../../n8n/execution';
import { settingError } from '../../output/errors';
import { asHints, secondLooks } from '../../output/hints';
import { fieldsForOutput, showHints } from '../../output/items';
import { readLiveBalance } from '../../transport/readBalance';
import { explainTo } from '../../words/causes';
import { ONLY_FIRST } from '../../words/hints';
import { heldBackInWords, verdictInWords, whatIsOdd, whatIsUnusual } from '../../words/preview';

/** What Bulk Send would do: an item per recipient, or one for all. */
export async function preview(ctx: IExecuteFunctions): Promise<INodeExecutionData[]> {
	const onError = readOnError(ctx);
	const prepared = prepare(ctx, { field: 'recipients', isPreview: true });
	const { plan, settings, problem } = prepared;
	const { checkBalance, output } = settings;
	const compares = checkBalance && !problem && !isEvaluation(ctx);
	const balance = compares ? await readLiveBalance(ctx, () => settings.timeout) : undefined;
	const terms = { problem, stopOnFailure: onError === 'stop', settings, balance };
	const refusal = foretell(plan, terms);
	const wrong = refusal && !MEANT.includes(refusal.reason) ? refusal : undefined;
	if (wrong && onError === 'stop') throw settingError(ctx, wrong);
	const rows = rowsOf(ctx, prepared);
	const sending = rows.filter(({ json }) => json.wouldSend);
	const smsCount = sending.reduce((sum, { json }) => sum + json.smsCount, 0);
	const { unitsPerSms } = settings;
	const inTool = isTool(ctx.getNode());
	const would = {
		sms: sending.length > 0 ? smsCount : estimateOf(plan),
		recipients: sending.length || requestedRows(plan.requests).length,
		unitsPerSms,
		hasKeys: hasKeys(plan),
	};
	const outcomes = plan.rows.map(({ outcome }) => outcome);
	const verdict = verdictInWords(outcomes, refusal, would, inTool);
	const toSend = entriesOf(plan.rows.filter(({ outcome }) => !outcome));
	const about = asHints([
		{ message: verdict, type: isMostlyKept(rows.length, sending.length) ? 'warning' : 'info' },
		...secondLooks(plan, toSend),
	]);
	const heldBack = problem ? '' : heldBackInWords(settings);
	const hints = [
		leavesItemsOut(ctx) && ONLY_FIRST,
		...about,
		heldBack !== '' && ({ message: heldBack, type: 'info' } as const),
	];
	showHints(ctx, asHints(hints));

	const leaving = (json: IDataObject): IDataObject =>
		fieldsForOutput(ctx, onError, json, !!wrong && explainTo(wrong, inTool));
	if (output !== 'summary') {
		return rows.map(({ json, pairedItem }) => ({ json: leaving(json), pairedItem }));
	}
	const toRead = inTool ? verdict : sentences(...about.map(({ message }) => message));
	const counts = { wouldSend: sending.length, smsCount, unitsPerSms };
	const json = { ...summaryOf(plan, rows, counts, balance), verdict: toRead };
	const pairedItem = ctx.getInputData().map((_, item) => ({ item }));
	return [{ json: leaving(json), pairedItem }];
}

function summaryOf(
	plan: Plan,
	rows: ReturnType<typeof rowsOf>,
	{ wouldSend, smsCount, unitsPerSms }: Record<'wouldSend' | 'smsCount' | 'unitsPerSms', number>,
	balance?: Balance,
) {
	const notSent = rows.filter(({ outcome }) => isNotSent(outcome));
	const skipped = rows.length - wouldSend - notSent.length;
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

/** What keeps all from being sent and is no mistake: the limits, and 'Stop Workflow'. */
const MEANT: readonly Reason[] = ['overMaxSms', 'overMaxSmsPerDay', 'balanceTooLow', 'stopped'];

function rowsOf(ctx: IExecuteFunctions, { plan, settings }: Prepared) {
	const inputs = settings.includeInputFields ? ctx.getInputData() : undefined;
	const smsOf = remembered(estimateSms);
	const inTool = isTool(ctx.getNode());
	// What all have in common stands at the top.
	const isOneText = new Set(plan.rows.map(({ entry }) => entry.message)).size === 1;
	const notesOn = remembered(isOneText ? () => '' : whatIsOdd);
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
			...(inputs && { input: inputs[item]!.json }),
			smsCount,
			cost: costOf(smsCount, settings.unitsPerSms),
			...(outcome?.sendAt !== undefined && { sendAt: outcome.sendAt }),
		};
		return { json, pairedItem: { item }, outcome };
	});
}
