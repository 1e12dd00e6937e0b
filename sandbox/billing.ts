/** What one SMS holds, in characters, by the service's rule. */
const CHARACTERS_PER_SMS = 160;

/**
 * The number of SMS that one text costs for one recipient: ceil(characters / 160).
 * Characters are Unicode code points, so that an emoji is one character.
 */
export function countSms(text: string): number {
	return Math.ceil([...text].length / CHARACTERS_PER_SMS);
}
