import type { IExecuteFunctions } from 'n8n-workflow';
import type { Entry } from '../../domain/entry';
import type { Outcome } from '../../domain/outcome';
import type { Plan } from '../../domain/plan/plan';
import type { History } from '../../history/context';
import { keysOf } from '../../history/n8nStore';
import { resume } from '../../history/resume';
import type { Prepared } from '../../input/prepare';
import type { Settings } from '../../input/readSettings';
import type { NewRun } from '../../words/nextSteps';

/**
 * The plan without what this execution has settled before.
 *
 * @param staysSettled whether that holds for what other turns must not send again
 */
export function resumed(
	{ plan, options }: Prepared,
	{ ledger, keptOf }: History,
	staysSettled: boolean,
): Plan {
	const left = resume(plan, ledger, options.uncertain, staysSettled ? keptOf : undefined);
	// A later turn finds it by the item of this one.
	left.settled.forEach((outcome, index) => {
		const entry = plan.entries[index]!;
		if (outcome?.replayed && !ledger.find(entry)) ledger.keep([entry], outcome);
	});
	return left;
}

/** A key that was added after they got the SMS has to know them too. */
export async function recordReplayed(
	ctx: IExecuteFunctions,
	{ entries, settled }: Plan,
	{ dryRun, uncertain }: Settings,
): Promise<boolean> {
	const replayed = (status: Outcome['status']): Entry[] =>
		entries.filter(
			({ key }, index) =>
				key !== '' && settled[index]?.replayed && settled[index].status === status,
		);
	const [accepted, unknown] = [replayed('accepted'), replayed('unknown')];
	if (dryRun || accepted.length + unknown.length === 0) return !dryRun;
	return await keysOf(ctx)
		.openRun(uncertain === 'resend')
		.record(accepted, unknown);
}

/**
 * What the store holds of those who have got the SMS, or may have.
 *
 * @param isRecorded whether it holds what was replayed
 */
export function newRunOf(
	{ plan, options }: Prepared,
	isRecorded: boolean,
	outcomes: readonly Outcome[],
): NewRun {
	let newRun: NewRun = 'keys';
	for (const [index, { key, madeFor, isSample }] of plan.entries.entries()) {
		const { status, replayed } = outcomes[index]!;
		if (isSample || (status !== 'accepted' && status !== 'unknown')) continue;
		const isResent = status === 'unknown' && options.uncertain === 'resend';
		if (key === '' || isResent || (replayed && !isRecorded)) return 'sendsAgain';
		if (madeFor === 'repeat') newRun = options.skipRepeats === 'ever' ? 'repeats' : 'repeatsToday';
	}
	return newRun;
}
