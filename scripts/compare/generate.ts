// Long, because it is one table: all that a turn is drawn from.
import type { IDataObject, INode, INodeExecutionData } from 'n8n-workflow';
import { FATES } from './service';
import type { Call, Fate, Turn, Way } from './turn';

/** A row of numbers that is the same for the same seed (mulberry32). */
export class Draw {
	/** How often something is drawn that is wrong or rare. */
	private odd = 0;

	constructor(private state: number) {
		for (let warm = 0; warm < 3; warm++) this.next();
		this.odd = this.pick([0, 0, 0, 0, 0.01, 0.03, 0.2]);
	}

	next(): number {
		this.state = (this.state + 0x6d2b79f5) | 0;
		let hash = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
		hash = (hash + Math.imul(hash ^ (hash >>> 7), 61 | hash)) ^ hash;
		return ((hash ^ (hash >>> 14)) >>> 0) / 2 ** 32;
	}

	chance = (share: number): boolean => this.next() < share;

	whole = (least: number, most: number): number =>
		least + Math.floor(this.next() * (most - least + 1));

	pick = <T>(all: readonly T[]): T => all[Math.floor(this.next() * all.length)]!;

	/** One of the first, or seldom one of the second. */
	usual = <T, U>(usual: readonly T[], odd: readonly U[]): T | U =>
		this.chance(this.odd) ? this.pick(odd) : this.pick(usual);

	list = <T>(most: number, one: () => T): T[] => Array.from({ length: this.whole(0, most) }, one);
}

/** The last four are two phones, each behind two codes. */
const PEOPLE = [
	...['2290197000001', '2290197000002', '2290197000003', '2290197000004', '33612345678'],
	...[
		'447911123456',
		'12015550123',
		'4915112345678',
		'79161234567',
		'8613800138000',
		'97699123456',
	],
	...['970599123456', '972599123456', '525512345678', '5215512345678'],
];
const BENIN = PEOPLE.slice(0, 4);

const grouped = (digits: string, mark: string) => digits.match(/^.{2,3}|.{1,2}/g)!.join(mark);

type Spelling = (digits: string) => unknown;

/** How a number is written. */
const SPELLINGS: readonly Spelling[] = [
	(digits) => digits,
	(digits) => `+${digits}`,
	(digits) => `00${digits}`,
	(digits) => Number(digits),
	(digits) => `+${grouped(digits, ' ')}`,
	(digits) => `+${grouped(digits, '-')}`,
	(digits) => `+${grouped(digits, '.')}`,
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
	(digits) => grouped(digits, ' '),
	(digits) => `${digits}0`,
	(digits) => `+${digits.slice(0, -1)}`,
	(digits) => `${digits} ext 5`,
	(digits) => `+${digits} / +33612345679`,
	(digits) => `+${digits}, +33612345679`,
	(digits) => `${digits.slice(0, 6)}000000`,
	(digits) => Number(digits).toExponential(),
	(digits) => `${digits}@c.us`,
	...['', null, 'no phone', '#N/A', '2026-01-05', { phone: '+2290197000001' }, [], true].map(
		(value) => () => value,
	),
];

const spell = (draw: Draw, digits: string): unknown =>
	draw.usual(draw.chance(0.7) ? SPELLINGS.slice(0, 2) : SPELLINGS, ODD_SPELLINGS)(digits);

const NAMES = ['Ada', 'Zoé', 'O’Neil'];
const ODD_NAMES = ['李', 'undefined', '', ' ', 'null', 'Ann {{x}}', '#REF!', null];
const TEXTS = ['Hello', 'Your order is ready', 'Olá ção'];
const ODD_TEXTS = ['x'.repeat(170), '“Quoted” – text…', '', 'a\nb', '[object Object]'];

const personOf = (draw: Draw): IDataObject => ({
	phone: spell(draw, draw.pick(draw.chance(0.5) ? BENIN : PEOPLE)) as string,
	name: draw.usual(NAMES, ODD_NAMES),
});

const itemOf = (draw: Draw): IDataObject => {
	const item: IDataObject = {
		...personOf(draw),
		text: draw.usual(TEXTS, ODD_TEXTS),
		key: draw.usual(['A', 'B', 'C', 7], ['', null]),
		order: { id: draw.whole(1, 3), paid: draw.chance(0.5) },
	};
	if (draw.chance(0.3)) item.other = spell(draw, draw.pick(BENIN)) as string;
	if (draw.chance(0.3)) item.phones = draw.list(3, () => spell(draw, draw.pick(PEOPLE)) as string);
	if (draw.chance(0.3)) item.people = draw.list(3, () => personOf(draw));
	if (draw.chance(0.3)) item.country = draw.usual(['BJ', 'FR', 'France', ''], ['Atlantis']);
	if (draw.chance(0.6)) item.optout = draw.pick(['', '', `+${draw.pick(PEOPLE)}`]);
	if (draw.chance(0.3))
		item.until = draw.usual(['2026-01-05T12:00:20', '2027-12-31', ''], ['2025-01-01', 'soon']);
	if (draw.usual([false], [false, true])) return { error: 'The row could not be read' };
	return item;
};

const MESSAGES = [
	...[
		'Hello',
		'Hello',
		'={{ $json.text }}',
		'=Hi {{ $json.name }}',
		'=Hi {{ $json.name }}, {{ $json.text }}',
	],
	...['=Hi {{ $json.name || "you" }}', "=Hi {{ $json.name ?? '' }}", '=No. {{ $json.order.id }}'],
	...[
		"=Hi {{ $('Start').item.json.name }}",
		'=Hi {{ $json["name"].toUpperCase() }}',
		'=Row {{ $itemIndex }}',
	],
	...[
		'={{ `Hi ${$json.name}` }}',
		'=At {{ $now.toISO() }}',
		'=Turn {{ $runIndex }}',
		'=Run {{ $execution.id }}',
	],
	...[
		'=Hi {{ $input.item.json.name }}',
		'x'.repeat(161),
		'“Hi” – 🙂',
		'={{ $json.text.repeat(40) }}',
	],
	...['=Hi {{ $if($json.order.paid, "paid", "") }}'],
];
const ODD_MESSAGES = [
	...[
		"=Hi {{ $('Start').first().json.name }}",
		'=Hi {{ $json.people[0].name }}',
		'=Hi {{ $json.missing }}',
	],
	...[
		'=Hi {{ "x" + $json.missing }}',
		'=Hi {{ $json.order }}',
		'Hi {{ $json.name }}',
		'Hi {name}',
		'={{ "" }}',
	],
	...['={{ undefined }}', '=Hi {{ $json.name.foo.bar }}', "=Hi {{ $('None').item.json.name }}"],
	...[
		"=Hi {{ $('Start').all().map(row => row.json.name).join(', ') }}",
		'=Hi {{ $json.phones[0] }}',
	],
];
const RECIPIENTS = [
	...[
		'={{ $json.phone }}',
		"={{ $('Start').item.json.phone }}",
		'+2290197000001',
		'+229 01 97 00 00 01;+33612345678',
	],
	...[
		'={{ $json.phone }}, {{ $json.other || "" }}',
		'={{ [$json.phone, $json.other].filter(Boolean) }}',
	],
	...[
		'={{ $json.phones || $json.phone }}',
		'={{ ($json.people || [$json]).map(one => one.phone) }}',
	],
];
const ODD_RECIPIENTS = [
	...[
		'={{ $json.phones }}',
		'={{ [$json.phone, $json.other] }}',
		'={{ $input.all().map(row => row.json.phone) }}',
	],
	...["={{ $('Start').all().map(row => row.json.phone) }}", "={{ $('Start').first().json.phone }}"],
	...[
		'={{ $json.missing }}',
		'+2290197000001|2290197000001',
		'={{ $json.phones.join("|") }}',
		'{{ $json.phone }}',
	],
	...["={{ $json.phones || '' }}", '={{ $json.phones[0] }}', '={{ $json.people[1].phone }}'],
];
const ODD_SENDERS = [
	'={{ $json.name }}',
	'={{ "" }}',
	'={{ $json.missing }}',
	'A very long sender',
	'={{ "SHOP" }}',
];

const anyList = (draw: Draw): string =>
	draw.list(4, () => `+${draw.pick(PEOPLE)}`).join(draw.pick([', ', '\n', '|']));

const ALL_OF = (field: string) => `={{ $('Start').all().map(row => row.json.${field}) }}`;

type Values = Record<string, (draw: Draw) => unknown>;

const SAFEGUARDS: Values = {
	allowedCountries: (draw) =>
		draw.usual(
			[
				['BJ', 'FR'],
				['BJ', 'FR', 'GB', 'US', 'DE'],
			],
			[[], '={{ ["BJ"] }}', '={{ $json.country }}'],
		),
	allowedRecipients: (draw) =>
		draw.usual(
			[BENIN.join(', '), anyList(draw), ALL_OF('phone')],
			['', '={{ $json.phone }}', '={{ $json.missing }}'],
		),
	checkBalance: (draw) => draw.usual([true], [false, '={{ true }}', '={{ $json.missing }}']),
	deduplicationKey: (draw) =>
		draw.usual(
			[
				'spring',
				'spring',
				'={{ $json.key }}',
				'={{ $json.order.id }}',
				"={{ $json.key || '' }}",
				'={{ $today.toISODate() }}',
			],
			['=order-{{ $json.key }}', '={{ $execution.id }}', '={{ $json.missing }}', ''],
		),
	doNotSendAfter: (draw) =>
		draw.usual(
			['={{ $json.until }}', '2026-01-05T12:00:20', '2027-06-01T00:00:00'],
			['2025-01-01', 'never', '={{ $now }}', ''],
		),
	excludedRecipients: (draw) =>
		draw.usual(
			[BENIN[0], `${BENIN[1]}, ${PEOPLE[9]}`, ALL_OF('optout'), '={{ $json.optout }}'],
			['x', '', anyList(draw)],
		),
	maxSms: (draw) => draw.usual([3, 6, 100], [0, 1, 2, '={{ 3 }}']),
	maxSmsPerDay: (draw) => draw.usual([2, 3, 4, 6, 100], [0, 1]),
	sendWindow: (draw) => ({
		window: {
			from: draw.usual(['00:00', '08:00', '22:00'], ['12:00', '9', 'x']),
			until: draw.usual(['24:00', '23:00', '06:00'], ['12:00', '00:00']),
			...(draw.chance(0.4) && {
				days: draw.usual([['monday'], ['sunday', 'monday']], [['saturday'], []]),
			}),
		},
	}),
	skipRepeats: (draw) => draw.usual(['sameDay', 'ever'], ['anySameDay', 'off', 'x']),
	testRecipients: (draw) => draw.usual(['+2290197000001', '+33612345678'], [anyList(draw), '']),
};
const OPTIONS: Values = {
	batchSize: (draw) => draw.usual([1, 2, 3, 100], [0, '={{ 2 }}', 2.5]),
	concurrency: (draw) => draw.usual([1, 2, 5], [0]),
	defaultCountry: (draw) =>
		draw.usual(['FR', 'BJ', 'GB', 'US', 'France', ''], ['={{ $json.country }}', 'Atlantis']),
	includeInputFields: (draw) => draw.usual([true, false], ['yes']),
	output: (draw) => draw.usual(['summary', 'summary', 'recipients'], ['both']),
	replaceSpecialCharacters: (draw) => draw.usual(['typographic', 'all', 'off'], ['x']),
	requestsPerSecond: (draw) => draw.usual([0, 1, 0.5, 10], [-1]),
	timeout: (draw) => draw.usual([1, 5, 30, 90], [0.01, 0]),
	uncertain: (draw) => draw.usual(['resend', 'resend', 'doNotResend'], ['x']),
	unitsPerSms: (draw) => draw.usual([0.1, 0.3, 1, 25], [0]),
};

const valuesOf = (draw: Draw, all: Values, share: number): IDataObject =>
	Object.fromEntries(
		Object.entries(all)
			.filter(() => draw.chance(share))
			.map(([name, value]) => [name, value(draw)]),
	) as IDataObject;

const NAMES_OF_FATES = [...FATES.keys()];
/** Those that are met most. */
const USUAL = NAMES_OF_FATES.filter((name) =>
	/^(no resp|reset|refused|429|500|400 with an e|200 with an e|401|hang)/.test(name),
);

const fateOf = (draw: Draw): Fate => draw.pick(draw.chance(0.6) ? USUAL : NAMES_OF_FATES);

function serviceOf(draw: Draw, trouble: number): Turn['service'] {
	const price = draw.pick([1, 1, 1, 0.1, 25]);
	const hasTrouble = draw.chance(trouble);
	const some = (share: number) => hasTrouble && draw.chance(share);
	const fates: Turn['service']['fates'] = {};
	for (const one of PEOPLE) if (some(0.25)) fates[one] = draw.list(3, () => fateOf(draw));
	return {
		fates,
		inOrder: some(0.3)
			? draw.list(4, () => draw.pick([fateOf(draw), '200 with a success body']))
			: [],
		wrong: some(0.4) ? draw.list(3, () => draw.pick(PEOPLE)) : [],
		takes: draw.pick([20, 20, 40, 700, 4000]),
		balance: some(0.25) ? draw.whole(0, 6) * price : 10_000 * price,
		price,
		balanceFates: some(0.2) ? draw.list(4, () => fateOf(draw)) : [],
	};
}

const storeOf = (draw: Draw): Turn['store'] => ({
	takes: draw.chance(0.85) ? 1 : draw.pick([60, 400, 1500, 5000]),
	fails: draw.chance(0.08) ? draw.list(3, () => draw.whole(0, 40)) : [],
});

/** Noon on a Monday; before midnight in the zones below; a Sunday; a summer day; the end of a year; clocks change. */
const TIMES = [
	...[
		'2026-01-05T12:00:00Z',
		'2026-01-05T12:00:00Z',
		'2026-01-05T23:59:58Z',
		'2026-01-04T22:59:58Z',
	],
	...['2026-07-05T03:00:00Z', '2026-12-31T23:59:58Z', '2026-03-29T00:59:58Z'],
];
const ZONES = [
	'UTC',
	'UTC',
	'UTC',
	'Europe/Paris',
	'Africa/Porto-Novo',
	'America/St_Johns',
	'Pacific/Kiritimati',
];

const ON_ERROR = [
	undefined,
	undefined,
	undefined,
	'continueRegularOutput',
	'continueErrorOutput',
] as const;

function nodeOf(draw: Draw): Partial<INode> {
	const onError = draw.pick(ON_ERROR);
	return {
		...(onError && { onError }),
		...(draw.chance(0.08) && { executeOnce: true }),
		...(draw.chance(0.04) && { alwaysOutputData: true }),
	};
}

const RETRYING = { retryOnFail: true, waitBetweenTries: 1000 };

/** The item that it is made of, or of which it is one, as n8n's nodes say it or do not. */
function madeOf(draw: Draw, items: readonly IDataObject[]): INodeExecutionData[] {
	const all = items.map((json, item): INodeExecutionData => ({ json, pairedItem: { item } }));
	const pairedItem = draw.pick([{ item: 0 }, items.map((_, item) => ({ item })), undefined]);
	const phones = items.map(({ phone }) => phone).filter(Boolean) as string[];
	const people = items.map(({ name, phone }) => ({ name, phone }));
	const together = { json: { ...items[0], phones, people }, pairedItem };
	return draw.usual(
		[all, [...all].reverse(), [...all, ...all]],
		[all.slice(1), [together], [together]],
	);
}

export const CREDENTIAL = {
	baseUrl: 'https://sms.example.com/api/v1',
	accessToken: 'x'.repeat(20),
};
const CREDENTIALS = [
	...[
		{ ...CREDENTIAL, baseUrl: ' https://sms.example.com/api/v1/ ' },
		{ ...CREDENTIAL, accessToken: '' },
	],
	...[
		{ ...CREDENTIAL, baseUrl: 'http://sms.example.com' },
		{ ...CREDENTIAL, accessToken: 'Bearer abcdefghij' },
	],
];

const WEIGHTS: ReadonlyArray<readonly [Way, number]> = [
	...([
		['plain', 18],
		['made', 8],
		['retryOnFail', 10],
		['retry', 16],
		['loop', 8],
		['again', 6],
	] as const),
	...([
		['agent', 8],
		['cancel', 5],
		['twice', 9],
		['later', 7],
		['wait', 6],
		['trigger', 3],
		['offline', 5],
	] as const),
];

const OFFLINE = [
	{ resource: 'sms', operation: 'preview' },
	{ resource: 'sms', operation: 'preview' },
	{ resource: 'phoneNumber', operation: 'check' },
	{ resource: 'balance', operation: 'get' },
];

function operationOf(draw: Draw, way: Way): IDataObject {
	if (way === 'offline') return draw.pick(OFFLINE);
	const operation = way === 'wait' ? 'sendAndWait' : draw.pick(['send', 'bulkSend']);
	return { resource: 'sms', operation };
}

function parametersOf(draw: Draw, way: Way): Turn['parameters'] {
	const given = operationOf(draw, way);
	const isOne =
		['send', 'sendAndWait'].includes(String(given.operation)) || given.resource !== 'sms';
	const field = isOne ? 'recipient' : 'recipients';
	const isUsual = draw.chance(isOne ? 0.85 : 0.6);
	const asked = {
		...(draw.chance(0.4) && { responseType: 'freeText' }),
		...(draw.chance(0.4) && { approvalOptions: { values: { approvalType: 'double' } } }),
	};
	return {
		...given,
		senderId: draw.usual(['SHOP'], ODD_SENDERS),
		[field]: isUsual
			? '={{ $json.phone }}'
			: draw.usual(isOne ? RECIPIENTS.slice(0, 3) : RECIPIENTS, ODD_RECIPIENTS),
		message: draw.usual(MESSAGES, ODD_MESSAGES),
		...(way === 'wait' && asked),
	} as Turn['parameters'];
}

const callOf = (draw: Draw): Call => ({
	after: draw.pick([0, 1000, 60_000, 3_600_000]),
	method: draw.pick(['GET', 'POST', 'POST']),
	body: draw.pick([{ answer: 'approve' }, { answer: 'decline' }, { text: 'Yes\r\nplease' }, {}]),
});

const triggerOf = (draw: Draw): Turn['parameters'] =>
	({
		event: draw.pick(['balanceBelow', 'balanceChanges']),
		threshold: draw.pick([100, 5, '={{ 50 }}', 'x', '']),
		minimumChange: draw.pick([0, 10, 200]),
		options: {
			...(draw.chance(0.3) && { fireOnActivation: draw.chance(0.5) }),
			...(draw.chance(0.4) && { reminderHours: draw.pick([0, 1, 2, 24]) }),
		},
	}) as Turn['parameters'];

/** What a model fills in. */
function agentOf(draw: Draw, turn: Turn): Partial<Turn> {
	const isSend = turn.parameters.operation === 'send';
	const to = { [isSend ? 'recipient' : 'recipients']: "={{ $fromAI('to') }}" };
	const uses = [0, ...draw.list(3, () => 0)].map(() => ({
		to: spell(draw, draw.pick(BENIN)) as string,
		text: draw.usual(TEXTS, ODD_TEXTS),
	}));
	const message = draw.pick(["={{ $fromAI('text') }}", "=Hi: {{ $fromAI('text') }}", 'Hello']);
	const parameters = { ...turn.parameters, ...to, message };
	const items = turn.items.slice(0, draw.whole(1, 2));
	return { uses, parameters, items, atOnce: draw.chance(0.5), node: { onError: undefined } };
}

const process = (draw: Draw) => draw.pick([0, 0, 1] as const);

function retriesOf(draw: Draw): Partial<Turn> {
	const retries = [0, ...draw.list(2, () => 0)].map(() => ({
		of: draw.pick(['original', 'original', 'last'] as const),
		after: draw.pick([10, 1000, 60_000, 86_400_000]),
		process: process(draw),
	}));
	const retriesAtOnce = draw.chance(0.3);
	return {
		retries: retriesAtOnce ? retries.map((one) => ({ ...one, after: 10 })) : retries,
		retriesAtOnce,
	};
}

/** What is special about a way, on top of what all turns have. */
function specialOf(draw: Draw, way: Way, turn: Turn): Partial<Turn> {
	if (way === 'made') return { made: madeOf(draw, turn.items) };
	if (way === 'retryOnFail') {
		return { node: { ...turn.node, ...RETRYING, maxTries: draw.whole(2, 5) } };
	}
	if (way === 'retry') {
		const stops = draw.chance(0.9) ? { onError: undefined } : {};
		return { ...retriesOf(draw), node: { ...turn.node, ...stops } };
	}
	if (way === 'loop') return { loop: draw.whole(1, 3), ...(draw.chance(0.3) && retriesOf(draw)) };
	if (way === 'again') {
		const output = draw.pick([0, 1, 1] as const);
		const onError = output === 1 ? 'continueErrorOutput' : turn.node.onError;
		const again = { output, times: draw.whole(1, 3), forgets: draw.chance(0.2) };
		return { again, node: { ...turn.node, onError } };
	}
	if (way === 'agent') return agentOf(draw, turn);
	if (way === 'cancel')
		return { cancelAt: draw.pick([0, 3, 15, 30, 300, 2000, 9000]), ...retriesOf(draw) };
	if (way === 'twice') {
		const at = draw.pick([0, 1, 7, 25, 100, 1500, 9000]);
		return {
			starts: [
				{ at: 0, process: 0 },
				{ at, process: draw.pick([0, 1, 1]) },
			],
		};
	}
	if (way === 'later') {
		const more = draw.list(2, () => ({
			at: draw.pick([5000, 3_600_000, 90_000_000]),
			process: process(draw),
		}));
		return { starts: [...turn.starts, { at: 60_000, process: process(draw) }, ...more] };
	}
	if (way === 'wait') {
		return {
			calls: draw.list(4, () => callOf(draw)),
			items: turn.items.slice(0, draw.pick([1, 1, 1, 2])),
		};
	}
	if (way === 'trigger') {
		const one = () => draw.pick([300, 90, 40, 4, 0, 99.5, 'restart', fateOf(draw)]);
		return { parameters: triggerOf(draw), polls: [one(), one(), ...draw.list(5, one)] };
	}
	return {};
}

/** @param only the ways to choose from; all unless given */
export function turnOf(seed: number, index: number, only: readonly Way[] = []): Turn {
	const draw = new Draw(Math.imul(seed, 0x9e3779b1) ^ Math.imul(index + 1, 0x85ebca6b));
	const ways = WEIGHTS.filter(([way]) => only.length === 0 || only.includes(way)).flatMap(
		([way, weight]) => Array<Way>(weight).fill(way),
	);
	const way = draw.pick(ways);
	const isCareful = ['twice', 'later', 'retry'].includes(way) && draw.chance(0.5);
	const safeguards = valuesOf(draw, SAFEGUARDS, draw.pick([0, 0.06, 0.15]));
	if (isCareful)
		safeguards.deduplicationKey = draw.pick(['spring', '={{ $json.key }}', '={{ $json.phone }}']);
	const turn: Turn = {
		way,
		parameters: parametersOf(draw, way),
		safeguards,
		options: valuesOf(draw, OPTIONS, draw.pick([0, 0.1, 0.2])),
		node: nodeOf(draw),
		items: [itemOf(draw), ...draw.list(draw.chance(0.05) ? 30 : 5, () => itemOf(draw))],
		now: draw.pick(TIMES),
		zone: draw.pick(ZONES),
		mode: draw.pick([
			'trigger',
			'trigger',
			'trigger',
			'manual',
			'integrated',
			'evaluation',
		] as const),
		starts: [{ at: 0, process: 0 }],
		retries: [],
		service: serviceOf(draw, ['retry', 'retryOnFail', 'again'].includes(way) ? 0.9 : 0.5),
		store: storeOf(draw),
		calls: [],
		polls: [],
		credential: draw.usual([CREDENTIAL], [CREDENTIAL, ...CREDENTIALS]),
	};
	if (turn.mode === 'evaluation' && draw.chance(0.9)) turn.mode = 'trigger';
	// By hand it is not run.
	if (turn.mode === 'manual' && JSON.stringify(turn).includes("$('Start')")) turn.mode = 'trigger';
	return { ...turn, ...specialOf(draw, way, turn) };
}
