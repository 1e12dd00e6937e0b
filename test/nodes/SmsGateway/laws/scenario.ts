import * as fc from 'fast-check';
import type { DeliverySettings } from '../../../../nodes/SmsGateway/delivery/run';
import type { Entry } from '../../../../nodes/SmsGateway/domain/entry';
import { entryTo } from '../../../fixtures/entries';
import { planRequests, type Plan } from '../../../../nodes/SmsGateway/domain/plan/plan';
import { excluding } from '../delivery/plans';
import { ACCEPTED, answer, countTaken, failure, REFUSED } from '../delivery/simulated-service';
import type { Fate, Refuses } from '../delivery/simulated-service';

export const PEOPLE = ['2290197000001', '2290197000002', '2290197000003', '33612345678'];

/** One input item, with all the texts that its message may evaluate to, one run after another. */
export type Item = { recipients: string[]; texts: number[]; key: string; broken: boolean };

export type Campaign = { items: Item[]; batchSize: number | undefined; excluded: string[] };

const item = (most: number, keys: readonly string[]): fc.Arbitrary<Item> =>
	fc.record({
		recipients: fc.array(fc.constantFrom(...PEOPLE), { minLength: 1, maxLength: most }),
		texts: fc.oneof(
			fc.integer({ max: 2, min: 0 }).map((text) => [text]),
			fc.array(fc.integer({ max: 2, min: 0 }), { minLength: 2, maxLength: 3 }),
		),
		key: fc.constantFrom(...keys),
		broken: fc.integer({ min: 0, max: 19 }).map((drawn) => drawn === 7),
	});

/** Drawn for an item that has a deduplication key which no other has. */
const OWN = 'order';

const withOwnKeys = (campaign: Campaign): Campaign => ({
	...campaign,
	items: campaign.items.map((one, index) =>
		one.key === OWN ? { ...one, key: `${OWN} ${index}` } : one,
	),
});

/** @param keys deduplication keys to draw from */
export const campaigns = (keys: readonly string[] = ['', OWN]): fc.Arbitrary<Campaign> => {
	const excluded = fc.oneof(
		{ weight: 4, arbitrary: fc.constant<string[]>([]) },
		{ weight: 1, arbitrary: fc.constant(PEOPLE.slice(-1)) },
	);
	return fc
		.oneof(
			fc.record({
				items: fc.array(item(1, keys), { minLength: 1, maxLength: 6 }),
				batchSize: fc.constant(undefined),
				excluded,
			}),
			fc.record({
				items: fc.array(item(4, keys), { minLength: 1, maxLength: 5 }),
				batchSize: fc.integer({ min: 1, max: 4 }),
				excluded,
			}),
		)
		.map(withOwnKeys);
};

const messageOf = ({ texts, key }: Item, index: number, run: number, isSend: boolean): string =>
	`text ${texts[run % texts.length]} for ${key}${isSend ? ` #${index}` : ''}`;

/**
 * What an SMS is recognised by in all runs: Send's texts carry their item; those of Bulk Send are
 * told apart by the text, or where texts change from run to run, by the person only.
 */
export function letterOf({ items, batchSize }: Campaign) {
	const changing = items.some(({ texts }) => texts.length > 1);
	return (recipient: string, message: string): string => {
		if (batchSize === undefined) return `${recipient} ${message.split('#')[1]!}`;
		return changing ? recipient : `${recipient} ${message}`;
	};
}

const BROKEN: Entry['problem'] = {
	reason: 'invalidMessage',
	causes: [{ name: 'thrown', error: 'Empty.' }],
};

/** @param run counted from 0: the texts of an item may differ from run to run */
export function planOf({ items, batchSize, excluded }: Campaign, run = 0): Plan {
	const entries = items.flatMap((given, index) =>
		given.recipients.map((recipient) =>
			entryTo(recipient, {
				item: index,
				message: messageOf(given, index, run, batchSize === undefined),
				key: given.key,
				...(given.broken && { problem: BROKEN }),
			}),
		),
	);
	return planRequests(entries, { batchSize, refusalOf: excluding(...excluded) });
}

const after = fc.constantFrom(0, 1, 40, 700);
const either = fc.boolean();

const fateOf = (reply: fc.Arbitrary<Fate['reply']>, took: fc.Arbitrary<boolean>) =>
	fc.record({ reply, took, after });

const page = '<html>Welcome to our hotspot</html>';

const accepting = fateOf(fc.constantFrom(ACCEPTED, answer(200)), fc.constant(true));
const refusing = fateOf(
	fc.constantFrom(
		REFUSED,
		answer(200, { status: 'error', message: 'No credit' }),
		answer(404),
		answer(302),
		failure('tlsFailure'),
	),
	fc.constant(false),
);
const unreached = fateOf(
	fc.constantFrom(failure('connectionRefused'), failure('dnsFailure'), answer(429)),
	fc.constant(false),
);
const waiting = fateOf(
	fc.constantFrom('0', '1', '5', '299').map((wait) => answer(429, '', { 'retry-after': wait })),
	fc.constant(false),
);
const uncertain = fateOf(
	fc.constantFrom(
		failure('timeout'),
		failure('connectionLost'),
		answer(500),
		answer(503, { status: 'error', message: 'Busy' }),
		answer(408),
		answer(200, page),
		answer(202),
	),
	either,
);
const halting = fateOf(
	fc.constantFrom(answer(401), answer(403), answer(429, '', { 'retry-after': '3600' })),
	fc.constant(false),
);

export const fates: fc.Arbitrary<Fate[]> = fc.array(
	fc.oneof(
		{ weight: 5, arbitrary: accepting },
		{ weight: 2, arbitrary: refusing },
		{ weight: 3, arbitrary: unreached },
		{ weight: 2, arbitrary: waiting },
		{ weight: 4, arbitrary: uncertain },
		{ weight: 1, arbitrary: halting },
	),
	{ maxLength: 12 },
);

export const refusesNumbers =
	(wrong: readonly string[]): Refuses =>
	({ recipients }) =>
		recipients.some((one) => wrong.includes(one));

/** Services that refuse in the ways that are known, and in some that are not. */
const choosy: fc.Arbitrary<Refuses> = fc.oneof(
	fc.subarray(PEOPLE, { minLength: 1 }).map(refusesNumbers),
	fc.nat({ max: 3 }).map(
		(longest): Refuses =>
			({ recipients }) =>
				recipients.length > longest,
	),
	fc.nat({ max: 9 }).map(
		(credit): Refuses =>
			({ recipients }, log) =>
				countTaken(log) + recipients.length > credit,
	),
	fc.constant<Refuses>(({ recipients }) => recipients.length === 1),
	fc.nat({ max: 2 }).map(
		(text): Refuses =>
			({ message }) =>
				message.startsWith(`text ${text}`),
	),
	fc.array(fc.boolean(), { minLength: 1, maxLength: 20 }).map(
		(drawn): Refuses =>
			(_, log) =>
				drawn[log.length % drawn.length]!,
	),
);

/** What the service refuses of what it would have taken; nothing, half of the times. */
export const refusals: fc.Arbitrary<Refuses> = fc.oneof(
	fc.constant<Refuses>(() => false),
	choosy,
);

export const settings = (only: Partial<DeliverySettings> = {}): fc.Arbitrary<DeliverySettings> =>
	fc
		.record({
			concurrency: fc.integer({ min: 1, max: 4 }),
			requestsPerSecond: fc.constantFrom(0, 0, 2, 10),
			uncertain: fc.constantFrom('doNotResend' as const, 'resend' as const),
			endsOnFailure: fc.boolean(),
		})
		.map((drawn) => ({ ...drawn, ...only }));
