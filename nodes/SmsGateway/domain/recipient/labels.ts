import labels from './labels.json';

const withoutAccents = (word: string): string =>
	word.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '').normalize('NFC');

const setOf = (lines: readonly string[]): ReadonlySet<string> =>
	new Set(lines.join(' ').split(' ').map(withoutAccents));

/** Each names a phone, or what it is used for, in one of the languages of the world. */
const PHONE = setOf(labels.phone);
/** What may stand beside such a word and says nothing else. */
const BESIDE_PHONE = setOf(labels.beside);

/** Any other word may say whose number it is, or that nobody should send to it: "Do not call:", "No mobile:". */
export function namesPhone(label: string): boolean {
	const parts = label.split(/[\s.:'/&°#()-]+/u).filter(Boolean);
	const words = parts.map(withoutAccents);
	const phones = words.filter((word) => PHONE.has(word));
	// A letter alone begins an ID as well, and "No SMS" is no label.
	const isPhone = phones.some((word) => word.length > 1 || /[.:/]/.test(label));
	const isRefusal =
		/(?:^|:\s*)no(?![\p{L}.]|\s+d[ei] )/iu.test(label) || /\bno\W+sms\b|\bsms\W+no\b/i.test(label);
	return isPhone && !isRefusal && words.every((word) => PHONE.has(word) || BESIDE_PHONE.has(word));
}
