export type Spelling = Readonly<{
	digits: string;
	groups: readonly string[];
	/** What stands between the groups. */
	marks: readonly string[];
}>;

/** A + or 00, which is not among the digits of the number. */
const FRONT = /^([\s(]*)(?:\+[\s+]*(?:00)?|00)/;

/** @param text as `tidy` returns it */
export function readSpelling(text: string) {
	const local = text.replace(FRONT, '$1');
	const groups = local.match(/\d+/g) ?? [];
	return {
		digits: groups.join(''),
		groups,
		marks: local.split(/\d+/).slice(1, -1),
		isExplicit: local !== text,
		/** Whether behind the country code stands a 0 in parentheses, as a group of its own. */
		hasZero: /^\D*\d{1,3}\D*\(\s*0\s*\)/.test(local),
		/** Whether the first group is in parentheses. */
		isEnclosed: /^\s*\(\s*\d+\)/.test(local),
	};
}

/** Whether a last group goes on with the number: others are an extension, a row or a year. */
function goesOn(groups: readonly string[]): boolean {
	const [before, last] = groups.slice(-2).map(({ length }) => length);
	if (last === before) return last! > 1;
	return (last === 3 || last === 4) && before! >= 2 && before! <= 4;
}

/** What usually ends a number. */
const ENDS = /^\s+[-/]\s+$|\s{3,}/;

/** Between which groups something else may begin, since the marks change. */
function cutsIn({ marks }: Spelling): number[] {
	// Parentheses set an area code apart as a space does.
	const kinds = marks.map((mark) => mark.replace(/[()]/g, '') || ' ');
	return kinds.flatMap((kind, index) => {
		const others = [kinds[index - 1], kinds[index + 1]];
		const isEdge = others.some((other) => other !== undefined && other !== kind);
		return isEdge || ENDS.test(kind) ? [index + 1] : [];
	});
}

/** Parts that may be a number by themselves. */
export function numberParts(spelling: Spelling): { begins: string[]; ends: string[] } {
	const { groups } = spelling;
	if (groups.length === 1) return { begins: [], ends: [] };
	const cuts = cutsIn(spelling);
	const last = goesOn(groups) ? [] : [groups.length - 1];
	return {
		begins: [1, ...cuts, ...last].map((at) => groups.slice(0, at).join('')),
		ends: [1, ...cuts].map((at) => groups.slice(at).join('')),
	};
}
