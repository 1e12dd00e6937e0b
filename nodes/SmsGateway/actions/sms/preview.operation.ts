import type { IDataObject } from 'n8n-workflow';
import type { Cause } from '../../domain/cause';
import { costOf, suffices, type Balance } from '../../domain/service/balance';
import { estimateOf, refusalOf } from '../../domain/plan/limits';
import { countsByReason, previewOf, totalOf, type TextPreview } from '../../domain/plan/preview';
import { SETTINGS } from '../../domain/settings';
import { sentences } from '../../domain/text/sentences';
import { explain, explainApart } from '../../words/causes';
import {
	addressees,
	firstProblemIn,
	keptOutInWords,
	notesOn,
	WOULD_SEND_NOTHING,
	problemsInWords,
	textCostOf,
	unitOfCost,
	unusualInWords,
	verdictOn,
	verdictOnRun,
	whyNothing,
	type TextCost,
} from '../../words/preview';
import { refusalInWords } from '../../words/refused';
import { settingError } from '../../output/errors';
import { showHints } from '../../output/hints';
import { aboutExecuteOnce, BEFORE_UNKNOWN, type Hint } from '../../words/hints';
import { forErrorOutput } from '../../output/items';
import { isTool, itemsBeforeExecuteOnce, readOnError } from '../../n8n/place';
import { prepare } from '../../input/prepare';
import type { Settings } from '../../input/readSettings';
import { readLiveBalance } from '../../transport/readBalance';
import type { Operation } from '../operation';
import { messageField, recipientsField, senderIdField, settingsFields } from './fields';

/** One item per text and sender: for whom, which text, what keeps it from being sent, what it costs. */
export const preview: Operation = {
	value: 'preview',
	name: 'Preview',
	action: 'Preview SMS without sending',
	description:
		"Show which SMS 'Bulk Send' would send, to whom, what they cost and what is wrong. Sends nothing. Use it before you send to a list.",
	fields: [senderIdField, recipientsField, messageField, ...settingsFields],
	async execute(ctx) {
		const count = ctx.getInputData().length;
		if (count === 0) return [];
		const onError = readOnError(ctx);
		const { plan, options, problem } = prepare(ctx, count, {
			field: 'recipients',
			isPreview: true,
			hasGotOne: () => false,
		});
		const texts = previewOf(plan);
		const run = totalOf(texts);
		const sms = estimateOf(plan);
		const { unitsPerSms } = options;
		const balance =
			options.checkBalance && !problem ? await readLiveBalance(ctx, options) : undefined;

		// All items of a preview have the same fields. What makes it impossible is an error with On Error:
		// Stop, and stands in the verdict otherwise.
		const unread: Cause | undefined =
			balance && !balance.read ? { name: 'balanceUnreadable', causes: balance.causes } : undefined;
		const trouble = problem?.causes ?? (unread && [unread]);
		const reason = problem?.reason ?? 'balanceUnreadable';
		if (trouble && onError === 'stop') {
			const sent = 'This is about the preview only: it sends nothing.';
			throw settingError(ctx, { reason, causes: trouble }, sent);
		}
		const refused = trouble ?? refusalOf(sms, options, balance)?.explanation;
		const refusal =
			refused &&
			sentences(refusalInWords(WOULD_SEND_NOTHING, refused), explainApart(refused).detail);
		const nothing = whyNothing(run, refusal, onError === 'stop');
		const messages = texts.filter(({ recipients }) => recipients > 0).length;
		const verdict = verdictOnRun(run, unitsPerSms, messages, nothing);
		const hasKeys = nothing === undefined && plan.entries.some(({ key }) => key !== '');
		const message = hasKeys ? `${verdict} ${BEFORE_UNKNOWN}` : verdict;
		const shown = [message, ...(trouble ? [] : firstProblemIn(texts))];
		const brakes = brakesOf(options, sms);
		const once = aboutExecuteOnce(itemsBeforeExecuteOnce(ctx));
		const type: Hint['type'] = nothing === undefined ? 'info' : 'warning';
		showHints(ctx, [
			...(once ? [once] : []),
			...shown.map((one) => ({ message: one, type })),
			...brakes.map(({ hint }) => ({ message: hint, type: 'info' as const })),
		]);
		return texts.map((text, index) => {
			const json = previewFields(
				text,
				{ sms, unitsPerSms, balance, nothing: nothing?.why, brakes },
				index === 0,
				isTool(ctx.getNode()),
			);
			return {
				json: trouble && onError === 'errorOutput' ? forErrorOutput(explain(trouble), json) : json,
				pairedItem: text.items.map((item) => ({ item })),
			};
		});
	},
};

type Brake = Readonly<{
	/** Above the output. */
	hint: string;
	/** In a narrow column. */
	note: string;
}>;

const WITH_TEST_RECIPIENTS: Brake = {
	hint: `Started by hand, only '${SETTINGS.testRecipients}' get an SMS. The counts are those of the published workflow.`,
	note: "By hand only to 'Test Recipients'.",
};

/** What was sent today is known only once SMS are taken from the limit. */
function dailyLimitOf(most: number, sms: number): Brake {
	const limit = `'Max SMS per Day' is ${most}`;
	return sms > most
		? {
				hint: `${limit}: at least ${sms - most} of these ${sms} SMS are not sent today.`,
				note: `${limit}.`,
			}
		: {
				hint: `${limit}. Preview doesn't know how many were sent today.`,
				note: `${limit}; how many were sent today is unknown.`,
			};
}

/** What keeps SMS from being sent although a preview counts them: a trial, or the limit of the day. */
const brakesOf = ({ testRecipients, maxSmsPerDay }: Settings, sms: number): Brake[] => [
	...(maxSmsPerDay === Infinity || sms === 0 ? [] : [dailyLimitOf(maxSmsPerDay, sms)]),
	...(testRecipients === undefined ? [] : [WITH_TEST_RECIPIENTS]),
];

type Totals = Readonly<{
	sms: number;
	unitsPerSms: number;
	balance?: Balance;
	/** Why nothing would be sent. */
	nothing?: string;
	/** What would keep SMS from being sent for now. */
	brakes: readonly Brake[];
}>;

function totalsOf({ sms, unitsPerSms, balance }: Totals): IDataObject {
	const totalCost = costOf(sms, unitsPerSms);
	const totals = { totalSms: sms, totalCost };
	if (balance === undefined) return totals;
	if (!balance.read) return { ...totals, balance: null, balanceSuffices: null };
	return {
		...totals,
		balance: balance.balance,
		balanceSuffices: suffices(balance.balance, totalCost),
	};
}

/** A text or a list that is empty says nothing. */
const withoutEmpty = (fields: IDataObject): IDataObject =>
	Object.fromEntries(Object.entries(fields).filter(([, value]) => String(value) !== ''));

function detailsOf(text: TextPreview, textCost: TextCost, run: Totals): IDataObject {
	const { smsPerRecipient, standardSmsPerRecipient, ...cost } = textCost;
	const { recipients, keptOut, requests, sendAt, replaced } = text;
	const { estimatedSms } = text;
	return {
		total: text.total,
		...countsByReason(keptOut),
		...(sendAt !== undefined && { sendAt }),
		...withoutEmpty({ problems: problemsInWords(text), unusualNumbers: unusualInWords(text) }),
		...(run.nothing !== undefined &&
			recipients > 0 && {
				ifFixed: { recipients, estimatedSms, cost: costOf(estimatedSms, run.unitsPerSms) },
			}),
		requests,
		smsPerRecipient,
		smsCount: recipients * smsPerRecipient,
		// A row of n8n's table is as high as this has fields.
		...(standardSmsPerRecipient !== smsPerRecipient && {
			standardSmsPerRecipient,
			standardSmsCount: recipients * standardSmsPerRecipient,
		}),
		...withoutEmpty({ ...cost, replaced: replaced ?? '' }),
	};
}

/** Where a row says why nothing at all is sent. */
const SEE = { verdict: "see 'verdict'", first: 'see the first item' };

/** @param isFirst what is true of the whole run stands in the first item only */
function previewFields(
	text: TextPreview,
	run: Totals,
	isFirst: boolean,
	forAgent: boolean,
): IDataObject {
	const textCost = textCostOf(text.message);
	const { nothing, unitsPerSms } = run;
	const recipients = nothing === undefined ? text.recipients : 0;
	const estimatedSms = nothing === undefined ? text.estimatedSms : 0;
	const details = { ...detailsOf(text, textCost, run), ...(isFirst && totalsOf(run)) };
	const keptOut = keptOutInWords(text.keptOut);
	return {
		recipient: addressees(text),
		message: text.message,
		keptOut: keptOut === '' && nothing !== undefined ? SEE[isFirst ? 'verdict' : 'first'] : keptOut,
		estimatedSms,
		cost: costOf(estimatedSms, unitsPerSms),
		costUnit: unitOfCost(unitsPerSms),
		recipients,
		wouldSend: recipients > 0,
		verdict:
			nothing === undefined
				? verdictOn(text)
				: isFirst
					? nothing
					: `${WOULD_SEND_NOTHING}: ${SEE.first}.`,
		notes: sentences(
			...(isFirst ? run.brakes.map(({ note }) => note) : []),
			notesOn(text, textCost),
		),
		senderId: text.senderId,
		// An agent needs what it can correct.
		...(forAgent ? { problems: problemsInWords(text) } : { details }),
	};
}
