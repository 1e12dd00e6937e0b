import type { IExecuteFunctions } from 'n8n-workflow';
import { problemOf, type Entry, type Problem } from '../domain/entry';
import { EVALUATED } from '../domain/outcome';
import { keysIn, whyKeysRefused } from '../domain/plan/memory';
import { planRequests, type Plan } from '../domain/plan/plan';
import { planTest, type Testers } from '../domain/plan/sample';
import { withLink, withoutLink } from '../domain/question/question';
import { remembered } from '../domain/remembered';
import { replaceToSave } from '../domain/text/replacements';
import { isEvaluation } from '../n8n/startedByHand';
import { readHomes, type Homes } from './defaultCountry';
import { digestOf, readEntries, type EntryRules } from './entries';
import { refuseOneForAll } from './oneForAll';
import { refusalsBy, type Refusals } from './refusals';
import { ABSENT, readSettings, type SettingValues } from './settingValues';

export type Wanted = Pick<EntryRules, 'field'> & {
	/** Put behind the text. */
	link?: string;
	/** Whether it is planned as the published workflow would send it, however it was started. */
	isPreview?: true;
	/** Whether the recipient got an SMS in an earlier turn of the execution. */
	hasGotOne: Testers['hasGotOne'];
	/** Why nothing may be sent, found before. */
	refusal?: Problem;
};

export type Prepared = Readonly<{
	options: SettingValues;
	plan: Plan;
	/** What keeps an entry of the plan from being sent later on. */
	timingRefusalOf?: Refusals['timingRefusalOf'];
	/** Where Test Recipients are set: whether only they are sent to. */
	isTest?: boolean;
	/** Whether they all got an SMS in earlier turns. */
	isTestOver?: boolean;
	/** Whether n8n evaluates the workflow, which sends nothing. */
	isEvaluation?: boolean;
	/** A setting that makes all of it unsendable; every entry has it as its problem. */
	problem?: Problem;
}>;

/** Reads everything that there is to read and plans it; sends nothing and throws nothing. */
export function prepare(ctx: IExecuteFunctions, items: number, wanted: Wanted): Prepared {
	const { field, isPreview, link } = wanted;
	const rules = readRules(ctx, items, wanted);
	const { options, homes } = rules;
	const read = readEntries(ctx, items, {
		field,
		homes,
		...(link !== undefined && { compose: (text) => withLink(text, link) }),
	});
	if (rules.problem) return unsendable(options, read, rules.problem);
	const { refusals } = rules;
	const plain = withPlainCharacters(read, options.replaceSpecialCharacters);
	const entries = withRepeatKeys(ctx, plain, options, wanted);
	const batchSize = field === 'recipient' ? 1 : options.batchSize;
	if (!isPreview && isEvaluation(ctx)) {
		const plan = planRequests(entries, { refusalOf: () => EVALUATED });
		return { options, plan, isEvaluation: true };
	}
	const testers = isPreview ? undefined : refusals.testers;
	const { hasGotOne } = wanted;
	const plan = testers
		? planTest(entries, { batchSize, ...refusals }, { recipients: testers, hasGotOne })
		: planRequests(entries, { batchSize, refusalOf: refusals.refusalOf });
	const refused = whyKeysRefused(keysIn(plan));
	if (refused) {
		return unsendable(options, entries, { reason: 'invalidParameter', causes: [refused] });
	}
	return {
		options,
		plan,
		timingRefusalOf: refusals.timingRefusalOf,
		isTest: refusals.isTest,
		isTestOver: testers?.every((one) => hasGotOne(one)),
	};
}

/** What holds for all items; with a problem, as far as it could be read. */
type Rules = { options: SettingValues; homes?: Homes } & (
	{ refusals: Refusals; problem?: undefined } | { problem: Problem }
);

function readRules(ctx: IExecuteFunctions, items: number, { field, refusal }: Wanted): Rules {
	if (refusal) return { options: ABSENT, problem: refusal };
	let options: SettingValues = ABSENT;
	let homes: Homes | undefined;
	try {
		options = readSettings(ctx, items);
		if (field === 'recipients') refuseOneForAll(ctx, items);
		homes = readHomes(ctx, items);
		return { options, homes, refusals: refusalsBy(ctx, items, options, homes) };
	} catch (error) {
		return { options, homes, problem: problemOf(error) };
	}
}

const unsendable = (
	options: SettingValues,
	entries: readonly Entry[],
	problem: Problem,
): Prepared => {
	const refused = entries.map((entry) => ({ ...entry, problem: entry.problem ?? problem }));
	return { options, problem, plan: planRequests(refused, {}) };
};

/** The entries with plain characters, where that saves SMS. */
function withPlainCharacters(
	entries: readonly Entry[],
	which: SettingValues['replaceSpecialCharacters'],
): readonly Entry[] {
	if (which === 'off') return entries;
	const replaced = remembered((message: string) => replaceToSave(message, which));
	return entries.map((entry) => ({ ...entry, ...replaced(entry.message) }));
}

/**
 * With 'Skip Repeats', entries without a deduplication key get one that is made of the SMS itself,
 * its sender and its text; the recipient is part of every key.
 */
function withRepeatKeys(
	ctx: IExecuteFunctions,
	entries: readonly Entry[],
	{ skipRepeats }: SettingValues,
	{ link }: Wanted,
): readonly Entry[] {
	if (skipRepeats === 'off') return entries;
	// With 'Same Day' the date is part of the key: on another day the same SMS may be sent again. A Retry
	// counts for the day on which it sends.
	const occasion = skipRepeats === 'ever' ? skipRepeats : dayIn(ctx.getTimezone(), Date.now());
	const keyOf = remembered(digestOf);
	return entries.map((entry) => {
		if (entry.key !== '') return entry;
		const { senderId, message } = entry;
		const text = link === undefined ? message : withoutLink(message, link);
		const sms = JSON.stringify(['skipRepeats', occasion, senderId, text]);
		return { ...entry, key: keyOf(sms), madeFor: 'repeat' };
	});
}

/** A day as part of a key: only equal or not. */
export const dayIn = (timeZone: string, instant: number): string =>
	new Date(instant).toLocaleDateString('en-US', { timeZone });
