/** Characters that one SMS holds by the service's billing rule (sandbox/openapi.yaml, message). */
const CHARACTERS_PER_SMS = 160;

/** SMS that a text takes per recipient by the service's billing rule; at least 1. */
export function smsCountOf(message: string): number {
	// Code units are never fewer than characters, so only a long text needs to be looked at closely.
	if (message.length <= CHARACTERS_PER_SMS) return 1;
	let characters = message.length;
	for (const character of message) characters -= character.length - 1;
	return Math.ceil(characters / CHARACTERS_PER_SMS);
}
