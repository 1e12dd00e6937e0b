/** Longer names are cut or refused; numbers may have as many digits as any phone number. */
const MAX_LETTERS = 11;

/**
 * What many networks refuse in a sender ID, as a sentence; undefined where there is nothing to
 * say. Rules differ by country, so none of this is refused here.
 */
export function aboutSenderId(senderId: string): string | undefined {
	if (/^\+?\d{3,15}$/.test(senderId)) return undefined;
	const { length } = [...senderId];
	if (length > MAX_LETTERS) {
		return `Sender ID "${senderId}" has ${length} characters; many networks allow ${MAX_LETTERS}.`;
	}
	const others = [...new Set(senderId.replace(/[A-Za-z0-9 ]/g, ''))].join(' ');
	return others === ''
		? undefined
		: `Sender ID "${senderId}" contains ${others}; many networks allow only letters A to Z, digits and spaces.`;
}
