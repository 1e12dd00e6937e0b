import { kindOf } from './plans';
import { renewed } from './samePhone';

/** Why a valid recipient deserves a second look. It is sent to anyway: plans change. */
export type UnusualReason =
	/** No numbering plan knows it: a typo, or newer than this package. */
	| 'unknownToPlan'
	/** The form that it had before its country's plan changed. */
	| 'oldPlan'
	| 'landline'
	/** Toll-free, premium rate, voicemail and the like. */
	| 'notMobile'
	/** Written without + like seconds since 1970: perhaps the wrong column. */
	| 'time';

const ABOUT_KIND = { mobile: undefined, landline: 'landline', other: 'notMobile' } as const;

/**
 * @param recipient digits only, with country code
 * @param unusual what its spelling could also be
 */
export function unusualReason({
	recipient,
	unusual,
}: Readonly<{ recipient: string; unusual?: UnusualReason }>): UnusualReason | undefined {
	const kind = kindOf(recipient);
	if (kind !== undefined) return ABOUT_KIND[kind] ?? unusual;
	return renewed(recipient) ? 'oldPlan' : 'unknownToPlan';
}

/** For people; an end for "+229 97 12 34 56: …". */
export const UNUSUAL: Readonly<Record<UnusualReason, string>> = {
	unknownToPlan: 'unknown to the numbering plan',
	oldPlan: 'from before the numbering plan changed',
	landline: 'a landline, which cannot receive SMS',
	notMobile: 'not a mobile number',
	time: 'could also be a Unix time',
};
