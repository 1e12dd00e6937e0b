import type { IExecuteFunctions } from 'n8n-workflow';
import { EVALUATED, withoutRequest, type Outcome, type Why } from '../domain/outcome';
import { keysIn, KEYS_REMEMBERED, whyKeysRefused, type Terms } from '../domain/plan/limits';
import { hasKeys, planRequests, type Plan, type PlanRules } from '../domain/plan/plan';
import { isEvaluation, isStartedByHand } from '../n8n/execution';
import { readEntries, type EntryRules } from './entries';
import { readerOf } from '../expressions/reader';
import { readRules, type Rules } from '../settings/rules';

export type Wanted = Pick<EntryRules, 'field' | 'link'> & {
	/** Whether it is planned as the published workflow would send it, however it was started. */
	isPreview?: true;
	hasSentTo?: PlanRules['hasSentTo'];
	problem?: Why;
};

/** `problem`: a setting that makes all of it unsendable, the outcome of every entry without a problem of its own. */
export type Prepared = Pick<Rules, 'settings' | 'refusalAt' | 'problem'> & {
	plan: Plan;
	/** Where Test Recipients are set: whether only they are sent to. */
	isTest?: boolean;
	asksForKeys: boolean;
	isByHand: boolean;
	written: Terms['written'];
};

/** Reads everything that there is to read and plans it; sends nothing and throws nothing. */
export function prepare(ctx: IExecuteFunctions, wanted: Wanted): Prepared {
	const { field, hasSentTo, isPreview, link } = wanted;
	const reader = readerOf(ctx);
	const takesSeveral = field === 'recipients' || link !== undefined;
	const rules = readRules(reader, takesSeveral ? field : undefined, wanted.problem);
	const { settings, problem } = rules;
	const entries = readEntries(reader, { field, takesSeveral, link, ...rules });
	const asksForKeys = reader.raw('safeguards.deduplicationKey') !== '';
	const written = { message: reader.byModel('message'), recipients: reader.byModel(field) };
	const given = { settings, asksForKeys, isByHand: isStartedByHand(ctx), written };
	const unsent = (outcome: Outcome) => planRequests(entries, { refusalOf: () => outcome });
	function refused(why: Why) {
		return { ...given, problem: why, plan: unsent(withoutRequest(why.reason, why.causes)) };
	}
	if (problem) return refused(problem);
	if (!isPreview && isEvaluation(ctx)) return { ...given, plan: unsent(EVALUATED) };
	const { testers, refusalAt } = rules;
	const isTest = testers && given.isByHand;
	const plan = planRequests(entries, {
		...rules,
		batchSize: field === 'recipient' ? 1 : settings.batchSize,
		testers: isTest && !isPreview ? testers : undefined,
		hasSentTo,
	});
	// To count them takes longer than to plan.
	const mayBeMany = plan.rows.length > KEYS_REMEMBERED && hasKeys(plan);
	const tooMany = mayBeMany ? whyKeysRefused(keysIn(plan)) : undefined;
	if (tooMany) return refused({ reason: 'invalidParameter', causes: [tooMany] });
	return { ...given, plan, refusalAt, isTest };
}
