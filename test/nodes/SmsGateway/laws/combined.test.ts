import { now, restart } from '../../../support/instant-clock';
import * as fc from 'fast-check';
import type { RunResult } from '../../../engine-kit/execution';
import { atTime, realClock } from '../../../support/clock';
import { createEngine } from '../../../support/engine';
import { gateway, type Answer, type GatewayRequest } from '../../../support/gateway';
import { bulkSend, outcomesOf, send, type Given } from '../run';
import { DAY } from '../../../../nodes/SmsGateway/clock';
import { expectTruth } from '../../../support/truth';
import { cases, law } from './cases';
import { countBy, expectOnceEach } from './turn';

// Settings, ways to run and faults in combination, as n8n runs them. The wire is the judge.

afterAll(realClock);

/** The service refuses each request that has it, until it is well again. */
const WRONG = '33612345679';
const PHONES = ['2290197000001', '2290197000002', '2290197000003', '33612345678', WRONG];

const FATES = [
	'accept',
	'refuse',
	'busy',
	'unreachable',
	'lost',
	'lostTaken',
	'broken',
	/** Takes all but one, and refuses the whole. */
	'paid',
] as const;
type Fate = (typeof FATES)[number];
/** After these only the service knows what it has taken. */
const UNTOLD: readonly Fate[] = ['lost', 'lostTaken', 'broken', 'paid'];

const sometimes = <T>(value: fc.Arbitrary<T>, freq: number) =>
	fc.option(value, { freq, nil: undefined });

const scenarios = fc.record({
	way: fc.constantFrom('send', 'bulk'),
	items: fc.array(
		fc.record({
			phones: fc.array(fc.constantFrom(...PHONES), { minLength: 1, maxLength: 3 }),
			text: fc.integer({ min: 0, max: 2 }),
			id: fc.integer({ min: 0, max: 3 }),
			/** Milliseconds, where SMS expire; a service that is busy asks to wait for longer. */
			expiresIn: fc.constantFrom(undefined, 500, 500, -1),
		}),
		{ minLength: 1, maxLength: 6 },
	),
	keyed: fc.constantFrom('none', 'key', 'ever', 'sameDay', 'both'),
	maxSms: sometimes(fc.integer({ min: 1, max: 12 }), 4),
	maxSmsPerDay: sometimes(fc.integer({ min: 1, max: 12 }), 3),
	checkBalance: fc.boolean(),
	excluded: fc.constantFrom(undefined, undefined, PHONES[0]),
	allowedCountries: sometimes(fc.constant<string[]>(['BJ']), 6),
	areExpiring: fc.constantFrom(false, false, false, true),
	batchSize: fc.integer({ min: 1, max: 5 }),
	concurrency: fc.integer({ min: 1, max: 4 }),
	resend: fc.constantFrom(false, false, true),
	unitsPerSms: fc.constantFrom(1, 0.1, 0.35),
	onError: fc.constantFrom(
		'stopWorkflow' as const,
		'continueRegularOutput' as const,
		'continueErrorOutput' as const,
	),
	retryOnFail: fc.boolean(),
	loop: sometimes(fc.integer({ min: 1, max: 3 }), 2),
	isWrong: fc.boolean(),
	fates: fc.array(fc.constantFrom('accept' as const, 'accept' as const, ...FATES), {
		maxLength: 14,
	}),
	steps: fc.array(fc.constantFrom('retry', 'execute', 'together', 'tomorrow'), { maxLength: 3 }),
});
type Scenario = typeof scenarios extends fc.Arbitrary<infer T> ? T : never;

/** Of which day, where it is on the wire. */
type Sms = { phone: string; text: string; day?: string };
type Item = Sms & { id: number; until: string };

/** The judge's own reading of the safeguards. */
function mayGet({ phone, text }: Sms, { items = [] }: Given, scenario: Scenario): boolean {
	const { allowedCountries, areExpiring, excluded } = scenario;
	if (phone === excluded || (allowedCountries && !phone.startsWith('229'))) return false;
	return (items as Item[]).some((item) => {
		const isMeant = item.text === text && item.phone.includes(phone);
		// Some milliseconds are between the last look and the wire.
		const isOpen = !areExpiring || item.until === '' || now() < Date.parse(item.until) + 300;
		return isMeant && isOpen;
	});
}

function serviceOf(scenario: Scenario, options: Given) {
	const { fates, isWrong } = scenario;
	const left = [...fates];
	const books = {
		taken: [] as Sms[],
		/** What was asked for, and whether the response has said yes. */
		asked: [] as Array<Sms & { isAccepted: boolean }>,
		forbidden: [] as Sms[],
		balance: 100_000,
		isWell: false,
	};
	const smsIn = ({ body }: GatewayRequest, recipients: readonly string[]): Sms[] => {
		const day = new Date(now()).toISOString().slice(0, 10);
		return recipients.map((phone) => ({ phone, text: String(body!.message), day }));
	};

	function take(request: GatewayRequest, recipients: readonly string[]): void {
		books.taken.push(...smsIn(request, recipients));
		books.balance -= unitsOf(smsIn(request, recipients)) * scenario.unitsPerSms;
	}

	function answerOf(request: GatewayRequest): Answer {
		const { recipients } = request;
		const sms = smsIn(request, recipients);
		books.forbidden.push(...sms.filter((one) => !mayGet(one, options, scenario)));
		const refused = { body: { status: 'error', message: 'nope' } };
		const fate: Fate = books.isWell ? 'accept' : (left.shift() ?? 'accept');
		if (fate === 'refuse' || (isWrong && !books.isWell && recipients.includes(WRONG))) {
			return refused;
		}
		if (fate === 'busy') return { status: 429, headers: { 'retry-after': '1' } };
		if (fate === 'unreachable') return { error: 'ECONNREFUSED' };
		if (fate === 'lost') return { error: 'ECONNRESET' };
		take(request, fate === 'paid' ? recipients.slice(1) : recipients);
		if (fate === 'paid') return refused;
		if (fate === 'lostTaken') return { error: 'ECONNRESET' };
		return fate === 'broken' ? { status: 500, body: '{}' } : { body: { status: 'success' } };
	}

	function answer(request: GatewayRequest): Answer {
		const response = answerOf(request);
		const { status } = (response.body ?? {}) as { status?: string };
		const isAccepted = status === 'success';
		const sms = smsIn(request, request.recipients);
		books.asked.push(...sms.map((one) => ({ ...one, isAccepted })));
		return response;
	}

	return { books, answer };
}

/** The first text fits in one SMS, the next ones take one more each. */
const smsOf = ({ text }: Sms): number => 1 + Number(/^Text (\d)/.exec(text)![1]);
const unitsOf = (all: readonly Sms[]): number => all.reduce((sum, one) => sum + smsOf(one), 0);

let workflows = 0;

function given(scenario: Scenario): Given {
	const { way, items, keyed, excluded, resend, loop, maxSms, maxSmsPerDay } = scenario;
	const { allowedCountries, areExpiring } = scenario;
	// The turns of a loop know nothing of each other's texts, and Send sends each item.
	const isOwn = way === 'send' || loop !== undefined;
	return {
		items: items.map(({ phones, text, id, expiresIn }, index): Item => ({
			phone: (way === 'send' ? phones.slice(0, 1) : phones).map((one) => `+${one}`).join('|'),
			text: `Text ${text} of ${id}${isOwn ? ` for ${index}` : ''}`.padEnd(20 + 160 * text, '.'),
			id,
			until: expiresIn === undefined ? '' : new Date(now() + expiresIn).toISOString(),
		})),
		parameters: { message: '={{ $json.text }}' },
		safeguards: {
			...(['key', 'both'].includes(keyed) && { deduplicationKey: '=order {{ $json.id }}' }),
			...(keyed === 'ever' && { skipRepeats: 'ever' }),
			...(['sameDay', 'both'].includes(keyed) && { skipRepeats: 'sameDay' }),
			...(maxSms !== undefined && { maxSms }),
			...(maxSmsPerDay !== undefined && { maxSmsPerDay }),
			...(scenario.checkBalance && { checkBalance: true }),
			...(allowedCountries && { allowedCountries }),
			...(areExpiring && { doNotSendAfter: '={{ $json.until }}' }),
			...(excluded !== undefined && { excludedRecipients: `+${excluded}` }),
		},
		options: {
			batchSize: scenario.batchSize,
			concurrency: scenario.concurrency,
			...(resend && { uncertain: 'resend' }),
			unitsPerSms: scenario.unitsPerSms,
		},
		onError: scenario.onError,
		retryOnFail: scenario.retryOnFail,
		maxTries: 2,
		...(loop !== undefined && { loop: { batchSize: loop } }),
		workflowId: `combined-${++workflows}`,
	};
}

const bySms = ({ phone, text }: Sms): string => `${phone} ${text}`;
const byKey = ({ phone, text }: Sms): string => `${phone} ${/of (\d)/.exec(text)![1]}`;

type Books = ReturnType<typeof serviceOf>['books'];
type Lineage = Pick<Books, 'asked' | 'taken'>;

/** What was accepted is not asked for again, whatever Resend may do with a doubt. */
function expectNotAgain(asked: Books['asked'], nameOf: (sms: Sms) => string): void {
	const accepted = new Set<string>();
	for (const one of asked) {
		expect(accepted).not.toContain(nameOf(one));
		if (one.isAccepted) accepted.add(nameOf(one));
	}
}

/** @param lineages what each execution has sent, with its Retries */
function judgeTwice(scenario: Scenario, lineages: readonly Lineage[], all: Lineage): void {
	const { keyed, resend, fates, checkBalance, steps } = scenario;
	const isByKey = keyed === 'key' || keyed === 'both';
	const ofDay = (sms: Sms) => `${bySms(sms)} ${sms.day}`;
	const nameOf = isByKey ? byKey : keyed === 'sameDay' ? ofDay : bySms;
	for (const { asked } of lineages) expectNotAgain(asked, bySms);
	// Who waits for another gives it up in no time here.
	if (keyed !== 'none' && !(resend && steps.includes('together')))
		expectNotAgain(all.asked, nameOf);
	// What was paid for behind a refusal shows in the balance alone.
	if (resend || (fates.includes('paid') && !checkBalance)) return;
	for (const { taken } of lineages) expectOnceEach(countBy(taken, bySms));
	if (keyed !== 'none') expectOnceEach(countBy(all.taken, nameOf));
}

/** By the data of the error, where the execution has stopped. */
function isAnyoneUnknown(result: RunResult): boolean {
	if (!result.error) return outcomesOf(result).some(({ status }) => status === 'unknown');
	const { smsGateway } = result.error.context as {
		smsGateway: { recipients?: { unknown: number } };
	};
	return (smsGateway.recipients?.unknown ?? 0) > 0;
}

async function playOut(scenario: Scenario): Promise<void> {
	const { maxSms, maxSmsPerDay, resend, fates, steps, allowedCountries, areExpiring } = scenario;
	// At noon, as a case that waits beyond midnight has the limit of two days.
	atTime('2026-11-26T17:00:00Z');
	restart();
	const engine = await createEngine();
	engine.deduplicator.reset();
	const options = given(scenario);
	const { books, answer } = serviceOf(scenario, options);
	gateway()
		.send(answer)
		.bulk(answer)
		.balance(() => ({ body: { status: 'success', balance: books.balance } }));
	const run = async () => await (scenario.way === 'send' ? send : bulkSend)(options);
	const lineages: Lineage[] = [];
	const isHonest = !fates.some((one) => UNTOLD.includes(one)) && !steps.includes('together');

	async function noting<T extends RunResult>(lineage: Lineage, work: () => Promise<T>): Promise<T> {
		const [taken, asked] = [books.taken.length, books.asked.length];
		const result = await work();
		lineage.taken.push(...books.taken.slice(taken));
		lineage.asked.push(...books.asked.slice(asked));
		const mayResend = resend || fates.includes('paid');
		const phones = lineage.taken.map(({ phone }) => phone);
		if (!result.error) expectTruth(result, phones, [undefined], mayResend);
		// Where the service says what it does, nobody is in doubt.
		if (isHonest) expect(isAnyoneUnknown(result)).toBe(false);
		return result;
	}
	async function execute() {
		const lineage: Lineage = { taken: [], asked: [] };
		lineages.push(lineage);
		const first = await noting(lineage, run);
		return { first, lineage };
	}

	let { first, lineage } = await execute();
	if (maxSms !== undefined && !resend && !fates.includes('paid')) {
		expect(unitsOf(lineage.taken)).toBeLessThanOrEqual(maxSms);
	}
	for (const step of steps) {
		if (step === 'tomorrow') {
			atTime(new Date(now() + DAY).toISOString());
			restart();
		}
		if (step === 'execute') ({ first, lineage } = await execute());
		if (step === 'retry' && first.error) {
			await noting(lineage, async () => await engine.retry(first));
		}
		if (step === 'together' && scenario.keyed !== 'none') await Promise.all([run(), run()]);
	}
	if (maxSmsPerDay !== undefined && !fates.includes('paid')) {
		for (const day of new Set(books.taken.map((one) => one.day))) {
			const ofDay = books.taken.filter((one) => one.day === day);
			expect(unitsOf(ofDay)).toBeLessThanOrEqual(maxSmsPerDay);
		}
	}
	judgeTwice(scenario, lineages, books);
	expect(books.forbidden).toStrictEqual([]);

	// Nobody is forgotten: once the service is well, a Retry reaches who is missing.
	const isLimited = (maxSms ?? maxSmsPerDay ?? allowedCountries) !== undefined || areExpiring;
	if (!first.error || isLimited) return;
	books.isWell = true;
	const last = await noting(lineage, async () => await engine.retry(first));
	judgeTwice(scenario, lineages, books);
	if (last.error) expect(isAnyoneUnknown(last)).toBe(true);
	else {
		const missing = outcomesOf(last).filter(({ status }) =>
			['notSent', 'rejected'].includes(String(status)),
		);
		expect(missing).toStrictEqual([]);
	}
}

law(
	'sends nothing twice nor against a safeguard, forgets nobody and tells the truth, whatever is combined',
	cases(120),
	[scenarios],
	playOut,
);
