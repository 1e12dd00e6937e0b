import type { Flaw } from './recipient/shape';
import type { FailureFacts, Finding } from './service/result';

/** What to write in the place of an expression, for a person or a program to copy. */
export type Instead = Readonly<{
	write?: string;
	/** A field that no item has, and those that they have. */
	noField?: Readonly<{ name: string; others: readonly string[]; node?: string }>;
}>;

/** What is wrong with n8n's store where n8n has no words of its own. */
export type StoreFlaw = 'forgets' | 'unsavedWorkflow' | 'tooSlow';

/** As the editor names it, with its path: "Message", "Options > Default Country". */
type OfField = { field: string };
type OfExpression = OfField & { expression: string };

/** Causes whose name says all. */
type Plain =
	| ('cancelled' | 'excluded' | 'notAllowed' | 'testRun' | 'evaluation' | 'stopped' | 'alreadySent')
	// By an earlier run of this turn.
	| 'acceptedBefore'
	// The question was sent by another execution, which alone can take the answer.
	| 'askedElsewhere'
	// The token would go by a way on which others may read it.
	| 'diverted'
	// A tool with an error output, of which n8n tells an agent nothing.
	| 'hiddenFromAgent';

type Alike = Record<Plain, object> &
	Record<'noRecipient' | 'noSender' | 'noMessage' | 'number', { byModel?: true }> &
	Record<'emptySetting' | 'fromModel' | 'needsZone', OfField> &
	Record<'roundedKey' | 'oneOfRows', OfExpression> &
	Record<'oneOfList' | 'partOfList', OfExpression & { write: string }> &
	Record<'wrongValue' | 'wrongSetting', OfField & { mustBe: string; value?: string }> &
	// Where a model alone wrote it, which can correct it; `byModel` says the same.
	Record<'wrongValue' | 'wrongSetting', { expression?: string }> &
	Record<'tooMany' | 'beyondRetry', { most: number }>;

/** What each cause has to say. A value of an item has a field of its own: n8n logs sentences without them. */
type Facts = Alike & {
	/** In n8n's own words. */
	thrown: { error: string };
	/** A number that cannot be read. With a field: one of a list, such as a safeguard's. */
	number: { field?: string; given: string; flaw: Flaw };
	noValue: OfExpression & {
		gave?: 'object' | 'list' | 'invalidDate' | 'notANumber' | 'sheetError';
		/** What JavaScript wrote into a text for a value that is missing, such as "undefined". */
		word?: string;
		/** n8n's words, where it failed. */
		error?: string;
		/** What is missing or empty in it. */
		part?: string;
		/** All of it is what a model wrote. */
		byModel?: true;
		/** `write` stands for the part, and leaves it empty where the value is missing, if that is meant. */
		mayBeEmpty?: true;
	} & Instead;
	/** As plain text. No expression where it may hold a secret. */
	placeholder: OfField & { expression?: string; isInExpression?: true } & Instead;
	/** In a finished text. */
	leftover: OfExpression & { value: string; byModel?: true };
	datePassed: OfField & { value?: string };
	/** When the send window opens, if it does, in words, and whether the SMS has expired by then. */
	outsideWindow: { opens?: string; expired?: true };
	countryNotAllowed: { value?: string };
	/** `sms` of the execution, with those of earlier turns; the recipients of this one. */
	overMaxSms: { sms: number; most: number; left: number; recipients: number; byModel?: true };
	balanceTooLow: { sms: number; cost: string; balance: string; missing: string };
	balanceUnreadable: { causes: readonly Cause[] };
	failedRows: OfExpression & { error: string };
	failedExpression: OfField & { error?: string };
	differs: OfField & { item: number };
	/** No `write` where an item does not tell which number is its, or the list which field it is. */
	oneForAll: OfExpression & { write?: string };
	allForEach: { expression: string; write?: string };
	credential: { flaw: CredentialFlaw };
	otherOrigin: { own: string };
	cannotAsk: { because: 'insideAgent' | 'engine2' | 'severalItems' | 'underPath' | 'unreadable' };
	unsafeLink: { host: string };
	tooManyKeys: { recipients: number; most: number };
	service: Omit<FailureFacts, 'found'> & {
		found: Finding;
		/** What became of the SMS; undefined for the balance. */
		sms?: 'accepted' | 'rejected' | 'unknown' | 'notSent' | 'skipped';
		says?: string;
		/** The word, date or amount that the finding is about. */
		value?: string;
	};
	/** The reason of the run that may have sent it, where one is known. */
	interrupted: { earlier?: string };
	askedToWait: { minutes: number; isInAll?: boolean };
	/** `item` sends this SMS. */
	duplicate: { item: number };
	/** n8n's store failed: in its words, or by a `StoreFlaw`. */
	notSaved: { error: string };
	/** `isLost`: reading the count was cut off: the day counts as used up. */
	overDailyLimit: { sms: number; most: number; left: number; isLost?: boolean };
};

/** Why the credential cannot be used. None repeats a value that may hold a secret. */
export type CredentialFlaw =
	'notChosen' | 'noBaseUrl' | 'invalidBaseUrl' | 'notEncrypted' | 'noToken' | 'invalidToken';

/** Why something is not sent, as data. words/ makes the sentences. */
export type Cause = { [N in keyof Facts]: Readonly<{ name: N } & Facts[N]> }[keyof Facts];

export type CauseOf<N extends Cause['name']> = Extract<Cause, { name: N }>;
