import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { isNotSent, type Outcome, type Reason } from '../../domain/outcome';
import { foretell } from '../../domain/plan/judge';
import { estimateOf } from '../../domain/plan/limits';
import { hasKeys, numbersWithSeveralTexts } from '../../domain/plan/plan';
import { costOf, suffices, type Balance } from '../../domain/service/balance';
import { estimateSms } from '../../domain/text/segments';
import { remembered } from '../../domain/remembered';
import { sentences } from '../../domain/text/sentences';
import { prepare, type Prepared } from '../../input/prepare';
import { leavesItemsOut, readOnError } from '../../n8n/place';
import { isEvaluation } from '../../n8n/execution';
import { settingError } from '../../output/errors';
import { fieldsForOutput, showHints } from '../../output/items';
import { readLiveBalance } from '../../transport/readBalance';
import { explain } from '../../words/causes';
import { NOTHING_SENT } from '../../words/errors';
import { asHints, ONLY_FIRST } from '../../words/hints';
import { aboutCost, heldBackInWords, verdictInWords, whatIsUnusual } from '../../words/preview';
import { aboutOddNumbers } from '../../words/numbers';
import { MAX_FAILURES } from '../../words/summary';

/** What Bulk Send would do: an item per recipient, or one for all. */
export async function preview(ctx: IExecuteFunctions): Promise<INodeExecutionData[]> {
	const onError = readOnError(ctx);
	const prepared = prepare(ctx, { field: 'recipients', isPreview: true });
	const { plan, settings, problem } = prepared;
	const { checkBalance, output } = settings;
	const compares = checkBalance && !problem && !isEvaluation(ctx);
	const balance = compares ? await readLiveBalance(ctx, () => settings.timeout) : undefined;
	const terms = { problem, stopOnFailure: onError === 'stop', settings, balance };
	const { refusal, outcomes } = foretell(plan, terms);
	const wrong = refusal && !MEANT.includes(refusal.reason) ? refusal : undefined;
	if (wrong && onError === 'stop') {
		throw settingError(ctx, wrong, NOTHING_SENT);
	}
	const rows = rowsOf(ctx, prepared, outcomes);
	const verdict = verdictOn(prepared, rows, refusal);
	const heldBack = problem ? '' : heldBackInWords(settings);
	const hints = asHints([
		leavesItemsOut(ctx) && ONLY_FIRST,
		{ message: verdict, type: rows.some(({ json }) => json.wouldSend) ? 'info' : 'warning' },
		heldBack !== '' && { message: heldBack, type: 'info' },
	]);
	showHints(ctx, hints);

	const leaving = (json: IDataObject): IDataObject =>
		fieldsForOutput(ctx, onError, json, !!wrong && explain(wrong.causes));
	if (output !== 'summary') {
		return rows.map(({ json, pairedItem }) => ({ json: leaving(json), pairedItem }));
	}
	const pairedItem = ctx.getInputData().map((_, item) => ({ item }));
	const json = { ...summaryOf(prepared, rows, balance), verdict };
	return [{ json: leaving(json), pairedItem }];
}

/** What keeps all from being sent and is no mistake: the limits, and 'Stop Workflow'. */
const MEANT: readonly Reason[] = ['overMaxSms', 'overMaxSmsPerDay', 'balanceTooLow', 'stopped'];

type PreviewRow = ReturnType<typeof rowsOf>[number];

function rowsOf(
	ctx: IExecuteFunctions,
	{ plan, settings }: Prepared,
	outcomes: ReadonlyArray<Outcome | undefined>,
) {
	const inputs = settings.includeInputFields ? ctx.getInputData() : undefined;
	const smsOf = remembered(estimateSms);
	const notesOn = remembered(aboutCost);
	return plan.entries.map((entry, index) => {
		const { item, recipient, message } = entry;
		const outcome = outcomes[index];
		const smsCount = outcome ? 0 : smsOf(message);
		const json = {
			recipient,
			message,
			wouldSend: outcome === undefined,
			reason: outcome?.reason ?? null,
			explanation: outcome
				? explain(outcome.causes)
				: sentences(whatIsUnusual(entry), notesOn(message)),
			...(inputs && { input: inputs[item]!.json }),
			smsCount,
			cost: costOf(smsCount, settings.unitsPerSms),
			...(outcome?.sendAt !== undefined && { sendAt: outcome.sendAt }),
		};
		return { json, pairedItem: { item }, outcome };
	});
}

const smsOfAll = (rows: readonly PreviewRow[]): number =>
	rows.reduce((sum, { json }) => sum + json.smsCount, 0);

const sentTo = (rows: readonly PreviewRow[]): PreviewRow[] =>
	rows.filter(({ json }) => json.wouldSend);

function verdictOn(
	{ plan, settings }: Prepared,
	rows: readonly PreviewRow[],
	refusal?: Outcome,
): string {
	const wouldSend = sentTo(rows).length;
	return verdictInWords({
		outcomes: rows.map(({ outcome }) => outcome),
		refusal,
		several: numbersWithSeveralTexts(plan).size,
		hasKeys: hasKeys(plan),
		odd: aboutOddNumbers(plan.entries.filter((_, index) => rows[index]?.json.wouldSend)),
		sms: wouldSend > 0 ? smsOfAll(rows) : estimateOf(plan),
		recipients: wouldSend || plan.settled.filter((one) => !one).length,
		unitsPerSms: settings.unitsPerSms,
	});
}

function summaryOf({ plan, settings }: Prepared, rows: readonly PreviewRow[], balance?: Balance) {
	const { unitsPerSms } = settings;
	const wouldSend = sentTo(rows).length;
	const notSent = rows.filter(({ outcome }) => isNotSent(outcome));
	const skipped = rows.length - wouldSend - notSent.length;
	const read = balance?.read ? balance.balance : null;
	const isEnough = read === null ? null : suffices(read, costOf(estimateOf(plan), unitsPerSms));
	const smsCount = smsOfAll(rows);
	return {
		wouldSend: wouldSend > 0,
		recipients: { total: rows.length, wouldSend, notSent: notSent.length, skipped },
		requests: plan.requests.filter(({ entries }) =>
			entries.some((index) => rows[index]!.json.wouldSend),
		).length,
		smsCount,
		cost: costOf(smsCount, unitsPerSms),
		...(balance && { balance: read, balanceSuffices: isEnough }),
		failures: notSent.slice(0, MAX_FAILURES).map(({ json }) => {
			const { recipient, reason, explanation } = json;
			return { recipient, reason, explanation };
		}),
	};
}
