import type { Cause, CauseOf, CredentialFlaw, Instead, KeyMaker } from '../domain/cause';
import { problemOf } from '../domain/entry';
import { SETTINGS } from '../domain/settings';
import { asSentence, ordinal, sentences } from '../domain/text/sentences';
import { listInWords } from './list';
import { flawInWords } from './numbers';
import { ASK_WHETHER_SENT, serviceInWords } from './service';

/** A cause in words: what is wrong, then the one thing to do. */
export type CauseInWords = Readonly<{
	/** Sentences without any value of an item, as n8n logs messages; a line break before what to do. */
	text: string;
	/** The value that it is about, which is quoted in front. */
	value?: string;
	/** What else is to say, as sentences with values. */
	detail?: string;
}>;

/** The settings that are on, by their labels: who reads it has added them. */
const ON = Object.fromEntries(
	Object.entries(SETTINGS).map(([name, label]) => [name, `'${label.replace(/^.+ > /, '')}'`]),
) as Readonly<Record<keyof typeof SETTINGS, string>>;

const CREDENTIAL_FLAWS: Readonly<Record<CredentialFlaw, string>> = {
	notChosen: 'No credential is selected.\nSelect or create one in this node.',
	noBaseUrl: "The 'Base URL' is empty.\nEnter the address of your SMS service in the credential.",
	spaceInBaseUrl: "The 'Base URL' contains a space or a line break.\nRemove it.",
	invalidBaseUrl:
		"The 'Base URL' isn't a valid URL.\nIt should look like https://sms.example.com/api/v1.",
	otherProtocol: "The 'Base URL' must begin with https:// (or http:// on this machine).",
	userInBaseUrl: "The 'Base URL' contains a user name or password.\nRemove them.",
	queryInBaseUrl: "The 'Base URL' must end with its path.\nRemove everything from the ? or # on.",
	notEncrypted:
		"The 'Base URL' begins with http://, so others could read the access token and all numbers.\nUse https://, or switch on 'Allow Insecure HTTP' in the credential.",
	noToken: "The 'Access Token' is empty.\nEnter the token of your SMS service in the credential.",
	quotedToken: "The 'Access Token' is in quotation marks.\nRemove them.",
	invalidToken: "The 'Access Token' contains a character that no token has.\nCopy it again.",
};

/** What an expression gave that cannot be sent, and what to do. */
const GAVE: Readonly<Record<NonNullable<CauseOf<'noValue'>['gave']>, string>> = {
	object: 'an object.\nUse one of its fields.',
	list: "a list.\nUse one of its values, or a 'Split Out' node before this one.",
	invalidDate: 'an invalid date.\nCheck its value.',
	notANumber: 'not a number.\nCheck its values.',
};

const ALREADY_SENT: Readonly<Record<KeyMaker, string>> = {
	key: 'an SMS with this deduplication key was accepted before',
	repeat: `the same SMS was accepted before (${ON.skipRepeats})`,
	retry: 'another retry of this execution has sent it',
};

const WAS_SENDING: Readonly<Record<CauseOf<'interrupted'>['by'], string>> = {
	key: 'An execution with this deduplication key was sending it and has not ended.',
	repeat: 'An execution was sending the same SMS and has not ended.',
	retry: 'Another retry was sending it and has not ended.',
	run: 'An earlier run tried to send it, without a clear response.',
	execution: 'Another execution was sending it and has not ended.',
};

const STOPPED_BY: Readonly<Record<CauseOf<'stopped'>['by'], string>> = {
	failure: "An earlier request failed, and 'On Error' is 'Stop Workflow'.",
	refusal: "Others cannot be sent to, and 'On Error' is 'Stop Workflow'.",
	unanswered: 'Not sent, because two requests in a row had no clear response.',
	tokenRefused: 'Not sent, because the SMS service does not accept the access token.',
	redirected: 'Not sent, because the SMS service redirects to another address.',
};

const CANNOT_ASK: Readonly<Record<CauseOf<'cannotAsk'>['because'], string>> = {
	severalRecipients:
		"'Send and Wait for Response' asks one recipient at a time.\nPut a 'Loop Over Items' node with 'Batch Size' 1 in front of it.",
	insideAgent:
		"This AI agent cannot wait for an answer.\nReplace the 'AI Agent' node with a new one (version 3 or later).",
	engine2:
		"n8n's Engine 2.0 cannot wait for an answer.\nChoose the default engine in the workflow's settings.",
};

/** Why history/ could not save. */
const STORE_SAYS: Readonly<Record<string, string>> = {
	tooSlow: 'The database is too slow.',
	unsavedWorkflow: 'Save the workflow first.',
};

/** How each item gets the SMS that is its own. */
const numberOfOne = (write: string): string =>
	`\nWrite ${write} in 'Recipients', with 'Execute Once' off. To leave out some, put a 'Filter' node before this one.`;

const MAX_NAMED_FIELDS = 10;

/** What to write in the place of an expression. */
function insteadInWords({ write, noField }: Instead): string | undefined {
	if (noField === undefined) return write && `Write ${write} instead.`;
	const { name, others } = noField;
	return `The items have no field '${name}'. They have: ${listInWords(others, MAX_NAMED_FIELDS)}.`;
}

/** What is missing, and what to write, where an expression has no value. */
function missingInWords(cause: CauseOf<'noValue'>): string | undefined {
	const { field, part, write, mayBeEmpty, noField } = cause;
	if (!mayBeEmpty) {
		return sentences(part && !noField && `${part} is missing or empty.`, insteadInWords(cause));
	}
	if (field === SETTINGS.deduplicationKey) return `Fill it in; ${write} sends without a key.`;
	return part
		? `If ${part} may be empty, write ${write} for it.`
		: `If it may be empty, write ${write}.`;
}

/** Words of n8n or its database, which may be a whole query. */
const MAX_QUOTED_WORDS = 200;
const n8nSays = (error: string): string =>
	`n8n says: ${asSentence(error.replace(/\s+/g, ' ').slice(0, MAX_QUOTED_WORDS).trim())}`;

const inFull = (count: number): string => count.toLocaleString('en');

const mustBe = (cause: CauseOf<'wrongValue' | 'wrongSetting'>): CauseInWords => ({
	text: `'${cause.field}' must be ${cause.mustBe}.`,
	value: cause.value,
});

type Words<N extends Cause['name']> = (cause: CauseOf<N>) => string | CauseInWords;

/** Every cause: one sentence for what is wrong, and one for what to do. */
const IN_WORDS: { readonly [N in Cause['name']]: string | Words<N> } = {
	thrown: ({ error }) => n8nSays(error),
	number: ({ given, flaw }) => ({ value: given, ...flawInWords(flaw) }),
	noRecipient: 'The recipient is empty.\nCheck the field or its expression.',
	listedNumber({ field, value, flaw }) {
		const detail = withValues({ value, ...flawInWords(flaw) });
		return { text: `'${field}' contains a number that cannot be read.`, detail };
	},
	noValue(cause) {
		const { field, expression, gave, word, error } = cause;
		const cannot = `'${field}' cannot use ${expression}: it is`;
		const detail = sentences(missingInWords(cause), error && n8nSays(error));
		if (gave) return { text: `${cannot} ${GAVE[gave]}`, detail };
		if (!word) return { text: `'${field}' has no value for ${expression}.`, detail };
		const todo = 'If it is meant, write it outside of the braces.';
		return { text: `${cannot} the word ${word}.\n${todo}`, detail };
	},
	roundedKey: ({ field, expression }) =>
		`'${field}' cannot use ${expression}: a rounded number.\nFormat its column as text.`,
	placeholder({ field, expression = 'braces', isInExpression, ...instead }) {
		const toExpression = isInExpression ? undefined : "Switch the field to 'Expression'.";
		const todo = sentences(toExpression, insteadInWords(instead));
		return `'${field}' contains ${expression} as plain text.\n${todo}`;
	},
	oneOfList: ({ field, expression, write }) =>
		`'${field}' has ${expression}, the value of one recipient.\nPut a 'Split Out' node in front of this node, or write ${write}: all get the same.`,
	noSender: "'Sender ID' is empty.\nEnter your registered sender name.",
	noMessage: "'Message' is empty.\nEnter a text.",
	wrongValue: mustBe,
	wrongSetting: mustBe,
	tooMany: ({ most, of }) =>
		of === 'item'
			? `The list has more than ${inFull(most)} recipients.\nDivide it among several items.`
			: `There are more than ${inFull(most)} recipients.\nSend to fewer in one execution.`,
	expired: ({ at }) => ({
		text: `${ON.doNotSendAfter} has passed.`,
		detail: `It was ${at}: enter a later time.`,
	}),
	outsideWindow: ({ time, zone, opens, expired }) => ({
		text: `The ${ON.sendWindow} is closed.${opens ? '' : '\nIt does not open within two weeks: make it longer.'}`,
		detail: sentences(
			`It is ${time} in ${zone}.`,
			opens && `It opens on ${opens}${expired ? '' : ': send it then'}.`,
			expired && `That is after ${ON.doNotSendAfter}: ${expired}.`,
		),
	}),
	countryNotAllowed: ({ country = 'unknown' }) => ({
		text: `The number's country is not in ${ON.allowedCountries}.\nCheck the number, or add the country.`,
		detail: `Country: ${country}.`,
	}),
	overMaxSms: ({ sms, most, sent }) =>
		`This needs ${sms} SMS${sent > 0 ? ` after the ${sent} sent before` : ''}, but ${ON.maxSms} is ${most}.\nSend to fewer, or raise the limit.`,
	balanceTooLow: ({ sms, cost, balance, missing }) =>
		`This needs ${sms} SMS, which cost ${cost}, but the balance is ${balance}.\nAdd ${missing}, or send to fewer.`,
	balanceUnreadable({ causes }) {
		const { text, detail } = explainApart(causes);
		return { text: `The balance could not be read. ${text}`, detail };
	},
	keysCounted: 'Recipients who got it before are counted too.',
	otherTurns: ({ sms }) => `Before, this node has sent ${sms} SMS in this execution.`,
	emptySetting: ({ field }) => `'${field}' is empty.\nFill it in, or remove it.`,
	failedExpression: ({ field, error }) => ({
		text: `The expression of '${field}' ${error === undefined ? 'returned no value' : 'failed'}.\nFix the expression.`,
		detail: error && n8nSays(error),
	}),
	differs: ({ field, item }) =>
		`'${field}' is one for all items, but the ${ordinal(item)} item gives another value than the 1st.\nUse one value for all items.`,
	partOfList: ({ field, expression, write }) =>
		`'${field}' has ${expression}, which is one of several numbers.\nWrite ${write} instead.`,
	oneForAll: ({ field, expression, write }) =>
		`'Recipients' has the numbers of all items, but '${field}' has ${expression}, the value of one item.${
			write === undefined
				? "\nDrag the column of numbers into 'Recipients', with 'Execute Once' off."
				: numberOfOne(write)
		}`,
	allForEach: ({ items, expression, write }) =>
		`'Recipients' has ${expression}, the numbers of all items, for each of ${items} items.${numberOfOne(write)}`,
	credential: ({ flaw }) => CREDENTIAL_FLAWS[flaw],
	otherOrigin: ({ own, target = 'this URL' }) =>
		`The access token is for ${own} only, and is not sent to ${target}.\nUse a URL that begins with the credential's 'Base URL'.`,
	credentialDiffers: ({ field, item }) =>
		`'${field}' in the credential differs between the 1st and the ${ordinal(item)} item.\nUse one account for all items.`,
	cannotAsk: ({ because }) => CANNOT_ASK[because],
	askedElsewhere:
		'The question may have been sent before, but its link belongs to another execution.\nTo ask again, execute the workflow again.',
	hiddenFromAgent:
		"With 'Continue (using error output)', n8n tells the AI agent nothing of what this tool did.\nSet 'Settings > On Error' to 'Continue'.",
	unsafeLink: ({ host, because }) =>
		`${because === 'private' ? `A phone cannot open the link: ${host} is known on this network only` : `The link to ${host} is not encrypted, so others could read the question and answer it`}.\nSet n8n's WEBHOOK_URL to its public https address.`,
	tooManyKeys: ({ recipients, most }) =>
		`There are ${inFull(recipients)} recipients with a deduplication key, but a node remembers the last ${inFull(most)}.\nUse several nodes, each person always in the same.`,
	needsZone: ({ field }) =>
		`'${field}' needs a time zone.\nChoose one in the workflow's settings, with the default engine.`,
	service: serviceInWords,
	stopped: ({ by }) => STOPPED_BY[by],
	askedToWait({ minutes, isTotal }) {
		const time = minutes > 24 * 60 ? 'more than a day' : `${minutes} minutes`;
		return isTotal
			? `The SMS service asked to wait more than ${time} in all.\nSet '${SETTINGS.requestsPerSecond}' to 1.`
			: `The SMS service asked to wait ${time}.\nRetry after that.`;
	},
	cancelled: 'The execution ended before its request started.',
	duplicate: ({ item }) => `Skipped: the ${ordinal(item)} item sends this number the same SMS.`,
	excluded: `Skipped: the number is in ${ON.excludedRecipients}.`,
	notAllowed: `Skipped: the number is not in ${ON.allowedRecipients}.`,
	testRun: `Skipped: started by hand, only ${ON.testRecipients} get an SMS.`,
	evaluation: "Skipped: n8n's evaluations send no SMS.",
	alreadySent: ({ by }) => `Skipped: ${ALREADY_SENT[by]}.`,
	interrupted: ({ by }) => `${WAS_SENDING[by]}\n${ASK_WHETHER_SENT}`,
	notSaved: ({ what, error }) => ({
		text: `${what === 'key' ? 'The deduplication key' : `The count for ${ON.maxSmsPerDay}`} could not be saved.`,
		detail: STORE_SAYS[error] ?? n8nSays(error),
	}),
	overDailyLimit({ sms, most, left, isLost }) {
		if (isLost) {
			return `n8n stopped during the count for ${ON.maxSmsPerDay}, so today counts as used up.\nWait until tomorrow.`;
		}
		const less = sms > most ? 'Send to fewer' : 'Wait until tomorrow';
		return `This needs ${sms} SMS, but ${ON.maxSmsPerDay} has ${left} of ${most} left.\n${less}, or raise the limit.`;
	},
	acceptedBefore: 'Accepted in an earlier attempt, and not sent again.',
};

export function inWords(cause: Cause): CauseInWords {
	const found = IN_WORDS[cause.name] as string | ((cause: Cause) => string | CauseInWords);
	const words = typeof found === 'string' ? found : found(cause);
	return typeof words === 'string' ? { text: words } : words;
}

const onOneLine = (text: string): string => text.trim().replace('\n', ' ');

/** Only what is wrong, with the value. */
export const whatIsWrong = ({ text, value }: CauseInWords): string =>
	withValues({ text: text.split('\n')[0]!, value });

/** Nothing but the values. */
export const valuesOf = ({ value, detail }: CauseInWords): string =>
	sentences(value && `"${value}".`, detail);

/** One cause with its values. */
export const withValues = ({ text, value, detail }: CauseInWords): string =>
	sentences(value && `"${value}":`, onOneLine(text), detail && onOneLine(detail));

/** All that there is to say to the person whose item it is, with the values. */
export const explain = (causes: readonly Cause[]): string =>
	sentences(...causes.map((cause) => withValues(inWords(cause))));

/** The sentence of an error, for those of n8n's callers that show its message. */
export const sentenceOfError = (error: unknown): string => explain(problemOf(error).causes);

/** The same in two: what a message may say, and the values behind it. */
export function explainApart(causes: readonly Cause[]): { text: string; detail: string } {
	const all = causes.map(inWords);
	return {
		text: sentences(...all.map(({ text }) => onOneLine(text))),
		detail: sentences(...all.map(valuesOf)),
	};
}
