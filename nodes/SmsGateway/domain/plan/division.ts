/**
 * Whom the SMS service refused in requests with others, and who is asked about again: first one alone,
 * three times at most, then halves of those who were refused together. Whether all are refused whoever they
 * are, as without credit, is decided by recipients asked alone: the words of a refusal may say anything.
 */
export type Division = Readonly<{
	/** Those who were refused together, and then without any of them: each has one who is refused. */
	refused: ReadonlyArray<readonly number[]>;
	/** The others without a result of their own. */
	rest: readonly number[];
	total: number;
	/** Asked together at most. */
	most: number;
	/** How many were asked alone. */
	alone: number;
	/** Refused alone since the last acceptance. */
	streak: number;
	isAccepted: boolean;
}>;

/** With so many refused alone in a row, one is drawn from all who are left, as at the beginning. */
const SUSPICIOUS = 2;

/** Drawn and refused in a row: so many mean that the whole is at fault, and more where some were accepted. */
const PROBES = 3;
const PROBES_AFTER_ACCEPTANCE = 8;

export const startDivision = (requests: ReadonlyArray<readonly number[]>): Division => ({
	refused: requests,
	rest: [],
	total: requests.flat().length,
	most: Math.max(...requests.map(({ length }) => length)),
	alone: 0,
	streak: SUSPICIOUS,
	isAccepted: false,
});

/** Those without a result of their own. */
export const openIn = ({ refused, rest }: Division): number[] => [...refused.flat(), ...rest];

const probesOf = ({ isAccepted }: Division): number =>
	isAccepted ? PROBES_AFTER_ACCEPTANCE : PROBES;

export const isWholeAtFault = (division: Division): boolean =>
	division.streak >= SUSPICIOUS + probesOf(division);

/**
 * Whom to ask next, in requests at the same time. Nobody is left where there are none.
 *
 * @param width requests at most
 * @param chance 0 to 1, so that another attempt asks others alone
 */
export function nextParts(division: Division, width: number, chance: number): number[][] {
	const { refused, rest, total, most, alone, streak } = division;
	if (streak >= SUSPICIOUS) {
		const open = openIn(division);
		// From all over the list, as numbers of one kind often stand together.
		const place = ((streak - SUSPICIOUS + chance) / probesOf(division)) * open.length;
		return open
			.slice(Math.floor(place))
			.slice(0, 1)
			.map((one) => [one]);
	}
	if (refused.length > 0) {
		return refused.slice(0, width).map((group) => group.slice(0, Math.ceil(group.length / 2)));
	}
	// The more were refused, the smaller are the groups in which one is likely to be.
	const size = Math.min(most, Math.ceil(total / (1 + alone)));
	const starts = Array.from({ length: width }, (_, part) => part * size);
	return starts.map((at) => rest.slice(at, at + size)).filter(({ length }) => length > 0);
}

/** What came of a part: `other` says nothing about its recipients, such as a timeout. */
export type PartResult = 'accepted' | 'refused' | 'other';

/** @param part of those that `nextParts` gave, or of one of them */
export function afterPart(
	division: Division,
	part: readonly number[],
	result: PartResult,
): Division {
	const { refused, rest, alone, streak } = division;
	const asked = new Set(part);
	const others = (all: readonly number[]): number[] => all.filter((one) => !asked.has(one));
	const group = refused.find((one) => one.includes(part[0]!));
	const left = group === undefined ? [] : others(group);
	const isStillRefused = result === 'accepted' && left.length > 0;
	const isAlone = part.length === 1;
	return {
		...division,
		refused: [
			...(result === 'refused' && !isAlone ? [part] : []),
			...(isStillRefused ? [left] : []),
			...refused.filter((one) => one !== group),
		],
		rest: [...(isStillRefused ? [] : left), ...others(rest)],
		alone: alone + (isAlone ? 1 : 0),
		streak: result === 'accepted' ? 0 : streak + (isAlone && result === 'refused' ? 1 : 0),
		isAccepted: division.isAccepted || result === 'accepted',
	};
}
