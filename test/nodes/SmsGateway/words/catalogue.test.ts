/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- runs on the developer's machine, never inside n8n */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IExecuteFunctions } from 'n8n-workflow';
import type { Cause, CauseOf } from '../../../../nodes/SmsGateway/domain/cause';
import type { Entry } from '../../../../nodes/SmsGateway/domain/entry';
import {
	REASONS,
	STOPPED,
	withoutRequest,
	type Outcome,
	type Reason,
	type Status,
} from '../../../../nodes/SmsGateway/domain/outcome';
import type { Place } from '../../../../nodes/SmsGateway/n8n/place';
import {
	failedDeliveryError,
	refusedEntriesError,
	settingError,
} from '../../../../nodes/SmsGateway/output/errors';
import { explain, explainToModel, sayToModel } from '../../../../nodes/SmsGateway/words/causes';
import { nextAfter, nextBefore } from '../../../../nodes/SmsGateway/words/errors';
import plain from '../../../../nodes/SmsGateway/words/plain.json';
import { FOUND } from '../../../../nodes/SmsGateway/words/service';
import { SETTINGS } from '../../../../nodes/SmsGateway/domain/settings';
import { summarize, type Ended } from '../../../../nodes/SmsGateway/domain/summary';
import { sentenceOf } from '../../../../nodes/SmsGateway/words/summary';
import { invalidNumber } from '../../../fixtures/causes';
import { ACCEPTED } from '../../../fixtures/outcomes';
import { hintSamples } from './hintSamples';

// Every sentence about what happened, in one file to read: catalogue.txt. It is made here, from all causes
// in all places. After a change of words: CATALOGUE=write npx jest catalogue, and read the difference.

/** Stands for a value of an item, which no message may have. */
const VALUE = '0612345678';
const FIELD = 'Safeguards > Max SMS';
const EXPRESSION = '{{ $json.name }}';
const IN_MESSAGE = { field: 'Message', expression: EXPRESSION };
const PART = "{{ 'Hello ' + $json.name }}";
const NO_FIELD = { name: 'name', others: ['phone', 'Name'] };
const KEY = 'Safeguards > Deduplication Key';
const AT = '23 Nov 2026, 08:00 (Africa/Porto-Novo)';
const FLAWS = [
	...(['notChosen', 'noBaseUrl', 'invalidBaseUrl', 'notEncrypted'] as const),
	...(['noToken', 'invalidToken'] as const),
];
const orEmpty = { field: 'Message', mayBeEmpty: true } as const;

/** Where a cause is told besides the item: before anything is sent of a setting or of items, or after. */
type When = 'setting' | 'entry' | 'request' | 'item';

type FactsOf<C> = C extends unknown ? Omit<C, 'name'> : never;
type SamplesOfCauses = {
	[N in Cause['name']]: [when: `${When} ${Reason}`, ...facts: Array<FactsOf<CauseOf<N>>>];
};

const letters = invalidNumber('nobody').flaw;

type Found = keyof typeof FOUND;

/** What a finding means for the SMS, where it is no reason; of most nobody knows. */
const ENDS: Partial<Record<Found, Status | 'none'>> = {
	refusedTogether: 'rejected',
	notHere: 'rejected',
	tokenExpired: 'rejected',
	noBalance: 'none',
	noAmount: 'none',
};

const SERVICE = (Object.keys(FOUND) as Found[]).flatMap(
	(found): Array<FactsOf<CauseOf<'service'>>> => {
		const sms = found in REASONS ? REASONS[found as Reason].status : (ENDS[found] ?? 'unknown');
		const facts = { found, ...(sms !== 'none' && { sms }), value: '31 Oct 2026' };
		if (found === 'tlsFailure') return [facts, { ...facts, certificate: 'selfSigned' }];
		return found === 'refusedByService' || found === 'serverError'
			? [facts, { ...facts, says: 'Invalid sender', http: 400 }]
			: [facts];
	},
);

const byModel = { byModel: true } as const;

/** Every cause, with each fact that changes its words. */
const SAMPLES: SamplesOfCauses = {
	thrown: ['setting invalidParameter', { error: 'Credential with ID "7" does not exist.' }],
	number: [
		'entry invalidRecipient',
		{ given: VALUE, flaw: invalidNumber(VALUE).flaw },
		{ given: VALUE, flaw: letters },
		{ given: VALUE, flaw: invalidNumber('+330612345678').flaw, ...byModel },
		{ given: VALUE, flaw: invalidNumber(`${VALUE} (home)`).flaw, ...byModel },
		{ given: '+1;+2', flaw: { kind: 'several', readings: [] }, ...byModel },
		{ field: FIELD, given: VALUE, flaw: letters },
	],
	noRecipient: ['entry invalidRecipient', {}, byModel],
	noValue: [
		'entry missingValue',
		IN_MESSAGE,
		{ ...IN_MESSAGE, word: 'Invalid Date' },
		{ ...IN_MESSAGE, gave: 'object' },
		{ ...IN_MESSAGE, gave: 'list' },
		{ ...IN_MESSAGE, error: VALUE },
		{ ...IN_MESSAGE, gave: 'invalidDate' },
		{ ...IN_MESSAGE, gave: 'notANumber' },
		{ field: 'Message', expression: '{{ name }}', write: EXPRESSION },
		{ field: 'Recipients', expression: "{{ $fromAI('To', `Numbers`) }}" },
		{ field: 'Message', expression: "{{ $fromAI('Text') }}" },
		{ ...IN_MESSAGE, noField: NO_FIELD },
		{ ...orEmpty, expression: EXPRESSION, write: "{{ $json.name || '' }}" },
		{ ...orEmpty, expression: PART, part: '$json.name', write: "($json.name || '')" },
		{ ...orEmpty, field: KEY, expression: EXPRESSION, write: "{{ $json.name || '' }}" },
	],
	oneForAll: [
		'setting invalidParameter',
		IN_MESSAGE,
		{ ...IN_MESSAGE, write: '{{ $json.phone }}' },
	],
	allForEach: [
		'setting invalidParameter',
		{ expression: '{{ $input.all() }}', write: '{{ $json.phone }}' },
	],
	roundedKey: ['entry invalidParameter', { field: FIELD, expression: EXPRESSION }],
	placeholder: [
		'setting invalidParameter',
		{ field: 'Message', expression: '{name}', write: EXPRESSION },
		IN_MESSAGE,
		{ ...IN_MESSAGE, noField: NO_FIELD },
		{ field: 'Message', expression: '{name}', write: EXPRESSION, isInExpression: true },
	],
	leftover: ['entry invalidMessage', { ...IN_MESSAGE, value: '{{ name }}', ...byModel }],
	oneOfList: ['entry invalidParameter', { ...IN_MESSAGE, write: '{{ $json.name.at(0) }}' }],
	oneOfRows: ['entry invalidParameter', IN_MESSAGE],
	noSender: ['entry invalidSender', {}, byModel],
	noMessage: ['entry invalidMessage', {}, byModel],
	wrongValue: [
		'entry invalidParameter',
		{ field: FIELD, mustBe: 'a date', value: VALUE },
		{ field: FIELD, mustBe: 'a date', value: VALUE, expression: "{{ $fromAI('until') }}" },
	],
	wrongSetting: ['setting invalidParameter', { field: FIELD, mustBe: 'a number', value: VALUE }],
	tooMany: ['entry invalidParameter', { most: 1_000_000 }],
	datePassed: ['entry expired', { field: FIELD, value: AT }, { field: FIELD }],
	outsideWindow: ['entry outsideWindow', {}, { opens: AT }, { opens: AT, expired: true }],
	countryNotAllowed: ['entry countryNotAllowed', {}, { value: 'France' }],
	overMaxSms: [
		'request overMaxSms',
		{ sms: 3, most: 1, left: 1, recipients: 1 },
		{ sms: 3, most: 1, left: 1, recipients: 3 },
		{ sms: 3, most: 1, left: 0, recipients: 1 },
	],
	balanceTooLow: ['request balanceTooLow', { sms: 3, cost: '1.50', balance: '1', missing: '0.50' }],
	balanceUnreadable: [
		'request balanceUnreadable',
		{ causes: [{ name: 'service', found: 'serverError', http: 500 }] },
	],
	emptySetting: ['setting invalidParameter', { field: FIELD }],
	failedExpression: ['setting invalidParameter', { field: FIELD }, { field: FIELD, error: VALUE }],
	differs: ['setting invalidParameter', { field: FIELD, item: 3 }],
	partOfList: [
		'setting invalidParameter',
		{ field: FIELD, expression: EXPRESSION, write: '{{ $json.y }}' },
	],
	diverted: ['setting invalidCredential', {}],
	fromModel: ['setting invalidParameter', { field: FIELD }],
	failedRows: [
		'setting invalidParameter',
		{ field: FIELD, expression: EXPRESSION, error: 'Quota exceeded' },
	],
	credential: ['setting invalidCredential', ...FLAWS.map((flaw) => ({ flaw }))],
	otherOrigin: ['setting invalidCredential', { own: 'https://sms.example.com' }],
	cannotAsk: [
		'setting invalidParameter',
		{ because: 'insideAgent' },
		{ because: 'engine2' },
		{ because: 'severalItems' },
		{ because: 'underPath' },
		{ because: 'unreadable' },
	],
	askedElsewhere: ['setting interrupted', {}],
	hiddenFromAgent: ['setting invalidParameter', {}],
	unsafeLink: ['setting invalidParameter', { host: 'n8n.lan' }],
	tooManyKeys: ['setting invalidParameter', { recipients: 50_000, most: 40_000 }],
	beyondRetry: ['entry invalidParameter', { most: 40_000 }],
	needsZone: ['setting invalidParameter', { field: FIELD }],
	overDailyLimit: [
		'request overMaxSmsPerDay',
		{ sms: 1, most: 5, left: 0 },
		{ sms: 3, most: 2, left: 2 },
		{ sms: 3, most: 2, left: 0, isLost: true },
	],
	service: ['request refusedByService', ...SERVICE],
	stopped: ['request stopped', {}],
	askedToWait: ['request rateLimited', { minutes: 6 }, { minutes: 60, isInAll: true }],
	cancelled: ['request cancelled', {}],
	duplicate: ['item duplicate', { item: 3 }],
	excluded: ['item excluded', {}],
	notAllowed: ['item notAllowed', {}],
	testRun: ['item testRun', {}],
	evaluation: ['item evaluation', {}],
	alreadySent: ['item alreadySent', {}],
	interrupted: ['request interrupted', {}],
	notSaved: [
		'request deduplicationUnavailable',
		{ error: 'database is locked.' },
		{ error: 'tooSlow' },
		{ error: 'unsavedWorkflow' },
	],
	acceptedBefore: ['item accepted', {}],
};

const PLACES: readonly Place[] = ['workflow', 'subWorkflow', 'engine2', 'ended', 'tool'];

const contextIn = (place: Place): IExecuteFunctions =>
	({
		getNode: () => ({ type: `smsGateway${place === 'tool' ? 'Tool' : ''}`, parameters: {} }),
		getWorkflowDataProxy: () => ({ $runIndex: 0 }),
		getMode: () => (place === 'subWorkflow' ? 'integrated' : 'trigger'),
		getExecutionCancelSignal: () => ({ aborted: place === 'ended' }),
		getWorkflowSettings: () => (place === 'engine2' ? { engineType: 'v2' } : {}),
	}) as unknown as IExecuteFunctions;

const PEOPLE = ['+46701740611', '+46701740612', '+46701740613', '+46701740614', '+46701740615'];
const entries = PEOPLE.map((recipient, item) => ({ item, recipient, key: '' }) as Entry);
const endedAs = (outcomes: readonly Outcome[]): Ended[] =>
	outcomes.map((outcome, index) => ({ ...entries[index]!, ...outcome }));
const NO_SENDER = withoutRequest('invalidSender', [{ name: 'noSender' }]);

type Told = Readonly<{ cause: Cause; place: Place; message: string; description: string }>;

const toldBy = (cause: Cause, place: Place, error: Error & { description?: unknown }): Told => ({
	cause,
	place,
	message: error.message,
	description: String(error.description ?? ''),
});

/** Of a setting; of one and three of five items, and with another one; of the second of three requests. */
function errorsOf(when: When, reason: Reason, cause: Cause, place: Place): Told[] {
	const ctx = contextIn(place);
	if (when === 'item') return [];
	if (when === 'setting') {
		return [toldBy(cause, place, settingError(ctx, { reason, causes: [cause] }))];
	}
	const status = cause.name === 'service' ? (cause.sms ?? 'notSent') : REASONS[reason].status;
	const known = cause.name === 'service' && cause.found.replace('tokenExpired', 'unauthorized');
	const found = known && known in REASONS ? known : reason;
	const outcome: Outcome = { ...withoutRequest(found as Reason, [cause]), status };
	if (status === 'accepted') return [];
	if (when === 'entry') {
		const other = { ...outcome, causes: [cause, ...NO_SENDER.causes] };
		return [
			[undefined, outcome, undefined],
			[undefined, outcome, undefined, outcome, outcome],
			[other, NO_SENDER, outcome, undefined],
		].map((settled) => {
			const all = endedAs(settled.map((one) => one ?? STOPPED));
			const refused = all.filter((_, index) => settled[index]);
			return toldBy(cause, place, refusedEntriesError(ctx, all, refused));
		});
	}
	return [[ACCEPTED, outcome, STOPPED], [outcome]].map((outcomes) =>
		toldBy(cause, place, failedDeliveryError(ctx, { all: endedAs(outcomes) })),
	);
}

const CASES = Object.entries(SAMPLES).flatMap(([name, [of, ...facts]]) => {
	const [when, reason] = of.split(' ') as [When, Reason];
	return facts.map((fact) => ({ when, reason, cause: { name, ...fact } as Cause }));
});

const TOLD = CASES.flatMap(({ when, reason, cause }) =>
	PLACES.flatMap((place) => errorsOf(when, reason, cause, place)),
);

/** The words of a text, without the recipients that it lists. */
const wordsIn = (text: string): number =>
	text.split(/\s+/).filter((word) => word !== '' && !/^(\+\d|>)/.test(word)).length;
const lengthOf = ({ place, message, description }: Told): number =>
	wordsIn(['tool', 'engine2'].includes(place) ? message : `${message} ${description}`);

const median = (numbers: readonly number[]): number =>
	[...numbers].sort((one, other) => one - other)[Math.floor(numbers.length / 2)]!;

function catalogue(): string {
	const causes = CASES.map(({ when, reason, cause }) => {
		const { name, ...facts } = cause;
		const [error] = errorsOf(when, reason, cause, 'workflow');
		return [
			`### ${name} ${JSON.stringify(facts)}`,
			`- Item: ${explain([cause])}`,
			`- To a model: ${sayToModel(withoutRequest(reason, [cause]))}`,
			...(error ? [`- Error: ${error.message}`, `- Below: ${error.description}`] : []),
		].join('\n');
	});
	const ended = {
		hasSent: true,
		hasAccepted: true,
		hasMissing: true,
		allHaveKeys: false,
		leftOthers: false,
		refused: 0,
	};
	const next = PLACES.flatMap((place) => {
		const before = nextBefore(place, true);
		if (place === 'tool') return `- ${place}, before: ${before}`;
		const after: Record<string, string | undefined> = {
			before,
			'nothing was sent': nextAfter(place, { ...ended, hasSent: false }),
			after: nextAfter(place, ended),
			'after, all unknown': nextAfter(place, { ...ended, hasAccepted: false }),
			'after, nobody is missing': nextAfter(place, { ...ended, hasMissing: false }),
			'after, in doubt': nextAfter(place, { ...ended, hasMissing: false, isInDoubt: true }),
			'after a refusal': nextAfter(place, { ...ended, leftOthers: true }),
			'after, with keys': nextAfter(place, { ...ended, allHaveKeys: true }),
		};
		return Object.entries(after).map(
			([when, says]) => `- ${place}, ${when}: ${says || '(nothing)'}`,
		);
	});
	const sums = [[ACCEPTED], [ACCEPTED, STOPPED], [STOPPED, STOPPED]].map(
		(outcomes) => `- ${sentenceOf(summarize(endedAs(outcomes)))}`,
	);
	const hints = hintSamples().map(({ type, message }) => `- ${type}: ${message}`);
	return [
		'# What the package says',
		'Made by catalogue.test.ts. Read the difference when it changes.',
		'## Causes, as their item and an error in a workflow tell them',
		...causes,
		'## What is next, by place',
		next.join('\n'),
		'## The text of a summary',
		sums.join('\n'),
		'## Hints',
		hints.join('\n'),
		'',
	].join('\n\n');
}

const FILE = join(__dirname, 'catalogue.txt');

it('is the catalogue that was reviewed', () => {
	const now = catalogue();
	if (process.env.CATALOGUE === 'write') writeFileSync(FILE, now);
	expect(now).toBe(readFileSync(FILE, 'utf8'));
});

it('is short: message and description together at most 60 words, and half of them at most 25', () => {
	const long = TOLD.filter((told) => lengthOf(told) > 60);
	expect(
		long.map(({ place, message, description }) => [place, message, description]),
	).toStrictEqual([]);
	const ofOneThing = TOLD.filter(({ message }) => !message.startsWith('2 of 4 '));
	expect(median(ofOneThing.map(lengthOf))).toBeLessThanOrEqual(25);
});

/** What the glossary has another word for, and what no sentence has, whatever it is about. */
const BANNED = [
	/undefined|null|NaN|\[object/,
	/ {2}| \.|(?<!\.)\.\.(?!\.)|: :/,
	/\b(texted|mend|under way|left out|gateway|server|anew|cannot be texted|guard)\b/i,
	/Once the cause is fixed/,
	/\b1 (recipients|numbers|items)\b/,
	/\b[2-9] (recipient|number|item)\b(?!:)/,
];

it('names settings as the panel does', () => {
	const named = JSON.stringify(plain).match(/(?:Safeguards|Options) > [^'"]+/g);
	expect(Object.values(SETTINGS)).toStrictEqual(expect.arrayContaining(named!));
});

it('says nothing in words that the package does not use', () => {
	const all = [
		...TOLD.map(({ message, description }) => `${message} ${description}`.trim()),
		...CASES.map(({ cause }) => explain([cause])),
		...hintSamples().map(({ message }) => message),
	];
	const broken = all.filter((text) =>
		BANNED.some((banned) => banned.test(text.replaceAll('SMS Gateway nodes', 'nodes'))),
	);
	expect(broken).toStrictEqual([]);
	for (const text of all) expect(text).toMatch(/^(n8n|no recipients|[A-Z+1-9"'])[^]*[.?"]$/);
});

it('has no number of a person in a message, which n8n logs, and no secret anywhere', () => {
	const isLogged = ({ place }: Told) => place !== 'tool' && place !== 'engine2';
	const telling = TOLD.filter(isLogged).filter(({ message }) =>
		[VALUE, ...PEOPLE].some((number) => message.includes(number)),
	);
	expect(telling).toStrictEqual([]);
});

it('names a retry only in a workflow of its own, which has one', () => {
	const misled = TOLD.filter(
		({ place, message, description }) =>
			place !== 'workflow' && /(?<!own )'(?:Executions > )?Retry/.test(`${message} ${description}`),
	);
	expect(misled).toStrictEqual([]);
});

/** What a model cannot reach, and what would lead it into a loop. */
const OUT_OF_REACH =
	/'[A-Z]|\b[Nn]ode\b|\bRetry\b|Executions|[Cc]redential|[Ee]xpression|\bbutton|\bitem|n8n|after that/;
const TO_MODEL =
	/(?:Tell the user; do not call again(?: for this recipient)?|(?:Correct it|ask the user), then call again(?: for this recipient)?|not call again for (?:this recipient|these recipients); tell the user|Tell the user\. Call again only for recipients that the user names)\./i;

it('says of each cause to a model what is wrong and whether to call again, and nothing that it cannot reach', () => {
	const told = TOLD.filter(({ place }) => place === 'tool');
	expect(new Set(told.map(({ cause }) => cause.name)).size).toBeGreaterThan(40);
	const quoted = /"[^"]*"|\{\{.*?\}\}/g;
	const bad = told
		.map(({ message }) => message)
		.filter((text) => OUT_OF_REACH.test(text.replace(quoted, '')) || !TO_MODEL.test(text));
	expect([...new Set(bad)]).toStrictEqual([]);
	const ofItems = CASES.map(({ reason, cause }) => sayToModel(withoutRequest(reason, [cause])));
	const unfit = ofItems.filter((text) => OUT_OF_REACH.test(text.replace(quoted, '')));
	expect([...new Set(unfit)]).toStrictEqual([]);
});

it('lets a model call again only where it can correct all', () => {
	const both = [{ name: 'noMessage', ...byModel }, { name: 'evaluation' }] as const;
	expect(explainToModel(both).advice).toContain('do not call again');
	expect(explainToModel(both.slice(0, 1)).advice).toMatch(/, then call again/);
	expect(explainToModel([{ name: 'thrown', error: `${'"'.repeat(99)}…` }]).text).toBeTruthy();
});

it('keeps for people what a model is not told', () => {
	const { description } = TOLD.find(
		({ place, cause }) => place === 'tool' && cause.name === 'emptySetting',
	)!;
	expect(description).toContain('is empty');
});

it('tells an agent what to do after each request that failed', () => {
	const told = TOLD.filter(({ place, cause }) => place === 'tool' && cause.name === 'service');
	for (const { message } of told) expect(message).toMatch(/do not call|again only for/i);
});

it('quotes all that the service says to a model, and says of each end whether to send again', () => {
	const says = 'No credit. Top up! Ask us';
	const facts = { name: 'service', found: 'refusedByService', sms: 'rejected', says } as const;
	expect(explainToModel([facts]).text).toBe(`The SMS service says: "${says}".`);
	expect(sayToModel(ACCEPTED)).toContain('Do not send this to the same number again.');
	const excluded = withoutRequest('excluded', [{ name: 'excluded' }]);
	expect(sayToModel(excluded)).toContain('do not call again');
});

it('says to fix a refusal before a Retry, also where nothing was sent', () => {
	const ended = { hasAccepted: false, hasMissing: true, allHaveKeys: false, leftOthers: false };
	for (const refused of [1, 3]) {
		const next = nextAfter('workflow', { ...ended, hasSent: false, refused });
		expect(next).toMatch(/^Fix the cause, then 'Retry/);
	}
});
