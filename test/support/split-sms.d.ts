/** The part of split-sms that the tests use; it comes without types. */
declare module 'split-sms' {
	export function split(
		message: string,
		options?: { summary?: boolean },
	): { characterSet: 'GSM' | 'Unicode'; parts: unknown[] };
}
