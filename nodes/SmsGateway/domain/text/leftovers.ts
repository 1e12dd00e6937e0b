/** Characters: more than an SMS has. */
const MAX_SEARCHED = 10_000;

// What a value, an export or a template leaves in a text that is finished. It may be meant.
const LEFTOVERS =
	/\b(?:NULL|null|undefined|NaN|false|FALSE|Invalid Date(?:Time)?)\b|(?<![\w/])N\/A\b|(?:[[<{%«#]|\$\{)(?:[A-Za-z]{1,8}[ _]?)?(?:[Nn]ame|NAME|[Pp]r[eé]nom|PR[EÉ]NOM|[Nn]om|NOM|[Nn]ombre|NOMBRE|[Dd]ate|DATE|[Tt]ime|[Oo]rder|[Pp]hone|[Aa]mount)[\]>}%»#]|\[object Object\]|GMT[+-]\d{4}\b|\d{4}-\d\d-\d\dT\d\d:\d\d|<\/?(?:[abipu]|br|div|em|h\d|li|p|span|strong|ul)\b[^<>]{0,100}>|\{\{[^{}]{0,40}\}\}|\\[nrt]|&(?:amp|lt|gt|quot|apos|nbsp|#\d{1,6});|(?<=[\p{L}\p{N},]) {2,}(?=\S)|(?<=\S) +(?=[,.](?:\s|$))/gu;

/** What looks wrong in a finished text, as it stands there, each once. */
export const leftoversIn = (message: string): string[] => [
	...new Set(
		(message.slice(0, MAX_SEARCHED).match(LEFTOVERS) ?? []).map((found) =>
			found.trim() === '' ? 'a space too many' : `"${found}"`,
		),
	),
];
