import type { Cause, CauseOf, Instead, KeyMaker } from '../domain/cause';
import { problemOf } from '../domain/entry';
import { SETTINGS } from '../domain/settings';
import { asSentence, ordinal, sentences } from '../domain/text/sentences';
import { CREDENTIAL_FLAWS } from './credential';
import { flawInWords } from './numbers';
import { listInWords } from './list';
import { serviceInWords } from './service';

/** The settings that are on, by their labels: who reads it has added them. */
const ON = Object.fromEntries(
	Object.entries(SETTINGS).map(([name, label]) => [name, `'${label.replace(/^.+ > /, '')}'`]),
) as Readonly<Record<keyof typeof SETTINGS, string>>;

/** A cause in words: what is wrong, then the one thing to do. */
export type CauseInWords = Readonly<{
	/** Sentences without any value of an item: n8n logs messages, and keeps them. */
	text: string;
	/** The value that it is about, which is quoted in front. */
	value?: string;
	/** What else is to say, as sentences with values. */
	detail?: string;
}>;

/** What an SMS that was accepted before is known by, and what an attempt without an end was. */
const BEFORE: Readonly<Record<KeyMaker | 'run', readonly [accepted: string, inDoubt: string]>> = {
	key: [
		'an SMS with this deduplication key was accepted before',
		'An execution with this deduplication key was sending it and has not ended.',
	],
	repeat: [
		`the same SMS was accepted before (${ON.skipRepeats})`,
		'An execution was sending the same SMS and has not ended.',
	],
	retry: [
		'another retry of this execution has sent it',
		'Another retry was sending it and has not ended.',
	],
	run: ['an earlier run has sent it', 'An earlier run tried to send it, without a clear response.'],
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
		"'Send and Wait for Response' asks one recipient at a time. Put a 'Loop Over Items' node with 'Batch Size' 1 in front of it.",
	insideAgent:
		"This AI agent cannot wait for an answer. Replace the 'AI Agent' node with a new one (version 3 or later).",
	engine2:
		"n8n's Engine 2.0 cannot wait for an answer. Choose the default engine in the workflow's settings.",
};

/** What an expression gave that cannot be sent, and what to do. */
const GAVE: Readonly<Record<NonNullable<CauseOf<'noValue'>['gave']>, string>> = {
	object: 'an object. Use one of its fields.',
	list: "a list. Use one of its values, or a 'Split Out' node before this one.",
	invalidDate: 'an invalid date. Check its value.',
	notANumber: 'not a number. Check its values.',
};

const MAX_NAMED_FIELDS = 10;

/** What to write in the place of an expression. */
function insteadInWords({ write, noField }: Instead): string | undefined {
	if (noField === undefined) return write && `Write ${write} instead.`;
	const { name, others } = noField;
	return `The items have no field '${name}', but: ${listInWords(others, MAX_NAMED_FIELDS)}.`;
}

/** What is missing, and what to write, where an expression has no value. */
function missingInWords(cause: CauseOf<'noValue'>): string | undefined {
	const { field, part, write, mayBeEmpty, noField } = cause;
	if (mayBeEmpty) {
		if (field === SETTINGS.deduplicationKey)
			return `To send an item without a key, write ${write}.`;
		const [what, where] = part ? [part, ' for it'] : ['it', ''];
		return `If ${what} may be empty, write ${write}${where}.`;
	}
	const missing = part && !noField ? `${part} is missing or empty.` : undefined;
	return sentences(missing, insteadInWords(cause));
}

/** How each item gets the SMS that is its own. */
const numberOfOne = (write: string): string =>
	`Write ${write} in 'Recipients', and keep 'Execute Once' off. To leave out some, put a 'Filter' node in front of this node.`;

/** Every cause. A cell takes what `Facts` has for it. */
const IN_WORDS: { [N in Cause['name']]: (cause: CauseOf<N>) => CauseInWords } = {
	thrown: ({ error }) => ({ text: n8nSays(error) }),
	number: ({ given, flaw }) => ({ value: given, ...flawInWords(flaw) }),
	noRecipient: () => ({ text: 'The recipient is empty. Check the field or its expression.' }),
	listedNumber: ({ field, value, flaw }) => {
		const { text, detail } = flawInWords(flaw);
		return {
			text: `'${field}' contains a number that cannot be read.`,
			detail: sentences(`"${value}": ${text}`, detail),
		};
	},
	noValue(cause) {
		const { field, expression, gave, word, error } = cause;
		const cannot = `'${field}' cannot use ${expression}: it is`;
		const detail = sentences(missingInWords(cause), error && n8nSays(error));
		if (gave) return { text: `${cannot} ${GAVE[gave]}`, detail };
		if (!word) return { text: `'${field}' has no value for ${expression}.`, detail };
		return {
			text: `${cannot} the word ${word}. If it is meant, write it outside of the braces.`,
			detail,
		};
	},
	roundedKey: ({ field, expression }) => ({
		text: `'${field}' cannot use ${expression}: a number that long is rounded. Make it text where it comes from.`,
	}),
	placeholder: ({ field, expression = 'braces', isInExpression, ...instead }) => ({
		text: sentences(
			`'${field}' contains ${expression} as plain text.`,
			isInExpression ? undefined : "Switch the field to 'Expression'.",
			insteadInWords(instead),
		),
	}),
	oneOfList: ({ field, expression, write }) => ({
		text: `'${field}' has ${expression}, the value of one recipient. Put a 'Split Out' node in front of this node, or write ${write} for all.`,
	}),
	noSender: () => ({
		text: "'Sender ID' is empty. Enter the name registered with your SMS service.",
	}),
	noMessage: () => ({ text: "'Message' is empty. Enter a text." }),
	wrongValue: (cause) => mustBeInWords(cause),
	wrongSetting: (cause) => mustBeInWords(cause),
	tooMany: ({ most, of }) => ({
		text:
			of === 'item'
				? `The list has more than ${inFull(most)} recipients. Divide it among several items.`
				: `There are more than ${inFull(most)} recipients. Send to fewer in one execution.`,
	}),
	expired: ({ at }) => ({
		text: `${ON.doNotSendAfter} has passed.`,
		detail: `It was ${at}. To send it, enter a later time.`,
	}),
	outsideWindow: ({ time, zone, opens, expired }) => ({
		text: sentences(
			`The ${ON.sendWindow} is closed.`,
			opens === undefined ? 'It does not open within two weeks. Make it longer.' : undefined,
		),
		detail: sentences(
			`It is ${time} in ${zone}.`,
			opens && `It opens on ${opens}${expired ? '' : ': send it then'}.`,
			expired && `That is after ${ON.doNotSendAfter}: ${expired}.`,
		),
	}),
	countryNotAllowed: ({ country }) => ({
		text: `The number's country is not in ${ON.allowedCountries}. Check the number, or add the country.`,
		detail: `Country: ${country ?? 'unknown'}.`,
	}),
	overMaxSms: ({ sms, most, sent }) => ({
		text: `${sent > 0 ? `This node has sent ${sent} SMS and needs ${sms} more` : `This needs ${sms} SMS`}, but ${ON.maxSms} is ${most}. Send to fewer, or raise the limit.`,
	}),
	balanceTooLow: ({ sms, cost, balance, missing }) => ({
		text: `This needs ${sms} SMS, which cost ${cost}, but the balance is ${balance}. Add ${missing}, or send to fewer.`,
	}),
	balanceUnreadable: ({ causes }) => {
		const { text, detail } = explainApart(causes);
		return { text: sentences('The balance could not be read.', text), detail };
	},
	keysCounted: () => ({ text: 'Recipients who got it before are counted too.' }),
	otherTurns: ({ sms }) => ({
		text: `Before, this node has sent ${sms} SMS in this execution.`,
	}),
	emptySetting: ({ field, is, fill }) => ({
		text: `'${field}' is ${is}. ${fill}, or remove it.`,
	}),
	failedExpression: ({ field, error }) => ({
		text: `The expression of '${field}' ${error === undefined ? 'returned no value' : 'failed'}. Fix it, or remove the setting.`,
		detail: error && n8nSays(error),
	}),
	differs: ({ field, item }) => ({
		text: `'${field}' is one for all items, but the ${ordinal(item)} item gives another value than the 1st. Use one value for all items.`,
	}),
	partOfList: ({ field, expression, write }) => ({
		text: `'${field}' has ${expression}, which is one of several numbers. Write ${write} instead.`,
	}),
	oneForAll: ({ field, expression, write }) => ({
		text: sentences(
			`'Recipients' has the numbers of all items, but '${field}' has ${expression}, the value of one item.`,
			write === undefined
				? "Put a 'Loop Over Items' node with 'Batch Size' 1 in front of it."
				: numberOfOne(write),
		),
	}),
	allForEach: ({ items, expression, write }) => ({
		text: `'Recipients' has ${expression}, the numbers of all items, for each of ${items} items. ${numberOfOne(write)}`,
	}),
	credential: ({ flaw }) => ({ text: CREDENTIAL_FLAWS[flaw] }),
	otherOrigin: ({ own, target = 'this URL' }) => ({
		text: `The access token is for ${own} only, and is not sent to ${target}. Use a URL that begins with the credential's 'Base URL'.`,
	}),
	credentialDiffers: ({ field, item }) => ({
		text: `'${field}' in the credential gives another value for the ${ordinal(item)} item than for the 1st. Use one account for all items.`,
	}),
	cannotAsk: ({ because }) => ({ text: CANNOT_ASK[because] }),
	askedElsewhere: () => ({
		text: 'The question may have been sent before, but its link belongs to another execution and cannot be answered in this one. To ask again, execute the workflow again.',
	}),
	hiddenFromAgent: () => ({
		text: "With 'Continue (using error output)', n8n tells the AI agent nothing of what this tool did. Set 'Settings > On Error' to 'Continue'.",
	}),
	unsafeLink: ({ host, because }) => ({
		text: `${because === 'private' ? `A phone cannot open the link: ${host} is known on this network only` : `The link to ${host} is not encrypted, so others could read the question and answer it`}. Set n8n's WEBHOOK_URL to its public https address.`,
	}),
	datePassed: ({ field }) => ({ text: `'${field}' has passed. Enter a later date.` }),
	tooManyKeys: ({ recipients, most }) => ({
		text: `There are ${inFull(recipients)} recipients with a deduplication key, but a node remembers the last ${inFull(most)}. Divide the list between several SMS Gateway nodes.`,
	}),
	needsZone: ({ field }) => ({
		text: `'${field}' needs a time zone. Choose one in the workflow's settings, with the default engine.`,
	}),
	service: (facts) => ({ text: serviceInWords(facts) }),
	stopped: ({ by }) => ({ text: STOPPED_BY[by] }),
	askedToWait: ({ minutes, isTotal }) => {
		const time = minutes > 24 * 60 ? 'more than a day' : `${minutes} minutes`;
		return {
			text: isTotal
				? `The SMS service asked again and again to wait, more than ${time} in all. Set or lower '${SETTINGS.requestsPerSecond}'.`
				: `The SMS service asked to wait ${time}. Send it after that.`,
		};
	},
	cancelled: () => ({ text: 'The execution ended before its request started.' }),
	duplicate: ({ item }) => skipped(`the ${ordinal(item)} item sends this number the same SMS`),
	excluded: () => skipped(`the number is in ${ON.excludedRecipients}`),
	notAllowed: () => skipped(`the number is not in ${ON.allowedRecipients}`),
	testRun: () => skipped(`started by hand, only ${ON.testRecipients} get an SMS`),
	evaluation: () => skipped("n8n's evaluations send no SMS"),
	alreadySent: ({ by }) => skipped(BEFORE[by][0]),
	interrupted: ({ by }) => ({
		text: `${by === 'execution' ? 'Another execution was sending it and has not ended.' : BEFORE[by][1]} It may have been sent. If not, send it by hand.`,
	}),
	notSaved: ({ what, error }) => ({
		text: `${what === 'key' ? 'The deduplication key' : `The count for ${ON.maxSmsPerDay}`} could not be saved.`,
		detail: n8nSays(error),
	}),
	overDailyLimit: ({ sms, most, left, isLost }) => ({
		text: isLost
			? `n8n stopped while it counted for ${ON.maxSmsPerDay}, so today counts as used up. Wait until tomorrow.`
			: `This needs ${sms} SMS, but ${ON.maxSmsPerDay} has ${left} of ${most} left. ${sms > most ? 'Send to fewer' : 'Wait until tomorrow'}, or raise the limit.`,
	}),
	acceptedBefore: () => ({ text: 'Accepted in an earlier attempt, and not sent again.' }),
};

const skipped = (because: string): CauseInWords => ({ text: `Skipped: ${because}.` });

const mustBeInWords = ({
	field,
	mustBe,
	value,
}: CauseOf<'wrongValue' | 'wrongSetting'>): CauseInWords => ({
	text: `'${field}' must be ${mustBe}.`,
	detail: value && `It is "${value}".`,
});

const inFull = (count: number): string => count.toLocaleString('en');

/** Words of n8n or its database, which may be a whole query. */
const MAX_QUOTED_WORDS = 200;
const n8nSays = (error: string): string =>
	`n8n says: ${asSentence(error.replace(/\s+/g, ' ').slice(0, MAX_QUOTED_WORDS).trim())}`;

export const inWords = (cause: Cause): CauseInWords =>
	(IN_WORDS[cause.name] as (cause: Cause) => CauseInWords)(cause);

/** Nothing but the values. */
export const valuesOf = ({ value, detail }: CauseInWords): string =>
	sentences(value === undefined ? undefined : `"${value}".`, detail);

/** One cause with its values. */
export const withValues = ({ text, value, detail }: CauseInWords): string =>
	sentences(value === undefined ? text : `"${value}": ${text}`, detail);

/** All that there is to say to the person whose item it is, with the values. */
export const explain = (causes: readonly Cause[]): string =>
	sentences(...causes.map((cause) => withValues(inWords(cause))));

/** The sentence of an error, for those of n8n's callers that show its message. */
export const sentenceOfError = (error: unknown): string => explain(problemOf(error).causes);

/** The same in two: what a message may say, and the values behind it. */
export function explainApart(causes: readonly Cause[]): { text: string; detail: string } {
	const all = causes.map(inWords);
	return {
		text: sentences(...all.map(({ text }) => text)),
		detail: sentences(...all.map(valuesOf)),
	};
}
