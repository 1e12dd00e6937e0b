import type { Flaw } from './recipient/shape';
import type { CertificateFlaw, Finding } from './service/result';

/** What to write in the place of an expression, for a person or a program to copy. */
export type Instead = Readonly<{
	write?: string;
	/** A field that no item has, and those that they have. */
	noField?: Readonly<{ name: string; others: readonly string[]; node?: string }>;
}>;

/** As the editor names it, with its path: "Message", "Options > Default Country". */
type OfField = { field: string };
type OfExpression = OfField & { expression: string };
/** `mustBe` such as "a date, such as 2026-11-21T18:00". */
type NotAllowedValue = OfField & { mustBe: string; value?: string };

/** Causes whose name says all. */
type Plain =
	| ('noRecipient' | 'noSender' | 'noMessage')
	| ('cancelled' | 'excluded' | 'notAllowed' | 'testRun' | 'evaluation')
	// Because of what became of others.
	| 'stopped'
	// An SMS with the same key was accepted.
	| 'alreadySent'
	// By an earlier run of this turn.
	| 'acceptedBefore'
	// The question was sent by another execution, which alone can take the answer.
	| 'askedElsewhere'
	// The token would go by a way on which others may read it.
	| 'diverted'
	// A tool with an error output, of which n8n tells an agent nothing.
	| 'hiddenFromAgent';

/** What each cause has to say. A value of an item has a field of its own: n8n logs sentences without them. */
type Facts = Record<Plain, object> & {
	/** n8n refuses something itself, in its own words. */
	thrown: { error: string };
	/** A number that cannot be read. With a field: one of a list, such as a safeguard's. */
	number: { field?: string; given: string; flaw: Flaw };
	/** An expression gave nothing that can be sent. */
	noValue: OfExpression & {
		gave?: 'object' | 'list' | 'invalidDate' | 'notANumber' | 'sheetError';
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
	/** The value of a row of another node that names some of the recipients, where other rows name others. */
	oneOfRows: OfExpression;
	/** A value of an item that is not what the field takes. */
	wrongValue: NotAllowedValue;
	/** The same, whatever the item. */
	wrongSetting: NotAllowedValue;
	tooMany: { most: number };
	datePassed: OfField & { at?: string };
	/** When the send window opens, if it does, in words, and whether the SMS has expired by then. */
	outsideWindow: { opens?: string; expired?: true };
	countryNotAllowed: { country?: string };
	/** The SMS of the execution, with those of earlier turns, and what they have left. */
	overMaxSms: { sms: number; most: number; left: number };
	balanceTooLow: { sms: number; cost: string; balance: string; missing: string };
	balanceUnreadable: { causes: readonly Cause[] };
	emptySetting: OfField;
	fromModel: OfField;
	/** The rows that a list is made of are the error of the node before. */
	failedRows: OfExpression & { error: string };
	/** The expression of a setting fails, or returns nothing. */
	failedExpression: OfField & { error?: string };
	/** A setting for all items, or the credential, has another value for one of them. */
	differs: OfField & { item: number };
	/** A list has only those of its numbers that the items here come from. */
	partOfList: OfExpression & { write: string };
	/** 'Recipients' has the numbers of all items, and this field has the value of one. No `write` where an item does not tell which number is its. */
	oneForAll: OfExpression & { write?: string };
	/** 'Recipients' has the numbers of all items, for each of them. */
	allForEach: { expression: string; write: string };
	credential: { flaw: CredentialFlaw };
	otherOrigin: { own: string };
	cannotAsk: {
		because: 'insideAgent' | 'engine2' | 'severalItems' | 'underPath' | 'unreadable';
	};
	/** A phone cannot open the link of a question, or others could read it on the way. */
	unsafeLink: { host: string };
	tooManyKeys: { recipients: number; most: number };
	beyondRetry: { most: number };
	/** n8n does not tell the workflow's time zone, or one that there is. */
	needsZone: OfField;
	/** What came back from the SMS service, or did not: for an SMS, or for the balance. */
	service: {
		found: Finding;
		/** What became of the SMS; undefined for the balance. */
		sms?: 'accepted' | 'rejected' | 'unknown' | 'notSent' | 'skipped';
		says?: string;
		/** The HTTP status, where it is not 200. */
		http?: number;
		/** The word, date or amount that the finding is about. */
		value?: string;
		certificate?: CertificateFlaw;
		advice?: string;
	};
	/** By an earlier run, or elsewhere with the same key, it may have been sent: the reason there, where one is known. */
	interrupted: { earlier?: string };
	askedToWait: { minutes: number };
	/** The item that sends this SMS. */
	duplicate: { item: number };
	/** n8n's store failed: in its words, or by a code of ours. */
	notSaved: { error: string };
	/** `isLost`: reading the count was cut off, so that the day counts as used up. */
	overDailyLimit: { sms: number; most: number; left: number; isLost?: boolean };
};

/** Why the credential cannot be used. None repeats a value that may hold a secret. */
export type CredentialFlaw =
	'notChosen' | 'noBaseUrl' | 'invalidBaseUrl' | 'notEncrypted' | 'noToken' | 'invalidToken';

/** Why something is not sent, as data. words/ makes the sentences. */
export type Cause = {
	[N in keyof Facts]: Readonly<{ name: N } & Facts[N]>;
}[keyof Facts];

/** The facts of one cause. */
export type CauseOf<N extends Cause['name']> = Extract<Cause, { name: N }>;
