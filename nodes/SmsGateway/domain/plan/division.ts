/** After so many refused alone in a row, the next one is drawn from all that are unresolved, as at the beginning. */
const SUSPICIOUS = 2;

/** Drawn and refused in a row: so many mean that the whole is at fault, and more where some were accepted. */
const PROBES = 3;
const PROBES_AFTER_ACCEPTANCE = 12;

/** With so few left the whole is never at fault: each of them is asked. */
const LAST_FEW = 8;

/** What came of a part: `other` says nothing about its recipients, such as a timeout. */
export type PartResult = 'accepted' | 'refused' | 'other';

/**
 * Recipients that were refused in requests with others, and which of them to ask about next: first single ones, drawn
 * until one is accepted, then halves of those that were refused together. Single ones decide whether all are refused,
 * as without credit: the words of a refusal may say anything.
 *
 * @param wasAccepted whether the run has had this sender and text accepted before
 */
export function startDivision<T>(requests: ReadonlyArray<readonly T[]>, wasAccepted = false) {
	/** Groups that were refused together, less those that were accepted since: each has a recipient that is refused. */
	let refused = requests;
	/** The others without a result of their own. */
	let rest: readonly T[] = [];
	const total = requests.flat().length;
	const mostTogether = requests.reduce((most, { length }) => Math.max(most, length), 0);
	let askedAlone = 0;
	/** Refused alone since the last acceptance. */
	let streak = SUSPICIOUS;
	let probes = wasAccepted ? PROBES_AFTER_ACCEPTANCE : PROBES;
	/** Without a result of their own. */
	const unresolved = (): T[] => [...refused.flat(), ...rest];

	return {
		unresolved,
		isWholeAtFault: (): boolean => streak >= SUSPICIOUS + probes && unresolved().length > LAST_FEW,
		/** What to ask about next, in `width` requests at most. By another `chance`, 0 to 1, others are drawn. */
		nextParts(width: number, chance: number): T[][] {
			if (streak >= SUSPICIOUS) {
				const all = unresolved();
				// From all over the list, as numbers of one kind often stand together.
				const drawn = (streak - SUSPICIOUS) % probes;
				const place = Math.floor(((drawn + chance) / probes) * all.length);
				return all.slice(place, place + 1).map((one) => [one]);
			}
			if (refused.length > 0) {
				return refused.slice(0, width).map((group) => group.slice(0, Math.ceil(group.length / 2)));
			}
			// The more were refused, the smaller are the groups in which one is likely to be.
			const size = Math.min(mostTogether, Math.ceil(total / (1 + askedAlone)));
			const starts = Array.from({ length: width }, (_, part) => part * size);
			return starts.map((at) => rest.slice(at, at + size)).filter(({ length }) => length > 0);
		},
		/** @param part one that `nextParts` gave, or a part of it */
		note(part: readonly T[], result: PartResult): void {
			const asked = new Set(part);
			const others = (all: readonly T[]): T[] => all.filter((one) => !asked.has(one));
			const group = refused.find((one) => one.includes(part[0]!));
			const left = group === undefined ? [] : others(group);
			const isStillRefused = result === 'accepted' && left.length > 0;
			const isAlone = part.length === 1;
			refused = [
				...(result === 'refused' && !isAlone ? [part] : []),
				...(isStillRefused ? [left] : []),
				...refused.filter((one) => one !== group),
			];
			rest = [...(isStillRefused ? [] : left), ...others(rest)];
			if (isAlone) askedAlone++;
			if (result === 'accepted') {
				streak = 0;
				probes = PROBES_AFTER_ACCEPTANCE;
			} else if (isAlone && result === 'refused') streak++;
		},
	};
}
