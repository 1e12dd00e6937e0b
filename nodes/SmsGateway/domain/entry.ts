import type { Why } from './outcome';

/** One recipient of one input item: the unit that ends with exactly one outcome. */
export type Entry = {
	readonly item: number;
	readonly senderId: string;
	readonly message: string;
	/** E.164 with its +; where it is invalid, the value as it was given, shortened. */
	readonly recipient: string;
	/** As `phoneOf` names it; empty where the recipient is no valid number. */
	readonly phone: string;
	/** Another country's mobile that its digits are too, where the default country decided. */
	readonly other?: string;
	/** Deduplication key; empty means off. */
	readonly key: string;
	/** 'Skip Repeats' has made the key. */
	readonly isRepeatKey?: true;
	/** What makes it the same SMS, where the message has a link too. */
	readonly text?: string;
	/** Items behind its own that ask for the same SMS. */
	readonly equals?: number[];
	/** In a Retry of the execution, its keys beside its own one. */
	readonly retryKeys?: readonly string[];
	/** In a Retry in which the node runs for the first time: its item may be another one in the next. */
	readonly hasNewItems?: boolean;
	/** Milliseconds since 1970. */
	readonly expiresAt?: number;
	/** To a test number that is not in the list. No item is output for it. */
	readonly isSample?: true;
	/** In the message, such as "’ → '". */
	readonly replaced?: string;
	/** Found before anything is sent. */
	readonly problem?: Why;
};

/** One request's worth: a text from a sender to one or many recipients. */
export type SmsRequest = Readonly<{
	senderId: string;
	message: string;
	recipients: readonly string[];
}>;
