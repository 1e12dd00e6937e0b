/**
 * Which recipients match what somebody types: `74 06`, `070 174`, `+46 70 174`, `0046 70`. A plus begins the
 * number; two zeros do, or are digits in the middle. Undefined when every recipient matches.
 */
export function recipientFilter(typed: string): ((recipient: string) => boolean) | undefined {
	const text = typed.normalize('NFKC').replace(/[^\p{L}\d+]/gu, '');
	if (text === '') return undefined;
	if (text.startsWith('+')) return (recipient) => recipient.startsWith(text.slice(1));
	// A first 0 is dialed inside the country, and no part of the number elsewhere.
	if (!text.startsWith('00')) {
		return (recipient) =>
			recipient.includes(text) || recipient.includes(text.replace(/^0(?=\d)/, ''));
	}
	return (recipient) => recipient.includes(text) || recipient.startsWith(text.slice(2));
}
