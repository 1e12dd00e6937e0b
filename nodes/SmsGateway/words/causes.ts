import type { Cause, CauseOf, Instead, StoreFlaw } from '../domain/cause';
import { isFailure, type Outcome } from '../domain/outcome';
import { whyOf } from '../domain/refusal';
import type { Finding } from '../domain/service/result';
import { SETTINGS } from '../domain/settings';
import { asSentence, inFull, listInWords, ordinal, sentences } from '../domain/text/sentences';
import { tally } from '../domain/text/tally';
import { numberInWords } from './numbers';
import { FOUND, serviceInWords } from './service';
import plain from './plain.json';

type CauseInWords = Readonly<{
	/** Without any value of an item, as n8n logs messages. */
	text: string;
	/** The values that it is about, and what is to say with them. */
	detail?: string;
}>;

const numberOfOne = (write = 'the number of one item'): string =>
	`To skip some, put a 'Filter' node in front. Then write ${write} in 'Recipients', with 'Execute Once' off.`;

const MAX_NAMED_FIELDS = 10;

function insteadInWords({ write, noField }: Instead): string | undefined {
	if (noField === undefined) return write && `Write ${write} instead.`;
	const { name, others, node } = noField;
	if (others.length === 0) return `${node ? `${node} has` : 'The items have'} no fields at all.`;
	const lacks = node ? `${node} has no field` : 'No item has';
	return `${lacks} '${name}', only ${listInWords(others, MAX_NAMED_FIELDS)}.`;
}

function missingInWords(cause: CauseOf<'noValue'>): string | undefined {
	const { field, part = 'it', write, mayBeEmpty, noField } = cause;
	if (!mayBeEmpty) {
		const missing = cause.part && !noField && `${part} is missing or empty.`;
		return sentences(missing, insteadInWords(cause));
	}
	if (field === SETTINGS.deduplicationKey) return `Fill it in; ${write} sends without a key.`;
	return `If ${part} may be empty, write ${write}.`;
}

/** Words of n8n or its database, which may be a whole query. */
const MAX_QUOTED_WORDS = 200;
const n8nSays = (error: string): string =>
	`n8n says: ${asSentence(error.replace(/\s+/g, ' ').slice(0, MAX_QUOTED_WORDS).trim())}`;

/** Every cause: one sentence for what is wrong, and one for what to do. */
const IN_WORDS: {
	readonly [N in Cause['name']]: string | ((cause: CauseOf<N>) => string | CauseInWords);
} = {
	...plain.cause,
	thrown: ({ error }) => n8nSays(error),
	number: numberInWords,
	noValue(cause) {
		const { field, expression, gave, word, error } = cause;
		const wrong = `'${field}': ${expression}`;
		const detail = sentences(missingInWords(cause), error && n8nSays(error));
		if (gave === 'list' && cause.write) return { text: `${wrong} is a list.`, detail };
		const inBulk = gave === 'list' && field === 'Recipient' && "Or use 'Bulk Send'.";
		if (gave) return { text: sentences(`${wrong} is ${plain.gave[gave]}`, inBulk), detail };
		if (error) return { text: `'${field}': n8n cannot compute ${expression}.`, detail };
		const check = !detail && 'Check the field or its expression.';
		if (!word) return { text: sentences(`${wrong} has no value.`, check), detail };
		const todo = 'Check its value. Only if the word is meant, write it outside of the braces.';
		return { text: `${wrong} is the word ${word}. ${todo}`, detail };
	},
	placeholder({ field, expression = 'braces', isInExpression, ...instead }) {
		const toExpression = isInExpression ? undefined : "Switch the field to 'Expression'.";
		const wrong = `'${field}' contains ${expression} as plain text.`;
		return sentences(wrong, toExpression, insteadInWords(instead));
	},
	outsideWindow: ({ opens, expired }) =>
		opens === undefined
			? `'${SETTINGS.sendWindow}' is closed for the next two weeks. Make it longer.`
			: `'${SETTINGS.sendWindow}' is closed until ${opens}${expired ? `, after '${SETTINGS.doNotSendAfter}'. Change one.` : ". Use a 'Wait' node until then."}`,
	balanceUnreadable({ causes }) {
		const { text, detail } = explainApart(causes);
		const isOfToken = causes.some((one) => 'http' in one && [401, 403].includes(one.http!));
		const without = !isOfToken && `Or remove '${SETTINGS.checkBalance}'.`;
		return { text: sentences(`The balance could not be read. ${text}`, without), detail };
	},
	oneForAll: ({ field, expression, write }) =>
		`'Recipients' has the numbers of all items, but '${field}' has ${expression}, the value of one item. ${numberOfOne(write)}`,
	allForEach: ({ expression, write }) =>
		`'Recipients' has ${expression}, the numbers of all items, for each item. ${numberOfOne(write)} In the text, write its own $json.`,
	credential: ({ flaw }) => plain.credential[flaw],
	cannotAsk: ({ because }) => plain.cannotAsk[because],
	service: serviceInWords,
	askedToWait: ({ minutes, isInAll }) =>
		isInAll
			? `The SMS service made this wait ${minutes} minutes in all. Send later.`
			: `The SMS service asked to wait ${minutes} minutes. Send after that.`,
	interrupted({ earlier }) {
		const found = FOUND[earlier as Finding] ?? 'It may have been sent before';
		return `${found}. Ask the recipient or service if it arrived. If not, set '${SETTINGS.uncertain}' to 'Resend' for one run with only this row.`;
	},
	notSaved: ({ error }) => ({
		text: 'n8n could not save the recipients.',
		detail: plain.store[error as StoreFlaw] ?? n8nSays(error),
	}),
	overDailyLimit: ({ sms, most, left, isLost }) =>
		isLost
			? `n8n or its database failed during the count for '${SETTINGS.maxSmsPerDay}', so today counts as used up. Wait until tomorrow.`
			: `This may need ${sms} SMS; '${SETTINGS.maxSmsPerDay}' has ${left} of ${most} left. ${sms > most ? 'Send to fewer, or raise it' : 'Send what is missing tomorrow, or after raising it'}.`,
};

/** A sentence with the facts of its cause and the labels of settings, by their names in braces. */
const filledIn = (sentence: string, cause: Cause): string =>
	sentence.replace(/\{(\w+)\}/g, (_, name: string) => {
		const named: Record<string, unknown> = name in cause ? { ...cause } : SETTINGS;
		const fact = named[name];
		if (typeof fact !== 'number') return String(fact);
		return name === 'item' ? ordinal(fact) : inFull(fact);
	});

function inWords(cause: Cause): CauseInWords {
	const found = IN_WORDS[cause.name] as string | ((cause: Cause) => string | CauseInWords);
	if (typeof found === 'string') {
		const { value, error } = cause as Readonly<{ value?: string; error?: string }>;
		const detail = sentences(value && `Value: "${value}".`, error && n8nSays(error));
		return { text: filledIn(found, cause), detail };
	}
	const words = found(cause);
	return typeof words === 'string' ? { text: words } : words;
}

/** In two: what a message may say, and the values behind it. */
export function explainApart(causes: readonly Cause[]): { text: string; detail: string } {
	const all = causes.map(inWords);
	return {
		text: sentences(...all.map(({ text }) => text)),
		detail: sentences(...all.map(({ detail }) => detail)),
	};
}

/** What a model may have written itself, and can correct. Anything else is for the user to know. */
const isCorrectable = (cause: Cause): boolean =>
	('byModel' in cause && cause.byModel === true) ||
	(cause.name === 'noValue' && !cause.error && /\$fromAI/i.test(cause.part ?? cause.expression)) ||
	('mustBe' in cause && cause.expression !== undefined);

/** What a model would make up, or decide in the user's place; of several numbers in one only the form is wrong. */
const isGuess = (cause: Cause): boolean =>
	cause.name === 'number' ? cause.flaw.kind !== 'several' : cause.name !== 'wrongSetting';

/** The argument that a model calls an expression by. */
function argumentOf(expression: string): string {
	const [, , name] = /\$from(?:AI|Ai|ai)\(\s*(['"`])(.+?)\1/.exec(expression) ?? [];
	return name ? `"${name}"` : expression;
}

const given = ({ expression, mustBe: what, value }: CauseOf<'wrongValue' | 'wrongSetting'>) =>
	expression &&
	sentences(`${argumentOf(expression)} must be ${what}.`, value && `Value: "${value}".`);

/** Where the first sentence says too little to a model, or names what it cannot reach. */
const TO_MODEL: {
	readonly [N in Cause['name']]?: string | ((cause: CauseOf<N>) => string | undefined);
} = {
	...plain.toModel,
	outsideWindow: ({ opens, expired }) =>
		opens && !expired ? `Not scheduled. Not before ${opens}.` : 'It cannot be sent in time.',
	countryNotAllowed: ({ value = 'this country' }) => `SMS to ${value} are not allowed.`,
	overMaxSms({ sms, most, left, recipients, byModel }) {
		if (left === 0) return 'No more SMS are allowed now.';
		const needs = `This needs ${sms - (most - left)} SMS. Allowed: ${left}.`;
		if (!byModel) return needs;
		if (recipients > 1) return `${needs} Send to fewer.`;
		return `${needs} Shorten it to ${left === 1 ? 70 : 67 * left} characters without emoji (${left === 1 ? 160 : 153 * left} without accents or special characters).`;
	},
	balanceTooLow: ({ sms }) => `The balance is too low for ${sms} SMS.`,
	overDailyLimit: ({ sms, left }) => `This needs ${sms} SMS. Left today: ${left}.`,
	leftover: ({ expression, value }) => `${argumentOf(expression)} has a placeholder: "${value}".`,
	noValue(cause) {
		const { byModel, expression, gave, word } = cause;
		if (!isCorrectable(cause)) return 'The tool lacks a value.';
		const is = gave ? 'is no usable value' : byModel ? 'is empty' : 'leads to no value';
		return `${argumentOf(expression)} ${word ? `leads to "${word}"` : is}.`;
	},
	wrongValue: given,
	wrongSetting: given,
};

/** Others may still get the same SMS. */
const OF_RECIPIENT =
	/^(?:alreadySent|countryNotAllowed|excluded|notAllowed|number|refusedByService)$/;

/** With all that it quotes. Two alternatives, as one pattern could take minutes. */
const FIRST_SENTENCE = /^[^"]*?[.!?](?=\s|$)|^[^"]*"[^]*"[^"]*?[.!?](?=\s|$)/;

/** What only the owner of a tool can reach: a label on the screen, a node, n8n itself. */
const OUT_OF_REACH = /'[A-Z]|\bnode\b|n8n|credential|Retry/;

/** To a model: whether to call again, and whom to ask before. */
export function adviceToModel(causes: readonly Cause[], recipients: number): string {
	const kinds = causes.map((one) => ('field' in one ? '' : 'found' in one ? one.found : one.name));
	const isOfThis = kinds.every((kind) => OF_RECIPIENT.test(kind));
	const again = `call again${isOfThis && recipients === 1 ? ' for this recipient' : ''}.`;
	if (causes.length === 0 || !causes.every(isCorrectable)) return `Tell the user; do not ${again}`;
	return causes.some(isGuess)
		? `Do not guess: ask the user, then ${again}`
		: 'Correct it, then call again.';
}

/** To a model: what is wrong, and whether to call again. The first sentence of a cause says what is wrong. */
export function explainToModel(causes: readonly Cause[], recipients = 1) {
	const told = causes.map((cause) => {
		const { text, detail } = inWords(cause);
		const to = TO_MODEL[cause.name] as string | ((cause: Cause) => string) | undefined;
		const own = typeof to === 'string' ? to : to?.(cause);
		if (own) return own;
		const [first = text] = FIRST_SENTENCE.exec(text) ?? [];
		const form = cause.name === 'number' && !isGuess(cause) && plain.form;
		if (isCorrectable(cause)) return sentences(first, detail, form);
		return OUT_OF_REACH.test(first) ? 'The tool is not set up right.' : first;
	});
	return { text: sentences(...new Set(told)), advice: adviceToModel(causes, recipients) };
}

export const NOT_AGAIN = 'Do not send this to the same number again.';
/** To a model, where it was sent, or may have been: to some, or to all. */
export const tellWho = (recipients: number, hasMissing: boolean): string =>
	hasMissing
		? 'Tell the user. Call again only for recipients that the user names.'
		: `It may have been sent. Do not call again for ${recipients === 1 ? 'this recipient' : 'these recipients'}; tell the user.`;

export function sayToModel({ causes, reason, status }: Outcome): string {
	const { text, advice } = explainToModel(causes);
	if (status === 'unknown') return sentences(text, tellWho(1, false));
	// What stopped the rest says itself what to do, and of a duplicate the other one.
	const next = reason !== 'stopped' && reason !== 'duplicate' && advice;
	return sentences(text, status === 'accepted' ? NOT_AGAIN : next);
}

/** To the person whose item it is. */
export const explain = (causes: readonly Cause[]): string =>
	sentences(...causes.map(inWords).flatMap(({ text, detail }) => [text, detail]));

export const explainTo = (outcome: Outcome, toModel: boolean): string =>
	toModel ? sayToModel(outcome) : explain(outcome.causes);

/** What most of those that fail have in common, said once; undefined where each has its own. */
export function inCommon(outcomes: readonly Outcome[], toModel: boolean): string | undefined {
	const failed = outcomes.filter((one) => isFailure(one) && one.reason !== 'stopped');
	const found = failed.flatMap(({ causes }) => causes);
	const told = found.map((one) => (toModel ? explainToModel([one]) : inWords(one)).text);
	const [most] = tally(told).sort(([, one], [, other]) => other - one);
	if (!most || (most[1] === 1 && failed.length > 1)) return undefined;
	return most[1] === failed.length ? most[0] : `${most[1]} of these: ${most[0]}`;
}

/** The sentence of an error, for those of n8n's callers that show its message. */
export const sentenceOfError = (error: unknown): string => explain(whyOf(error).causes);
