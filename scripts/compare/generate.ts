import type { IDataObject, INode, INodeExecutionData } from 'n8n-workflow';
import { FATES } from './service';
import type { Call, Fate, Turn, Way } from './turn';
import values from './values.json';

/** What is drawn most, and what is wrong or rare. */
type Choice = { usual: readonly unknown[]; odd: readonly unknown[] };

/** A row of numbers that is the same for the same seed (mulberry32). */
class Draw {
	/** How often it is something odd, in this turn. */
	private readonly odd: number;

	constructor(private state: number) {
		for (let warm = 0; warm < 3; warm++) this.next();
		this.odd = this.pick([0, 0, 0, 0, 0, 0.01, 0.03, 0.2]);
	}

	next(): number {
		this.state = (this.state + 0x6d2b79f5) | 0;
		let hash = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
		hash = (hash + Math.imul(hash ^ (hash >>> 7), 61 | hash)) ^ hash;
		return ((hash ^ (hash >>> 14)) >>> 0) / 2 ** 32;
	}

	chance = (share: number): boolean => this.next() < share;

	/** From 0. */
	whole = (most: number): number => Math.floor(this.next() * (most + 1));

	pick = <T>(all: readonly T[]): T => all[this.whole(all.length - 1)]!;

	isOdd = (): boolean => this.chance(this.odd);

	of = <T>({ odd, usual }: Choice): T =>
		this.pick(this.isOdd() && odd.length > 0 ? odd : usual) as T;

	/** @param least 0 unless given */
	list = <T>(most: number, one: () => T, least = 0): T[] =>
		Array.from({ length: least + this.whole(most - least) }, one);
}

const PEOPLE = values.people;
/** So few that they meet again. */
const REGULARS = PEOPLE.slice(0, 4);

const grouped = (digits: string, mark: string) => `+${digits.match(/^.{2,3}|.{1,2}/g)!.join(mark)}`;

type Spelling = (digits: string) => unknown;

const SPELLINGS: readonly Spelling[] = [
	(digits) => `00${digits}`,
	(digits) => Number(digits),
	(digits) => grouped(digits, ' '),
	(digits) => grouped(digits, '-'),
	(digits) => grouped(digits, '.'),
	(digits) => `+${digits.slice(0, 3)} (${digits.slice(3, 5)}) ${digits.slice(5)}`,
	(digits) => `tel:+${digits}`,
	(digits) => ` +${digits}\u00a0`,
	(digits) => `\u200e+${digits}\u202c`,
	(digits) => `++${digits}`,
	(digits) => digits.replace(/\d/g, (digit) => String.fromCharCode(0xff10 + Number(digit))),
];
const ODD_SPELLINGS: readonly Spelling[] = [
	(digits) => `+${digits.slice(0, 2)} (0) ${digits.slice(2)}`,
	(digits) => `'+${digits}`,
	(digits) => `0${digits.slice(2)}`,
	(digits) => digits.slice(3),
	(digits) => `${digits.slice(0, 1)} ${digits.slice(1, 4)} ${digits.slice(4)}`,
	(digits) => grouped(digits, ' ').slice(1),
	(digits) => `${digits}0`,
	(digits) => `+${digits.slice(0, -1)}`,
	(digits) => `${digits} ext 5`,
	(digits) => `+${digits} / +33612345679`,
	(digits) => `+${digits}, +33612345679`,
	(digits) => `${digits.slice(0, 6)}000000`,
	(digits) => Number(digits).toExponential(),
	...values.wrongNumbers.map((value) => () => value),
];

function phoneOf(draw: Draw, people: readonly string[]): string {
	const digits = draw.pick(people);
	if (draw.isOdd()) return draw.pick(ODD_SPELLINGS)(digits) as string;
	return draw.chance(0.7)
		? draw.pick([digits, `+${digits}`])
		: (draw.pick(SPELLINGS)(digits) as string);
}

const personOf = (draw: Draw): IDataObject => ({
	phone: phoneOf(draw, draw.chance(0.5) ? REGULARS : PEOPLE),
	...(draw.chance(0.95) && { name: draw.of(values.name) }),
});

function itemOf(draw: Draw): IDataObject {
	if (draw.isOdd() && draw.chance(0.3)) return { error: 'The row could not be read' };
	return {
		...personOf(draw),
		text: draw.of(values.text),
		key: draw.of<string>(values.key),
		order: { id: 1 + draw.whole(2), paid: draw.chance(0.5) },
		...(draw.chance(0.3) && { other: phoneOf(draw, REGULARS) }),
		...(draw.chance(0.3) && {
			phones: draw.list(3, () => phoneOf(draw, PEOPLE), draw.isOdd() ? 0 : 1),
		}),
		...(draw.chance(0.3) && { people: draw.list(3, () => personOf(draw), draw.isOdd() ? 0 : 1) }),
		...(draw.chance(0.3) && { country: draw.of(values.country) }),
		...(draw.chance(0.85) && { optout: draw.pick(['', '', `+${draw.pick(PEOPLE)}`]) }),
		...(draw.chance(0.3) && { until: draw.of(values.until) }),
	};
}

const settingsOf = (draw: Draw, all: Record<string, Choice>, share: number): IDataObject =>
	Object.fromEntries(
		Object.entries(all).flatMap(([name, choice]) =>
			draw.chance(share) ? [[name, draw.of(choice)]] : [],
		),
	);

const ALL_FATES = [...FATES.keys()];
/** Those that are met most. */
const MET_FATES = ALL_FATES.filter((name) =>
	/^(no resp|reset|refused|429|500|400 with an e|400 with the token|400, but|200 with an e|401|hang)/.test(
		name,
	),
);

const fateOf = (draw: Draw): Fate => draw.pick(draw.chance(0.6) ? MET_FATES : ALL_FATES);

/** @param trouble how often something is wrong with it */
function serviceOf(draw: Draw, trouble: number): Turn['service'] {
	const price = draw.pick([1, 1, 1, 0.1, 25]);
	const hasTrouble = draw.chance(trouble);
	const some = (share: number) => hasTrouble && draw.chance(share);
	const fates = PEOPLE.filter(() => some(0.25)).map((one) => [
		one,
		draw.list(3, () => fateOf(draw)),
	]);
	const orWell = () => draw.pick([fateOf(draw), '200 with a success body']);
	return {
		fates: Object.fromEntries(fates) as Turn['service']['fates'],
		inOrder: some(0.3) ? draw.list(4, orWell) : [],
		wrong: some(0.4) ? draw.list(3, () => draw.pick(PEOPLE)) : [],
		takes: draw.pick([20, 20, 40, 700, 4000]),
		balance: (some(0.25) ? draw.whole(6) : 10_000) * price,
		price,
		balanceFates: some(0.2) ? draw.list(4, () => fateOf(draw)) : [],
	};
}

const storeOf = (draw: Draw): Turn['store'] => ({
	takes: draw.chance(0.85) ? 1 : draw.pick([60, 400, 1500, 5000]),
	fails: draw.chance(0.08) ? draw.list(3, () => draw.whole(40)) : [],
});

function nodeOf(draw: Draw): Partial<INode> {
	const onError = draw.pick([
		'stop',
		'stop',
		'continueRegularOutput',
		'continueErrorOutput',
	] as const);
	return {
		...(onError !== 'stop' && { onError }),
		...(draw.chance(0.06) && { executeOnce: true }),
		...(draw.chance(0.04) && { alwaysOutputData: true }),
	};
}

function parametersOf(draw: Draw, way: Way): Turn['parameters'] {
	const sending = way === 'wait' ? 'sendAndWait' : draw.pick(['send', 'bulkSend']);
	const operation: IDataObject =
		way === 'offline' ? draw.of(values.offline) : { resource: 'sms', operation: sending };
	const isOne = operation.resource !== 'sms' || String(operation.operation).startsWith('send');
	const field = isOne ? 'recipient' : 'recipients';
	const sms = {
		...operation,
		senderId: draw.of(values.senderId),
		[field]: draw.of(values[field]),
		message: draw.of(values.message),
	} as Turn['parameters'];
	if (way !== 'wait') return sms;
	const approval = draw.of(values.question.approval);
	return {
		...sms,
		...(draw.chance(0.6) && { recipient: draw.of(values.question.recipient) }),
		...(draw.chance(0.4) && { message: draw.of(values.question.message) }),
		...(draw.chance(0.4) && { responseType: 'freeText' }),
		...(draw.chance(0.5) && { approvalOptions: { values: approval } }),
	} as Turn['parameters'];
}

/** The item that it is made of, or of which it is one, as n8n's nodes say it or do not. */
function madeOf(draw: Draw, items: readonly IDataObject[]): INodeExecutionData[] {
	const all = items.map((json, item): INodeExecutionData => ({ json, pairedItem: { item } }));
	const pairedItem = draw.pick([{ item: 0 }, items.map((_, item) => ({ item })), undefined]);
	const phones = items.map(({ phone }) => phone).filter(Boolean) as string[];
	const people = items.map(({ name, phone }) => ({ name, phone }));
	const together = { json: { ...items[0], phones, people }, pairedItem };
	return draw.pick([
		all,
		[...all].reverse(),
		[...all, ...all],
		all.slice(1),
		[together],
		[together],
	]);
}

/** What a model fills in. */
function agentOf(draw: Draw, { items, parameters, safeguards }: Turn): Partial<Turn> {
	const field = parameters.operation === 'send' ? 'recipient' : 'recipients';
	const use = () => ({
		to: phoneOf(draw, REGULARS),
		text: draw.of<string>(values.text),
		key: draw.of<string>(values.key),
	});
	const filled = { [field]: "={{ $fromAI('to') }}", message: draw.of<string>(values.agentMessage) };
	const key = { deduplicationKey: "={{ $fromAI('key') }}" };
	return {
		uses: draw.list(4, use, 1),
		parameters: { ...parameters, ...filled },
		...(draw.chance(0.15) && { safeguards: { ...safeguards, ...key } }),
		items: items.slice(0, 1 + draw.whole(1)),
		atOnce: draw.chance(0.5),
		node: draw.chance(0.15) ? nodeOf(draw) : {},
	};
}

function retriesOf(draw: Draw): Partial<Turn> {
	const retriesAtOnce = draw.chance(0.3);
	const after = () => (retriesAtOnce ? 10 : draw.pick([10, 1000, 60_000, 86_400_000]));
	const retry = () => ({
		of: draw.pick(['original', 'original', 'last'] as const),
		after: after(),
		process: draw.pick([0, 0, 1] as const),
	});
	return {
		retries: draw.list(3, retry, 1),
		retriesAtOnce,
		...(draw.chance(0.15) && { cancelRetryAt: draw.pick(values.cancelAt) }),
	};
}

function triggerOf(draw: Draw): Partial<Turn> {
	const poll = () => draw.pick([300, 90, 40, 4, 0, 99.5, 'restart', fateOf(draw)]);
	const options = {
		...(draw.chance(0.3) && { fireOnActivation: draw.chance(0.5) }),
		...(draw.chance(0.4) && { reminderHours: draw.pick([0, 1, 2, 24]) }),
	};
	const parameters = {
		event: draw.of<string>(values.event),
		threshold: draw.of<number>(values.threshold),
		minimumChange: draw.pick([0, 10, 200]),
		options,
	};
	return { parameters, polls: draw.list(7, poll, 2) };
}

/** Many, of whom some are refused, or sent to and paid for all the same; mostly with the balance read. */
function refusedOf(draw: Draw, { items, options, parameters, safeguards, service }: Turn) {
	const phones = [...PEOPLE].sort(() => draw.next() - 0.5).slice(0, 2 + draw.whole(12));
	const price = draw.pick([0.1, 0.7, 1, 3]);
	const met = draw.pick(['400, but sent', '400, but half sent', '400 with an error body']);
	const late = () => draw.pick(['slow', 'slow', '200 with a success body', fateOf(draw)]);
	return {
		items: phones.map((phone, at) => ({ ...items[at % items.length], phone: `+${phone}` })),
		parameters: {
			...parameters,
			operation: 'bulkSend',
			recipients: '={{ $json.phone }}',
			message: draw.pick(values.refusedMessage),
		},
		safeguards: { ...safeguards, ...(draw.chance(0.75) && { checkBalance: true }) },
		options: {
			...options,
			...(draw.chance(0.3) && { unitsPerSms: draw.pick([price, price, 0.3, 5]) }),
			...(draw.chance(0.5) && { concurrency: draw.pick([1, 2, 5]) }),
		},
		service: {
			...service,
			price,
			wrong: draw.list(4, () => draw.pick(phones)),
			inOrder: draw.chance(0.4) ? [...draw.list(2, () => '200 with a success body'), met] : [],
			balance: draw.chance(0.15) ? draw.whole(20) * price : 10_000 * price,
			balanceFates: draw.chance(0.3) ? draw.list(6, late) : [],
		},
	};
}

const callOf = (draw: Draw): Call => ({
	of: draw.whole(2),
	after: draw.pick([0, 1000, 60_000, 3_600_000]),
	method: draw.pick(['GET', 'POST', 'POST']),
	body: draw.of(values.body),
});

const startIn = (draw: Draw, times: readonly number[]): Turn['starts'][number] => ({
	at: draw.pick(times),
	process: draw.pick([0, 1]),
});

/** What is special about a way, on top of what all turns have. */
const SPECIAL: Readonly<Record<Way, (draw: Draw, turn: Turn) => Partial<Turn>>> = {
	plain: () => ({}),
	offline: (draw, { options, parameters }) => ({
		options: { ...options, ...settingsOf(draw, values.options, 0.4) },
		...(draw.chance(0.4) && {
			parameters: { ...parameters, message: draw.pick(values.refusedMessage) },
		}),
	}),
	made: (draw, { items, parameters }) => ({
		made: madeOf(draw, items),
		...(draw.chance(0.2) && { parameters: { ...parameters, ...values.together } }),
	}),
	retryOnFail: (draw, { node }) => ({
		node: { ...node, retryOnFail: true, waitBetweenTries: 1000, maxTries: 2 + draw.whole(3) },
	}),
	retry: (draw, { node }) => ({ ...retriesOf(draw), node: draw.chance(0.9) ? {} : node }),
	loop: (draw, { node }) => ({
		loop: 1 + draw.whole(2),
		...(draw.chance(0.5) && { ...retriesOf(draw), node: draw.chance(0.8) ? {} : node }),
	}),
	again(draw, { node }) {
		const output = draw.pick([0, 1, 1] as const);
		const onError = output === 1 ? 'continueErrorOutput' : node.onError;
		const again = { output, times: 1 + draw.whole(2), forgets: draw.chance(0.2) };
		const cancel = draw.chance(0.1) && { cancelAt: draw.pick(values.cancelAt) };
		return { again, node: { ...node, onError }, ...cancel };
	},
	agent: agentOf,
	cancel: (draw) => ({
		cancelAt: draw.pick(values.cancelAt),
		...retriesOf(draw),
	}),
	twice: (draw, { starts }) => ({
		starts: [...starts, startIn(draw, [0, 1, 7, 25, 100, 1500, 9000])],
		...(draw.chance(0.3) && retriesOf(draw)),
	}),
	later: (draw, { starts }) => ({
		starts: [...starts, ...draw.list(3, () => startIn(draw, [5000, 60_000, 3_600_000, 9e7]), 1)],
	}),
	wait: (draw, { items, options }) => ({
		calls: draw.list(4, () => callOf(draw)),
		items: items.slice(0, draw.chance(0.05) ? 2 : 1),
		options: { ...options, ...settingsOf(draw, values.question.options, draw.pick([0, 0.3])) },
	}),
	refused: refusedOf,
	trigger: triggerOf,
};

const WEIGHTS = Object.entries(values.ways) as Array<[Way, number]>;

/** Half of the turns have one more of the safeguards that make a way difficult. */
function withFitting(draw: Draw, way: Way, safeguards: IDataObject): IDataObject {
	const fitting: Partial<Record<Way, string[]>> = values.fitting;
	if (draw.chance(0.5)) return safeguards;
	const all: Record<string, Choice> = values.safeguards;
	const name = draw.pick(fitting[way] ?? ['checkBalance']);
	return { ...safeguards, [name]: draw.of(all[name]!) };
}

/** @param only the ways to choose from; all unless given */
export function turnOf(seed: number, index: number, only: readonly Way[] = []): Turn {
	const draw = new Draw(Math.imul(seed, 0x9e3779b1) ^ Math.imul(index + 1, 0x85ebca6b));
	const asked = WEIGHTS.filter(([way]) => only.length === 0 || only.includes(way));
	const way = draw.pick(asked.flatMap(([one, weight]) => Array<Way>(weight).fill(one)));
	const needsTrouble = ['retry', 'retryOnFail', 'again', 'loop'].includes(way);
	const turn: Turn = {
		way,
		parameters: parametersOf(draw, way),
		safeguards: withFitting(
			draw,
			way,
			settingsOf(draw, values.safeguards, draw.pick([0, 0.06, 0.15])),
		),
		options: settingsOf(draw, values.options, draw.pick([0, 0.1, 0.2])),
		node: nodeOf(draw),
		items: draw.list(draw.chance(0.05) ? 30 : 6, () => itemOf(draw), 1),
		now: draw.of(values.now),
		zone: draw.of(values.zone),
		mode: draw.of(values.mode),
		starts: [{ at: 0, process: 0 }],
		retries: [],
		service: serviceOf(draw, needsTrouble ? 0.9 : 0.5),
		store: storeOf(draw),
		calls: [],
		polls: [],
		baseUrl: draw.of(values.baseUrl),
	};
	// By hand, that node is not run.
	if (turn.mode === 'manual' && JSON.stringify(turn).includes("$('Start')")) turn.mode = 'trigger';
	return { ...turn, ...SPECIAL[way](draw, turn) };
}
