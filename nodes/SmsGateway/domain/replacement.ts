// What word processors and phones put in place of plain characters.
const TYPOGRAPHIC: Readonly<Record<string, string>> = {
	'‘': "'",
	'’': "'",
	'‚': "'",
	'′': "'",
	'`': "'",
	'´': "'",
	'“': '"',
	'”': '"',
	'„': '"',
	'«': '"',
	'»': '"',
	'″': '"',
	'‐': '-',
	'‑': '-',
	'–': '-',
	'—': '-',
	'−': '-',
	'•': '-',
	'…': '...',
	'×': 'x',
	œ: 'oe',
	Œ: 'OE',
	ẞ: 'SS',
	'\t': ' ',
	'\u00a0': ' ',
	'\u2009': ' ',
	'\u202f': ' ',
	'\u200b': '',
	'\u200d': '',
	'\u2060': '',
	'\ufeff': '',
	'\u00ad': '',
};

/** A plain character of the SMS alphabet that can stand for this one; undefined where none can. */
export function replacementFor(character: string): string | undefined {
	const typographic = TYPOGRAPHIC[character];
	if (typographic !== undefined) return typographic;
	const [base = ''] = character.normalize('NFD');
	return /^[A-Za-z]$/.test(base) ? base : undefined;
}
