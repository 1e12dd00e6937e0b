import type { IExecuteFunctions } from 'n8n-workflow';
import { dayIn } from '../clock';
import { problemOf, type Entry, type Problem } from '../domain/entry';
import { EVALUATED } from '../domain/outcome';
import { keysIn, whyKeysRefused } from '../domain/plan/memory';
import { planRequests, type Plan } from '../domain/plan/plan';
import { planTest, type Testers } from '../domain/plan/sample';
import { withLink, withoutLink } from '../domain/question/question';
import { remembered } from '../domain/remembered';
import { replaceToSave } from '../domain/text/replacements';
import { workflowZone } from '../n8n/place';
import { isEvaluation, isStartedByHand } from '../n8n/startedByHand';
import { readHomes, type Homes } from './defaultCountry';
import { readEntries, type EntryRules } from './entries';
import { refuseOneForAll, refusePartOfList } from './oneForAll';
import { readerOf, type Reader } from './reader';
import { readExpiries, readRefusals, type Circumstances, type Refusals } from './refusals';
import { NOTHING_ADDED, readSettings, type SettingValues } from './settingValues';

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
export function prepare(ctx: IExecuteFunctions, wanted: Wanted): Prepared {
	const { field, hasGotOne, isPreview, link } = wanted;
	const where = { zone: workflowZone(ctx), isByHand: isStartedByHand(ctx) };
	const reader = readerOf(ctx);
	const rules = readRules(reader, wanted, where);
	const { options, refusals } = rules;
	const entries = readEntries(reader, {
		...rules,
		field,
		...(refusals && howSent(options, where.zone, link)),
	});
	if (!refusals) return unsendable(options, entries, rules.problem);
	if (!isPreview && isEvaluation(ctx)) {
		const plan = planRequests(entries, { refusalOf: () => EVALUATED });
		return { options, plan, isEvaluation: true };
	}
	const batchSize = field === 'recipient' ? 1 : options.batchSize;
	const testers = isPreview ? undefined : refusals.testers;
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
type Rules = Pick<EntryRules, 'homes' | 'expiryOf'> & { options: SettingValues } & (
		{ refusals: Refusals; problem?: undefined } | { refusals?: undefined; problem: Problem }
	);

function readRules(reader: Reader, { field, refusal }: Wanted, where: Circumstances): Rules {
	if (refusal) return { options: NOTHING_ADDED, problem: refusal };
	let options: SettingValues = NOTHING_ADDED;
	let homes: Homes | undefined;
	try {
		refusePartOfList(reader, 'allowedRecipients', 'testRecipients');
		options = readSettings(reader);
		refusePartOfList(reader, 'excludedRecipients');
		if (field === 'recipients') refuseOneForAll(reader);
		homes = readHomes(reader);
		const expiryOf = readExpiries(reader, where.zone);
		return { options, homes, expiryOf, refusals: readRefusals(reader, options, homes, where) };
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

/** What is sent of a text, and the key that 'Skip Repeats' gives to an SMS. */
function howSent(
	{ replaceSpecialCharacters: which, skipRepeats }: SettingValues,
	zone: string | undefined,
	link: string | undefined,
): Pick<EntryRules, 'compose' | 'repeatKeyOf'> {
	const replaced = remembered(
		(message: string) =>
			(which === 'off' ? undefined : replaceToSave(message, which)) ?? { message },
	);
	const compose = (text: string) => replaced(link === undefined ? text : withLink(text, link));
	if (skipRepeats === undefined || skipRepeats === 'off') return { compose };
	// With 'Same Day' the date is part of the key: on another day the same SMS may be sent again. A Retry
	// counts for the day on which it sends.
	const occasion = skipRepeats === 'ever' ? skipRepeats : dayIn(zone!, Date.now());
	return {
		compose,
		repeatKeyOf(senderId, message) {
			const text = link === undefined ? message : withoutLink(message, link);
			return JSON.stringify(['skipRepeats', occasion, senderId, text]);
		},
	};
}
