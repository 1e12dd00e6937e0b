import type { IDataObject } from 'n8n-workflow';
import { ALREADY_SENT, isNotSent, STOPPED, withoutRequest } from '../../domain/outcome';
import { estimateOf, refusalByLimits } from '../../domain/plan/limits';
import { hasKeys, numbersWithSeveralTexts, underSentKeys } from '../../domain/plan/plan';
import { costOf, suffices } from '../../domain/service/balance';
import { estimateSms } from '../../domain/text/segments';
import { remembered } from '../../domain/remembered';
import { sentences } from '../../domain/text/sentences';
import { prepare } from '../../input/prepare';
import { leavesItemsOut, readOnError } from '../../n8n/place';
import { isEvaluation } from '../../n8n/execution';
import { settingError } from '../../output/errors';
import { fieldsForOutput, showHints } from '../../output/items';
import { readLiveBalance } from '../../transport/readBalance';
import { explain } from '../../words/causes';
import { NOTHING_SENT } from '../../words/errors';
import { asHints, ONLY_FIRST } from '../../words/hints';
import { aboutCost, heldBackInWords, verdictInWords, whatIsUnusual } from '../../words/preview';
import { MAX_FAILURES } from '../../words/summary';
import type { Operation } from '../operation';
import { messageField, recipientsField, senderIdField, settingsFields } from './fields';

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
		const { plan, settings, problem } = prepare(ctx, { field: 'recipients', isPreview: true });
		const { checkBalance, includeInputFields, output, unitsPerSms } = settings;
		const compares = checkBalance && !problem && !isEvaluation(ctx);
		const balance = compares ? await readLiveBalance(ctx, () => settings.timeout) : undefined;
		const estimate = estimateOf(plan);
		const ofAll =
			(problem && withoutRequest(problem.reason, problem.causes)) ??
			refusalByLimits(estimate, settings, balance);
		const isLimit = ofAll?.reason === 'overMaxSms' || ofAll?.reason === 'balanceTooLow';
		const wrong = isLimit ? undefined : ofAll;
		if (wrong && onError === 'stop') {
			throw settingError(ctx, { reason: wrong.reason, causes: wrong.explanation }, NOTHING_SENT);
		}
		const isStopped = onError === 'stop' && plan.settled.some(isNotSent);
		const refusal = ofAll ?? (isStopped ? STOPPED : undefined);
		const sentBefore = underSentKeys(plan);
		const smsOf = remembered(estimateSms);
		const notesOn = remembered(aboutCost);
		const rows = plan.entries.map((entry, index) => {
			const { item, recipient, message } = entry;
			const already = sentBefore.has(index) ? ALREADY_SENT : undefined;
			const outcome = plan.settled[index] ?? refusal ?? already;
			const smsCount = outcome ? 0 : smsOf(message);
			const json = {
				recipient,
				message,
				wouldSend: outcome === undefined,
				reason: outcome?.reason ?? null,
				explanation: outcome
					? explain(outcome.explanation)
					: sentences(whatIsUnusual(entry), notesOn(message)),
				...(includeInputFields && { input: input[item]!.json }),
				smsCount,
				cost: costOf(smsCount, unitsPerSms),
				...(outcome?.sendAt !== undefined && { sendAt: outcome.sendAt }),
			};
			return { json, pairedItem: { item }, outcome };
		});
		const smsCount = rows.reduce((sum, { json }) => sum + json.smsCount, 0);
		const wouldSend = rows.filter(({ json }) => json.wouldSend).length;
		const verdict = verdictInWords({
			outcomes: rows.map(({ outcome }) => outcome),
			refusal,
			several: numbersWithSeveralTexts(plan).size,
			hasKeys: hasKeys(plan),
			sms: wouldSend > 0 ? smsCount : estimate,
			recipients: wouldSend || plan.settled.filter((one) => !one).length,
			unitsPerSms,
		});
		const heldBack = problem ? '' : heldBackInWords(settings);
		const hints = asHints([
			leavesItemsOut(ctx) && ONLY_FIRST,
			{ message: verdict, type: wouldSend > 0 ? 'info' : 'warning' },
			heldBack !== '' && { message: heldBack, type: 'info' },
		]);
		showHints(ctx, hints);

		const leaving = (json: IDataObject): IDataObject =>
			fieldsForOutput(ctx, onError, json, !!wrong && explain(wrong.explanation));
		if (output !== 'summary') {
			return rows.map(({ json, pairedItem }) => ({ json: leaving(json), pairedItem }));
		}
		const notSent = rows.filter(({ outcome }) => isNotSent(outcome));
		const skipped = rows.length - wouldSend - notSent.length;
		const read = balance?.read ? balance.balance : null;
		const isEnough = read === null ? null : suffices(read, costOf(estimate, unitsPerSms));
		const json = {
			wouldSend: wouldSend > 0,
			recipients: { total: rows.length, wouldSend, notSent: notSent.length, skipped },
			requests: plan.requests.filter(({ entries }) =>
				entries.some((index) => rows[index]!.json.wouldSend),
			).length,
			smsCount,
			cost: costOf(smsCount, unitsPerSms),
			...(balance && { balance: read, balanceSuffices: isEnough }),
			failures: notSent.slice(0, MAX_FAILURES).map((row) => {
				const { recipient, reason, explanation } = row.json;
				return { recipient, reason, explanation };
			}),
			verdict,
		};
		return [{ json: leaving(json), pairedItem: input.map((_, item) => ({ item })) }];
	},
};
