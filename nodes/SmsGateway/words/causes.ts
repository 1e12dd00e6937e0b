import type { Cause, CauseOf, KeyMaker } from '../domain/cause';
import { problemOf } from '../domain/entry';
import { SETTINGS } from '../domain/settings';
import { asSentence, capitalized, ordinal, sentences } from '../domain/text/sentences';
import { CREDENTIAL_FLAWS } from './credential';
import { flawInWords } from './numbers';
import { MAY_HAVE_ARRIVED, serviceInWords } from './service';

/** A cause in words. No part but `detail` holds a value of an item: n8n logs messages, and keeps them. */
export type Said = Readonly<{ detail?: string }> &
	(
		| Readonly<{
				/** One number is wrong. */
				of: 'number';
				/** Quoted in front, where values may stand. */
				value?: string;
				/** "It has no country code. Write it with + and its country code." */
				one: string;
				/** Behind "2 of 3 numbers ". */
				many: string;
		  }>
		| Readonly<{
				/** A field has something wrong for this item, or its recipient is not sent to. */
				of: 'item' | 'recipient';
				/** A clause that " in the 4th item" or " for 2 of 3 recipients" can follow. */
				what: string;
				/** What to do, as sentences. */
				fix?: string;
		  }>
		| Readonly<{
				/** Given where it says what became of the SMS; else a setting is wrong, whatever the item. */
				of?: 'outcome';
				/** Sentences. */
				text: string;
		  }>
	);

type InWords = { [N in Cause['name']]: (cause: CauseOf<N>) => Said };

const outcome = (text: string): Said => ({ of: 'outcome', text });
const skipped = (because: string): Said => outcome(`Skipped: ${because}.`);
const notSent = (because: string): Said => outcome(`Not sent: ${because}.`);

/** What an SMS that was accepted before is known by, and what an attempt in doubt was. */
const BEFORE: Readonly<Record<KeyMaker | 'run', readonly [accepted: string, inDoubt: string]>> = {
	key: [
		'an SMS with this deduplication key was accepted for this number before',
		'An earlier attempt with this deduplication key',
	],
	repeat: [
		`the same SMS was accepted for this number before ('${SETTINGS.skipRepeats}')`,
		'An earlier attempt to send the same SMS to this number',
	],
	retry: ['another retry of this execution has sent it', 'Another retry of this execution'],
	run: ['an earlier run has sent it', 'An earlier run'],
};

const STOPPED_BY: Readonly<Record<CauseOf<'stopped'>['by'], string>> = {
	failure: "an earlier request failed, and 'Settings > On Error' is 'Stop Workflow'",
	refusal: "other recipients cannot be sent to, and 'Settings > On Error' is 'Stop Workflow'",
	tokenRefused: 'the service does not accept the access token, so no further request was made',
	redirected: 'the service redirects to another address, so no further request was made',
};

const ITEM_BY_ITEM = "put a 'Loop Over Items' node with 'Batch Size' 1 in front of this node.";

const CANNOT_ASK: Readonly<Record<CauseOf<'cannotAsk'>['because'], string>> = {
	severalRecipients:
		"'Send and Wait for Response' asks one recipient per execution, because an execution can wait for one response only. Put a 'Loop Over Items' node with 'Batch Size' 1 in front of it, or limit its input to 1 item.",
	insideAgent:
		"This AI Agent runs its tools itself, so 'Send and Wait for Response' can't wait here: n8n would lose the answer. A person has to replace the 'AI Agent' node with a new one: version 3 and later can wait.",
	engine2:
		"'Send and Wait for Response' can't wait on n8n's Engine 2.0: nobody could answer the link. Choose n8n's default engine in the workflow's settings.",
};

/** How each item gets the SMS that is its own. */
function numberOfOne({
	one,
	isChoosy,
	executeOnce,
}: Omit<CauseOf<'oneForAll'>, 'name' | 'field' | 'expression'>): string {
	if (one === undefined) return capitalized(ITEM_BY_ITEM);
	const write = isChoosy ? "Put a 'Filter' node in front of this node, and write" : 'Write';
	return `${write} ${one} in 'Recipients'${executeOnce ? ", and turn off 'Execute Once'" : ''}.`;
}

const PUBLIC_ADDRESS =
	"Set n8n's environment variable WEBHOOK_URL to its public address, such as https://n8n.example.com/, and restart n8n.";

/** What to write where an expression gave more than one value. */
function instead(gave: string, field: string): string | undefined {
	if (gave === 'an object') return 'Use one of its fields.';
	if (gave.startsWith('the word')) return 'If it is meant, write it outside of the braces.';
	if (gave !== 'a list') return undefined;
	return field === 'Recipient'
		? "Use one of its values; only 'Bulk Send' takes several."
		: "Use one of its values, or join them with .join(', '). If each is for another recipient, put a 'Split Out' node in front of this node.";
}

const aboutDailyLimit = (sms: number, most: number, left: number) => ({
	what: `${sms} SMS ${are(sms)} needed, and '${SETTINGS.maxSmsPerDay}' allows ${most} a day, of which ${left} ${are(left)} left`,
	fix:
		sms > most
			? 'Send to fewer recipients, or raise the limit.'
			: 'Wait until tomorrow, or raise the limit.',
});

const are = (count: number): string => (count === 1 ? 'is' : 'are');

/** Every cause. A cell takes what `Facts` has for it. */
const IN_WORDS: InWords = {
	thrown: ({ error }) => ({ text: inFewWords(error) }),
	number: ({ given, flaw }) => ({ of: 'number', value: given, ...flawInWords(flaw) }),
	noRecipient: () => ({
		of: 'item',
		what: 'the recipient is empty',
		fix: 'Check the field or its expression.',
	}),
	listedNumber: ({ field, value, flaw }) => {
		const { one, detail } = flawInWords(flaw);
		return {
			text: `'${field}' contains a number that cannot be read.`,
			detail: sentences(`"${value}": ${one}`, detail),
		};
	},
	noValue: ({ field, expression, gave, error, about }) => {
		const what = `'${field}' has no value for ${expression}`;
		if (gave !== undefined) {
			const fix = sentences(`It gave ${gave}.`, instead(gave, field));
			return { of: 'item', what: `'${field}' cannot use ${expression}`, fix, detail: about };
		}
		return { of: 'item', what, detail: sentences(about, error && n8nSays(error)) };
	},
	roundedKey: ({ field, expression }) => ({
		of: 'item',
		what: `'${field}' cannot use ${expression}`,
		fix: `It is a number above ${Number.MAX_SAFE_INTEGER}. Such numbers are rounded, so that two IDs can become one. Change it to text where it comes from.`,
	}),
	placeholder: ({ field, found, advice, isInExpression }) => ({
		text: sentences(
			`'${field}' contains ${found} as plain text.`,
			isInExpression ? undefined : "Switch the field to 'Expression'.",
			advice,
		),
	}),
	oneOfList: ({ field, expression, chosen }) => ({
		of: 'item',
		what: `'${field}' has ${expression}, the value of one recipient, for all of them`,
		fix: `Put a 'Split Out' node in front of this node, so that each gets its own. If one is meant for all, write ${chosen}.`,
	}),
	noSender: () => ({
		of: 'item',
		what: "'Sender ID' is empty",
		fix: 'Enter the sender name that is registered with your SMS service.',
	}),
	noMessage: () => ({ of: 'item', what: "'Message' is empty", fix: 'Enter a text.' }),
	wrongValue: ({ field, mustBe, value }) => ({
		of: 'item',
		what: `'${field}' is wrong`,
		fix: `It must be ${mustBe}.`,
		detail: value && `It is "${value}".`,
	}),
	wrongSetting: ({ field, mustBe, value }) => ({
		text: `'${field}' must be ${mustBe}.`,
		detail: value && `It is "${value}".`,
	}),
	tooMany: ({ most, of }) => ({
		text:
			of === 'item'
				? `The list has more than ${inFull(most)} recipients. Divide it among several items.`
				: `There are more than ${inFull(most)} recipients. Send to fewer in one execution.`,
	}),
	tooNested: ({ most }) => ({
		text: `The list has more than ${most} levels of lists in lists.`,
	}),
	expired: ({ at }) => ({
		of: 'recipient',
		what: `'${SETTINGS.doNotSendAfter}' has passed`,
		detail: `It was ${at}.`,
	}),
	outsideWindow: ({ time, zone, opens, expired }) => ({
		of: 'recipient',
		what: `it is outside the '${SETTINGS.sendWindow}'`,
		fix: opens === undefined ? 'It does not open within two weeks. Make it longer.' : undefined,
		detail: sentences(
			`It is ${time} in ${zone}.`,
			opens && `It opens next on ${opens}.`,
			expired && `That is after '${SETTINGS.doNotSendAfter}': ${expired}.`,
		),
	}),
	countryNotAllowed: ({ country }) => ({
		of: 'recipient',
		what: `'${SETTINGS.allowedCountries}' does not include the country`,
		fix: 'Check the number for typos, or add the country.',
		detail: country ? `It is a number of ${country}.` : 'The country is not known.',
	}),
	overMaxSms: ({ sms, most, sent }) => ({
		of: 'recipient',
		what: `${sent > 0 ? `this node has sent ${sent} SMS in this execution, this would need ${sms} more` : `this would need ${sms} SMS`}, and '${SETTINGS.maxSms}' allows ${most} (${sent + sms - most} too many)`,
		fix: 'Send to fewer recipients, shorten the message, or raise the limit.',
	}),
	balanceTooLow: ({ sms, cost, balance, missing }) => ({
		of: 'recipient',
		what: `this would need ${sms} SMS (${cost} of your balance), and the balance is ${balance}: ${missing} more needed`,
		fix: 'Top up, or send to fewer recipients.',
	}),
	balanceUnreadable: ({ causes }) => ({
		text: sentences('The balance could not be read.', explain(causes)),
	}),
	keysCounted: () => ({ text: 'Recipients who got it before are counted too.' }),
	otherTurns: ({ sms }) => ({
		text: `This is about this turn of the node alone: others have sent ${sms} SMS in this execution.`,
	}),
	emptySetting: ({ field, is, fill }) => ({
		text: `'${field}' is ${is}. ${fill}, or remove it.`,
	}),
	failedExpression: ({ field, error }) => ({
		text: `The expression of '${field}' ${error === undefined ? 'returned no value' : 'failed'}. Fix the expression or remove the option.`,
		detail: error && n8nSays(error),
	}),
	differs: ({ field, item, list }) => {
		// In a loop, a list of the number of each item would let all of them through.
		const isList = field === SETTINGS.testRecipients || field === SETTINGS.allowedRecipients;
		const oneForAll = `Use one value for all items${isList ? '.' : `, or ${ITEM_BY_ITEM}`}`;
		return {
			text: `'${field}' applies to all items, but the ${ordinal(item)} item gives another value than the 1st. ${list === undefined ? oneForAll : `To use all of them, write ${list}.`}`,
		};
	},
	partOfList: ({ field, expression, list }) => ({
		text: `'${field}' has ${expression}, which is one of several numbers. Write ${list} instead.`,
	}),
	oneForAll: ({ field, expression, first, ...all }) => ({
		text: sentences(
			`'Recipients' has the numbers of all items, but '${field}' has ${expression}, the value of one item.`,
			numberOfOne(all),
			first && `If one value is meant for all, write ${first}.`,
		),
	}),
	allForEach: ({ items, expression, ...all }) => ({
		text: `'Recipients' has ${expression}, the numbers of all items, for each of ${items} items. ${all.isChoosy ? "Turn on 'Settings > Execute Once'." : numberOfOne(all)}`,
	}),
	credential: ({ flaw }) => ({ text: CREDENTIAL_FLAWS[flaw] }),
	otherOrigin: ({ own, target = 'this URL' }) => ({
		text: `The access token is for ${own} only and is not sent to ${target}. Use a URL that begins with the credential's 'Base URL', or another credential.`,
	}),
	credentialDiffers: ({ field, item }) => ({
		text: `'${field}' in the credential gives another value for the ${ordinal(item)} item than for the 1st. Use one account for all items, or ${ITEM_BY_ITEM}`,
	}),
	cannotAsk: ({ because }) => ({ text: CANNOT_ASK[because] }),
	askedElsewhere: () => ({
		text: "The question may have been sent before, but its link belongs to another execution and can't be answered in this one. Nothing was sent now. To ask again, execute the workflow again.",
	}),
	hiddenFromAgent: () => ({
		text: "'Settings > On Error' of this tool is 'Continue (using error output)', with which n8n tells an AI agent nothing of what the tool did. Someone has to set it to 'Stop Workflow' or 'Continue'.",
	}),
	unsafeLink: ({ host, because }) => ({
		text: sentences(
			because === 'private'
				? `The recipient's phone can't open the link: ${host} is only known on this machine or network.`
				: `The link to ${host} isn't encrypted, so others could read the question and answer it.`,
			PUBLIC_ADDRESS,
		),
	}),
	datePassed: ({ field }) => ({ text: `'${field}' has already passed.` }),
	longTimeout: ({ most }) => ({
		text: `With a '${SETTINGS.deduplicationKey}' or '${SETTINGS.skipRepeats}', '${SETTINGS.timeout}' can be at most ${most} seconds. If requests take longer, lower '${SETTINGS.batchSize}'.`,
	}),
	tooManyKeys: ({ recipients, most }) => ({
		text: `There are ${inFull(recipients)} recipients with a deduplication key, but a node remembers the last ${inFull(most)}. If the workflow ran again, the first ones would get the SMS again. Divide the list between several SMS Gateway nodes.`,
	}),
	needsZone: ({ field, cure }) => ({
		text: `'${field}' needs the workflow's time zone, which n8n does not give to this node. ${cure}, or choose a time zone and n8n's default engine in the workflow's settings.`,
	}),
	service: (facts) => outcome(serviceInWords(facts)),
	stopped: ({ by }) => notSent(STOPPED_BY[by]),
	askedToWait: ({ minutes, isTotal }) => {
		const time = minutes > 24 * 60 ? 'more than a day' : `${minutes} minutes`;
		return isTotal
			? outcome(
					`Not sent: the service asked again and again to wait, more than ${time} in all. Set or lower '${SETTINGS.requestsPerSecond}', and send to the rest later.`,
				)
			: outcome(
					`Not sent: the service asked to wait ${time}. Wait that long, then send to the rest.`,
				);
	},
	cancelled: () => notSent('the execution was cancelled before its request started'),
	duplicate: ({ item }) =>
		outcome(
			`Skipped: duplicate of the ${ordinal(item)} item, which sends this text to this number. See its outcome.`,
		),
	excluded: () => skipped(`the number is among '${SETTINGS.excludedRecipients}'`),
	notAllowed: () => skipped(`the number is not among '${SETTINGS.allowedRecipients}'`),
	testRun: () =>
		skipped(`in an execution started by hand, only '${SETTINGS.testRecipients}' get an SMS`),
	evaluation: () => skipped("this is one of n8n's evaluations, which send no SMS"),
	alreadySent: ({ by }) => skipped(BEFORE[by][0]),
	interrupted: ({ by }) =>
		outcome(`${BEFORE[by][1]} ended without a known outcome. ${MAY_HAVE_ARRIVED}`),
	notSaved: ({ what, error }) =>
		outcome(
			`Not sent, because ${what === 'key' ? 'the deduplication key' : `the count for '${SETTINGS.maxSmsPerDay}'`} could not be saved: ${inFewWords(error)}`,
		),
	overDailyLimit: ({ sms, most, left, isLost }) => ({
		of: 'recipient',
		...(isLost
			? {
					what: `n8n stopped while it counted for '${SETTINGS.maxSmsPerDay}', so this day counts as used up`,
					fix: 'Wait until tomorrow, or remove the limit for today.',
				}
			: aboutDailyLimit(sms, most, left)),
	}),
	acceptedBefore: () => outcome('Accepted in an earlier attempt, and not sent again.'),
};

const inFull = (count: number): string => count.toLocaleString('en');

/** Words of n8n or its database, which may be a whole query. */
const MAX_QUOTED_WORDS = 200;
const inFewWords = (error: string): string =>
	asSentence(error.replace(/\s+/g, ' ').slice(0, MAX_QUOTED_WORDS).trim());
const n8nSays = (error: string): string => `n8n says: ${inFewWords(error)}`;

export const inWords = (cause: Cause): Said =>
	(IN_WORDS[cause.name] as (cause: Cause) => Said)(cause);

/**
 * One cause with its values.
 *
 * @param where such as " in the 4th item"
 */
export function withValues(said: Said, where = ''): string {
	if ('text' in said) return sentences(said.text, said.detail);
	if (said.of !== 'number') {
		return sentences(`${capitalized(said.what)}${where}.`, said.fix, said.detail);
	}
	const who = said.value === undefined ? '' : `"${said.value}": `;
	return sentences(`${who}${said.one}`, said.detail);
}

function explainOne(cause: Cause, item: number | undefined): string {
	const said = inWords(cause);
	if (said.of === 'recipient') return sentences(`Not sent: ${said.what}.`, said.fix, said.detail);
	return withValues(said, item !== undefined && said.of === 'item' ? inItem(item) : '');
}

const inItem = (item: number): string => ` in the ${ordinal(item)} item`;

/** All that there is to say to the person whose item it is, with the values. */
export const explain = (causes: readonly Cause[], item?: number): string =>
	sentences(...causes.map((cause) => explainOne(cause, item)));

/** The sentence of an error, for those of n8n's callers that show its message. */
export const sentenceOfError = (error: unknown): string => explain(problemOf(error).causes);

/** The same in two: what a message may say, and the values behind it. */
export function explainApart(causes: readonly Cause[]): { message: string; detail: string } {
	const all = causes.map(inWords);
	const message = all.map((said) => {
		if (said.of === 'number') return said.one;
		return 'text' in said ? said.text : sentences(`${capitalized(said.what)}.`, said.fix);
	});
	return { message: sentences(...message), detail: sentences(...all.map(({ detail }) => detail)) };
}
