import type { INodePropertyOptions } from 'n8n-workflow';
import { properties } from '../../nodes/SmsGateway/actions';
import { defaultCredentials } from '../support/credentials';
import { gateway } from '../support/gateway';
import { processorTimeOf } from '../support/processor-time';
import { isLong, portion } from '../nodes/SmsGateway/laws/cases';
import {
	accepted,
	bulkSend,
	getBalance,
	people,
	phones,
	preview,
	send,
} from '../nodes/SmsGateway/run';

// Processor time, of which a busy machine takes little away. The budgets are far above what is usual
// (a tenth of a second, half a second the first time); what grows with the square takes minutes.

const LENGTH = 200_000;
/** Milliseconds, most of which are n8n's own. */
const BUDGET = 5_000;

const fill = (unit: string) => unit.repeat(Math.ceil(LENGTH / unit.length));
const VALUES: ReadonlyArray<readonly [string, unknown]> = [
	['digits', fill('1')],
	['spaces', `1${fill(' ')}1`],
	['parentheses', fill('(')],
	['accents', fill('é')],
	['emojis', fill('👩‍👩‍👧')],
	['links', fill('<a href=//evil.example>')],
	['dates', fill('2026-11-21T')],
	['lists in lists', JSON.parse(`${'['.repeat(2_000)}${']'.repeat(2_000)}`)],
];

const settings = (['safeguards', 'options'] as const).flatMap((collection) => {
	const fields = properties.filter(({ name }) => name === collection);
	const names = fields.flatMap(({ options }) => options as INodePropertyOptions[]);
	return [...new Set(names.map(({ name }) => name))].map((name) => [collection, name] as const);
});

const usual = {
	items: people(1),
	onError: 'continueRegularOutput' as const,
	// For tokens that no server takes.
	options: { timeout: 0.5 },
};
const VALUE = '={{ $json.value }}';
const holding = (value: unknown) => ({
	...usual,
	items: [{ ...people(1)[0]!, value }] as unknown as typeof usual.items,
});

type Place = readonly [what: string, run: (value: unknown) => Promise<unknown>];

const PLACES: readonly Place[] = [
	...[send, bulkSend, preview].flatMap((run) =>
		['senderId', 'message', run === send ? 'recipient' : 'recipients'].map((field): Place => [
			field,
			(value) => run({ ...holding(value), parameters: { [field]: VALUE } }),
		]),
	),
	...settings.map(([collection, name]): Place => [
		name,
		(value) => bulkSend({ ...holding(value), [collection]: { [name]: VALUE } }),
	]),
	...(['baseUrl', 'accessToken'] as const).map((field): Place => [
		field,
		(value) => send({ ...usual, credentials: { ...defaultCredentials, [field]: value as string } }),
	]),
	...['error', 'success'].flatMap((status) =>
		[send, getBalance].map((run): Place => [
			`a response: ${status}`,
			(message) => {
				const reply = { body: { status, message } };
				gateway().send(reply).balance(reply);
				return run(usual);
			},
		]),
	),
];

it.each(VALUES.map(([what, value], index) => [what, value, index] as const))(
	'one value of 200,000 characters is no work wherever it stands: %s',
	async (_, value, index) => {
		for (const [place, run] of portion(PLACES, index)) {
			gateway().send(accepted).bulk(accepted).balance(accepted);
			const time = await processorTimeOf(() => run(value));
			expect([place, time < BUDGET || time]).toStrictEqual([place, true]);
		}
	},
);

/** Recipients by what they hold. */
const RECIPIENTS: ReadonlyArray<readonly [string, (index: number) => string]> = [
	['numbers', (index) => String(46_701_740_600 + index)],
	['the same number', () => phones(1)[0]!],
	['digits that may be two numbers', (index) => String(971_000_000 + index)],
	['single digits', () => '1'],
	['odd spellings', (index) => `(+229) 01-97-${String(100_000 + index)} (2)`],
	['words', (index) => `nobody ${index}`],
];

/** In `npm test` these alone. */
const ALL = [
	'all of these',
	(index: number) => RECIPIENTS[index % RECIPIENTS.length]![1](index),
] as const;

it.each([...(isLong ? RECIPIENTS : []), ALL])(
	'takes time in proportion to the recipients: %s',
	async (_, recipient) => {
		const timeFor = async (count: number): Promise<number> => {
			const phone = Array.from({ length: count }, (__, index) => recipient(index)).join(',');
			return await processorTimeOf(() => preview({ ...usual, items: [{ phone }] }));
		};
		await timeFor(1_000);
		const [few, many] = [await timeFor(5_000), await timeFor(40_000)];
		// Eight times as many; with the square it would be 64 times the time.
		expect(many).toBeLessThan(32 * few + 1_000);
	},
);
