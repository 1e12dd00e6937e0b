import type { Flaw } from './recipient/shape';
import type { CertificateFlaw, Finding } from './service/result';

/** What to write in the place of an expression, for a person or a program to copy. */
export type Instead = Readonly<{
	write?: string;
	/** A field that no item has, and those that they have. */
	noField?: Readonly<{ name: string; others: readonly string[] }>;
}>;

/** As the editor names it, with its path: "Message", "Options > Default Country". */
type OfField = { field: string };
type OfExpression = OfField & { expression: string };
type NotAllowedValue = OfField & {
	/** Such as "a date, such as 2026-11-21T18:00". */
	mustBe: string;
	value?: string;
};

/** Causes whose name says all. */
type Plain =
	| ('noRecipient' | 'noSender' | 'noMessage')
	| ('cancelled' | 'excluded' | 'notAllowed' | 'testRun' | 'evaluation')
	// By an earlier run of this turn.
	| 'acceptedBefore'
	// Behind a limit, where some may not need an SMS at all.
	| 'keysCounted'
	// The question was sent by another execution, which alone can take the answer.
	| 'askedElsewhere'
	// A tool with an error output, of which n8n tells an agent nothing.
	| 'hiddenFromAgent';

/** What each cause has to say. A value of an item has a field of its own: n8n logs sentences without them. */
type Facts = Record<Plain, object> & {
	/** n8n refuses something itself, in its own words. */
	thrown: { error: string };
	number: { given: string; flaw: Flaw };
	/** A list of numbers, such as a safeguard's, has one that cannot be read. */
	listedNumber: OfField & { value: string; flaw: Flaw };
	/** An expression gave nothing that can be sent. */
	noValue: OfExpression & {
		/** What it gave instead. */
		gave?: 'object' | 'list' | 'invalidDate' | 'notANumber';
		/** What JavaScript wrote into a text for a value that is missing, such as "undefined". */
		word?: string;
		/** n8n's words, where it failed. */
		error?: string;
		/** What is missing or empty in it, where it is more than that. */
		part?: string;
		/** `write` is for who means it to be empty where the value is missing, and stands for the part. */
		mayBeEmpty?: true;
	} & Instead;
	/** A number that a key cannot be made of: it is rounded, so that two IDs can become one. */
	roundedKey: OfExpression;
	/** As plain text, in a field that is not an expression, or beside the braces of one. No expression where it may hold a secret. */
	placeholder: OfField & { expression?: string; isInExpression?: true } & Instead;
	/** The value of one place in a list, for recipients of which each has its own; `write` is the same, meant for all. */
	oneOfList: OfExpression & { write: string };
	/** A value of an item that is not what the field takes. */
	wrongValue: NotAllowedValue;
	/** The same, whatever the item. */
	wrongSetting: NotAllowedValue;
	/** More recipients than one execution or one field can have. */
	tooMany: { most: number; of: 'execution' | 'item' };
	/** Its time is over: when that was, in words. */
	expired: { at: string };
	/** By the clock of the zone; when it opens, if it does, and when the SMS is too late by then, in words. */
	outsideWindow: { time: string; zone: string; opens?: string; expired?: string };
	countryNotAllowed: { country?: string };
	/** All of it is more than a limit; `sent` by earlier turns. */
	overMaxSms: { sms: number; most: number; sent: number };
	balanceTooLow: { sms: number; cost: string; balance: string; missing: string };
	balanceUnreadable: { causes: readonly Cause[] };
	/** Behind a balance that is too low: what other turns of the node have sent. */
	otherTurns: { sms: number };
	/** A setting that was added and says nothing. */
	emptySetting: OfField;
	/** The expression of a setting fails, or returns nothing. */
	failedExpression: OfField & { error?: string };
	/** A setting for all items has another value for one of them. */
	differs: OfField & { item: number };
	/** A list has only those of its numbers that the items here come from. */
	partOfList: OfExpression & { write: string };
	/** 'Recipients' has the numbers of all items, and this field has the value of one. No `write` where an item does not tell which number is its. */
	oneForAll: OfExpression & { write?: string };
	/** 'Recipients' has the numbers of all items, for each of them. */
	allForEach: { items: number; expression: string; write: string };
	credential: { flaw: CredentialFlaw };
	/** The token may be sent to its own service only. No `target` where that is no valid URL. */
	otherOrigin: { own: string; target?: string };
	/** A field of the credential has another value for one of the items. */
	credentialDiffers: OfField & { item: number };
	/** 'Send and Wait for Response' cannot ask here. */
	cannotAsk: { because: 'insideAgent' | 'engine2' | 'severalRecipients' };
	/** A phone cannot open the link of a question, or others could read it on the way. */
	unsafeLink: { host: string; because: 'private' | 'notEncrypted' };
	/** More recipients with a deduplication key than a node remembers. */
	tooManyKeys: { recipients: number; most: number };
	/** n8n does not tell the workflow's time zone, or one that there is. */
	needsZone: OfField;
	/** What came back from the SMS service, or did not: for an SMS, or for the balance. */
	service: {
		found: Finding;
		/** What became of the SMS; undefined for the balance. */
		sms?: 'accepted' | 'rejected' | 'unknown' | 'notSent' | 'skipped';
		/** The service's own words. */
		says?: string;
		/** The HTTP status, where it is not 200. */
		http?: number;
		/** The word, date or amount that the finding is about. */
		value?: string;
		certificate?: CertificateFlaw;
		/** n8n's own words. */
		advice?: string;
	};
	/** Not started, as an earlier failure ended the run. */
	stopped: { by: 'failure' | 'refusal' | 'unanswered' | Halt };
	/** The service asked to wait; `minutes` at once, or again and again. */
	askedToWait: { minutes: number; isTotal?: true };
	/** The item that sends this SMS. */
	duplicate: { item: number };
	/** What made the key that an accepted SMS has, or one in doubt. */
	alreadySent: { by: KeyMaker };
	interrupted: { by: KeyMaker | 'run' | 'execution' };
	/** n8n's store failed: in its words, or by a code of history/. */
	notSaved: { what: 'key' | 'count'; error: string };
	/** `isLost`: reading the count was cut off, so that the day counts as used up. */
	overDailyLimit: { sms: number; most: number; left: number; isLost?: boolean };
};

/** Why the credential cannot be used. None repeats a value that may hold a secret. */
export type CredentialFlaw =
	| 'notChosen'
	| ('noBaseUrl' | 'spaceInBaseUrl' | 'invalidBaseUrl' | 'userInBaseUrl' | 'queryInBaseUrl')
	| ('otherProtocol' | 'notEncrypted')
	| ('noToken' | 'quotedToken' | 'invalidToken');

/** What makes a deduplication key: the user, 'Skip Repeats', or a Retry of the execution. */
export type KeyMaker = 'key' | 'repeat' | 'retry';

/** Why no later request can end in another way. */
export type Halt = 'tokenRefused' | 'redirected';

/** Why something is not sent, as data. words/ makes the sentences. */
export type Cause = {
	[N in keyof Facts]: Readonly<{ name: N } & Facts[N]>;
}[keyof Facts];

/** The facts of one cause. */
export type CauseOf<N extends Cause['name']> = Extract<Cause, { name: N }>;
