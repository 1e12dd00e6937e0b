import type { IDataObject } from 'n8n-workflow';
import type { Entry } from '../../domain/entry';
import { isNotSent, withoutRequest, type Outcome } from '../../domain/outcome';
import { estimateOf, refusalByLimits } from '../../domain/plan/limits';
import { hasKeys, numbersWithSeveralTexts, underSentKeys, type Plan } from '../../domain/plan/plan';
import { costOf, suffices, type Balance } from '../../domain/service/balance';
import { estimateSms } from '../../domain/text/segments';
import { remembered } from '../../domain/remembered';
import { sentences } from '../../domain/text/sentences';
import { prepare } from '../../input/prepare';
import { itemsBeforeExecuteOnce, readOnError } from '../../n8n/place';
import { isEvaluation } from '../../n8n/execution';
import { settingError } from '../../output/errors';
import { fieldsForOutput, showHints } from '../../output/items';
import { readLiveBalance } from '../../transport/readBalance';
import { explain } from '../../words/causes';
import { NOTHING_SENT } from '../../words/errors';
import { aboutExecuteOnce } from '../../words/hints';
import { aboutCost, heldBackInWords, verdictInWords, whatIsUnusual } from '../../words/preview';
import { MAX_FAILURES } from '../../words/summary';
import type { Operation } from '../operation';
import { messageField, recipientsField, senderIdField, settingsFields } from './fields';
import { OTHERS_REFUSED } from './carryOut';

/** What Bulk Send would do: an item per recipient, or one for all. */
export const preview: Operation = {
	value: 'preview',
	name: 'Preview',
	action: 'Preview SMS without sending',
	description:
		"Show which SMS 'Bulk Send' would send, to whom, what they cost and what is wrong. Sends nothing. Use it before you send to a list.",
	fields: [senderIdField, recipientsField, messageField, ...settingsFields],
	async execute(ctx) {
		const input = ctx.getInputData();
		const onError = readOnError(ctx);
		const prepared = prepare(ctx, {
			field: 'recipients',
			isPreview: true,
			hasGotOne: () => false,
		});
		const { plan, options } = prepared;
		const { checkBalance, includeInputFields, output, unitsPerSms } = options;
		const compares = checkBalance && !prepared.problem && !isEvaluation(ctx);
		const balance = compares ? await readLiveBalance(ctx, options) : undefined;
		const sms = estimateOf(plan);
		const byLimits = refusalByLimits(sms, options, balance);
		const isUnread = byLimits?.reason === 'balanceUnreadable';
		const problem =
			prepared.problem ??
			(isUnread ? { reason: byLimits.reason, causes: byLimits.explanation } : undefined);
		if (problem && onError === 'stop') throw settingError(ctx, problem, NOTHING_SENT);

		const isRefusedAll = onError === 'stop' && plan.settled.some(isNotSent);
		const refusal = byLimits ?? (isRefusedAll ? OTHERS_REFUSED : undefined);
		const kept = keptOut(plan, refusal);
		const rows = plan.entries.map((entry, index) => ({ entry, outcome: kept[index] }));
		const sent = rows.filter(({ outcome }) => outcome === undefined);
		const smsOf = remembered(estimateSms);
		const smsCount = sent.reduce((total, { entry }) => total + smsOf(entry.message), 0);
		const verdict = verdictInWords({
			outcomes: kept,
			refusal: problem ? withoutRequest(problem.reason, problem.causes) : refusal,
			messages: new Set(sent.map(({ entry }) => entry.message)).size,
			several: numbersWithSeveralTexts(plan).size,
			hasKeys: hasKeys(plan),
			otherwise: { sms, recipients: plan.settled.filter((one) => !one).length },
			smsCount,
			unitsPerSms,
		});
		const once = aboutExecuteOnce(itemsBeforeExecuteOnce(ctx));
		showHints(ctx, [
			...(once ? [once] : []),
			{ message: verdict, type: sent.length > 0 ? 'info' : 'warning' },
			...heldBackInWords(options, smsCount).map((message) => ({ message, type: 'info' as const })),
		]);

		const leaving = (json: IDataObject): IDataObject =>
			fieldsForOutput(ctx, onError, json, !!problem && explain(problem.causes));
		if (output === 'summary') {
			const skipped = rows.filter(({ outcome }) => outcome?.status === 'skipped').length;
			const notSent = rows.length - sent.length - skipped;
			const json = {
				wouldSend: sent.length > 0,
				recipients: { total: rows.length, wouldSend: sent.length, notSent, skipped },
				requests: sent.length > 0 ? plan.requests.length : 0,
				smsCount,
				cost: costOf(smsCount, unitsPerSms),
				...(balance && comparedWith(balance, costOf(sms, unitsPerSms))),
				failures: rows
					.filter(({ outcome }) => isNotSent(outcome))
					.slice(0, MAX_FAILURES)
					.map(failure),
				verdict,
			};
			return [{ json: leaving(json), pairedItem: input.map((_, item) => ({ item })) }];
		}
		const notesOn = remembered(aboutCost);
		return rows.map(({ entry, outcome }) => {
			const { item, recipient, message } = entry;
			const count = outcome ? 0 : smsOf(message);
			const json = {
				recipient,
				message,
				wouldSend: outcome === undefined,
				reason: outcome?.reason ?? null,
				explanation: outcome
					? explain(outcome.explanation)
					: sentences(whatIsUnusual(entry), notesOn(message)),
				...(includeInputFields && { input: input[item]!.json }),
				smsCount: count,
				cost: costOf(count, unitsPerSms),
				...(outcome?.sendAt !== undefined && { sendAt: outcome.sendAt }),
			};
			return { json: leaving(json), pairedItem: { item } };
		});
	},
};

/** Per entry, why it gets no SMS; undefined where it does. */
function keptOut(plan: Plan, refusal: Outcome | undefined): Array<Outcome | undefined> {
	const unsent = underSentKeys(plan);
	return plan.entries.map(
		({ madeFor }, index) =>
			plan.settled[index] ??
			refusal ??
			(unsent.has(index)
				? withoutRequest('alreadySent', [{ name: 'alreadySent', by: madeFor ?? 'key' }])
				: undefined),
	);
}

const comparedWith = (balance: Balance, cost: number): IDataObject =>
	balance.read
		? { balance: balance.balance, balanceSuffices: suffices(balance.balance, cost) }
		: { balance: null, balanceSuffices: null };

const failure = ({ entry, outcome }: { entry: Entry; outcome?: Outcome }): IDataObject => ({
	recipient: entry.recipient,
	reason: outcome!.reason,
	explanation: explain(outcome!.explanation),
});
