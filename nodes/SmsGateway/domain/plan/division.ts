/**
 * A refused request of several recipients, whom the service is asked about again in parts until each
 * has a result of its own. Whether all of them are refused whoever they are, as without credit, is
 * decided by recipients asked alone: the words of a refusal may say anything.
 */
export type Division = Readonly<{
	/** Without a result of their own, in their order. The first `suspects` of them were refused together. */
	open: readonly number[];
	suspects: number;
	/** How many were refused together the last time. */
	together: number;
	/** Asked together at most: where more are refused, and each part of them is accepted, lists are too long. */
	most: number;
	/** Recipients of the request. */
	total: number;
	/** Whether any part was accepted. */
	isAccepted: boolean;
	/** Recipients asked alone and not accepted, without any acceptance since. */
	streak: number;
	/** Recipients asked alone before that, by their result. */
	refusedAlone: number;
	acceptedAlone: number;
	/** How many are asked alone before all are given up, as long as nothing is accepted. */
	patience: number;
}>;

/** So many are asked alone before the whole is believed to be at fault. */
export const PATIENCE = 3;
/** The same where an earlier request with this text has shown it. */
export const PATIENCE_WHERE_SHOWN = 1;

/** With so many refused alone in a row, one who is not among the others in the list is asked. */
const SUSPICIOUS = 2;

/** The chance that all who are asked alone are refused, where only some of the others would be. */
const CHANCE_OF_ERROR = 0.001;

export const startDivision = (recipients: readonly number[], patience = PATIENCE): Division => ({
	open: recipients,
	suspects: recipients.length,
	together: recipients.length,
	most: recipients.length,
	total: recipients.length,
	isAccepted: false,
	streak: 0,
	refusedAlone: 0,
	acceptedAlone: 0,
	patience,
});

const isInDoubt = ({ isAccepted, streak }: Division): boolean =>
	!isAccepted || streak >= SUSPICIOUS;

/** How many in a row are refused alone before the whole is at fault: more where many were refused. */
function longestStreak({ isAccepted, refusedAlone, acceptedAlone, patience }: Division): number {
	if (!isAccepted) return patience;
	const share = (refusedAlone + 1) / (refusedAlone + acceptedAlone + 2);
	return SUSPICIOUS + Math.max(PATIENCE, Math.log(CHANCE_OF_ERROR) / Math.log(share));
}

/** Whether those who are left would be refused too, whoever they are. */
export const isWholeAtFault = (division: Division): boolean =>
	isInDoubt(division) && division.streak >= longestStreak(division);

/**
 * Whom to ask next, together. Nobody is left where it is empty.
 *
 * @param chance 0 to 1, so that another attempt asks others alone
 */
export function nextPart(division: Division, chance: number): readonly number[] {
	const { open, suspects, most, total, isAccepted, refusedAlone, streak, patience } = division;
	if (isInDoubt(division)) {
		// At first one from each third of the list, as numbers of one kind often stand together.
		const place = isAccepted ? chance : (streak + chance) / patience;
		const at = Math.min(open.length - 1, Math.floor(place * open.length));
		return open.slice(at, at + 1);
	}
	// Half of those who were refused together; the other half may be fine, and is asked with the rest.
	const size =
		suspects > 0
			? Math.ceil(suspects / 2)
			: Math.min(most, Math.ceil(total / (1 + refusedAlone + streak)));
	return open.slice(0, size);
}

/** What came of a part: `other` says nothing about its recipients, such as a timeout. */
export type PartResult = 'accepted' | 'refused' | 'other';

/** @param part as `nextPart` gave it, or what was left of it to ask */
export function afterPart(
	division: Division,
	part: readonly number[],
	result: PartResult,
): Division {
	const { open, suspects, together } = division;
	if (part.length === 0) return division;
	if (result === 'refused' && part.length > 1) {
		return { ...division, suspects: part.length, together: part.length };
	}
	const left = { ...division, open: without(open, part) };
	const wasSuspect = open.indexOf(part[0]!) < suspects;
	if (result === 'accepted') {
		const rest = wasSuspect ? suspects - part.length : suspects;
		const wereTooMany = wasSuspect && rest === 0;
		return {
			...left,
			suspects: rest,
			most: wereTooMany ? Math.max(1, Math.floor(together / 2)) : division.most,
			isAccepted: true,
			streak: 0,
			refusedAlone: division.refusedAlone + division.streak,
			acceptedAlone: division.acceptedAlone + (part.length === 1 ? 1 : 0),
		};
	}
	return {
		...left,
		suspects: wasSuspect ? 0 : suspects,
		streak: division.streak + (part.length === 1 ? 1 : 0),
	};
}

/** Those were settled without being asked. */
export function withoutSettled(division: Division, settled: readonly number[]): Division {
	const gone = new Set(settled);
	const suspects = division.open.slice(0, division.suspects).filter((one) => !gone.has(one)).length;
	return { ...division, open: without(division.open, settled), suspects };
}

function without(all: readonly number[], some: readonly number[]): number[] {
	const gone = new Set(some);
	return all.filter((one) => !gone.has(one));
}
