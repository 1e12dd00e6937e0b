import type { Plan } from '../domain/plan/plan';
import { aboutSenderId } from '../domain/text/senderId';
import type { Hint } from './hints';

type Prepared = Readonly<{
	plan: Plan;
	options: { dryRun: boolean };
	isTest?: boolean;
}>;

/** Asking would record an answer, and what only shows what would be sent records nothing. */
export const BEFORE_UNKNOWN = 'Those who got it before would be skipped.';

function aboutTest({ isTest, options, plan }: Prepared): string | undefined {
	if (options.dryRun) {
		const hasKeys = plan.entries.some(({ key }) => key !== '');
		return `'Dry Run' is on: nothing was sent.${hasKeys ? ` ${BEFORE_UNKNOWN}` : ''}`;
	}
	if (isTest === undefined) return undefined;
	return isTest
		? "Started by hand: only the 'Test Recipients' get an SMS. The active workflow sends to everyone."
		: "Not started by hand: 'Test Recipients' has no effect.";
}

function aboutReplaced({ plan }: Prepared): string | undefined {
	const replaced = plan.entries.find((entry) => entry.replaced !== undefined)?.replaced;
	return replaced && `Replaced to save SMS (${replaced}).`;
}

function aboutSenders({ plan }: Prepared): string | undefined {
	const senders = new Set(plan.requests.map(({ senderId }) => senderId));
	for (const senderId of senders) {
		const hint = aboutSenderId(senderId);
		if (hint !== undefined) return hint;
	}
	return undefined;
}

/** What the safeguards and options did, one line each. */
export const safeguardHints = (prepared: Prepared): Hint[] =>
	[aboutTest(prepared), aboutReplaced(prepared), aboutSenders(prepared)].flatMap((message) =>
		message === undefined ? [] : [{ message, type: 'info' }],
	);
