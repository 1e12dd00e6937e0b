import type { INodePropertyOptions } from 'n8n-workflow';
import { properties } from '../../nodes/SmsGateway/actions';
import { defaultCredentials } from '../support/credentials';
import { gateway } from '../support/gateway';
import { processorTimeOf } from '../support/processor-time';
import { portion } from '../nodes/SmsGateway/laws/cases';
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

const LENGTH = 1_000_000;
/** Milliseconds: some are n8n's own, and on a busy machine all take longer. Alone none takes more than 600. */
const BUDGET = 2_500;

const fill = (unit: string) => unit.repeat(Math.ceil(LENGTH / unit.length));
const VALUES: ReadonlyArray<readonly [string, unknown]> = [
	['digits', fill('1')],
	['spaces', `1${fill(' ')}1`],
	['parentheses', fill('(')],
	['accents', fill('é')],
	['emojis', fill('👩‍👩‍👧')],
	['links', fill('<a href=//evil.example>')],
	['dates', fill('2026-11-21T')],
	['braces', fill('{{ ')],
	['a path', fill('$json.a')],
	['dashes', fill('—-')],
	['invisible characters', fill('\u200b\u00ad')],
	['bars', fill('|')],
	['commas and digits', fill('1,')],
	['quotes', fill('’ ')],
	['backslashes', fill('\\')],
	['labels', fill('Tel: ')],
	['a list of JSON that does not end', `[${fill('"a",')}`],
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
	...['baseUrl', 'accessToken'].map((field): Place => [
		field,
		(value) => send({ ...usual, credentials: { ...defaultCredentials, [field]: value } }),
	]),
	...['error', 'success'].map((status): Place => [
		`a response: ${status}`,
		async (message) => {
			const reply = { body: { status, message } };
			gateway().send(reply).balance(reply);
			await send(usual);
			await getBalance(usual);
		},
	]),
];

it.each(VALUES.map(([what, value], index) => [what, value, index] as const))(
	'one value of 1,000,000 characters is no work wherever it stands: %s',
	async (_, value, index) => {
		for (const [place, run] of portion(portion(PLACES, index), index)) {
			gateway().send(accepted).bulk(accepted).balance(accepted);
			const time = await processorTimeOf(() => run(value));
			expect([place, time < BUDGET || time]).toStrictEqual([place, true]);
		}
	},
);

const RECIPIENTS: ReadonlyArray<(index: number) => string> = [
	(index) => String(46_701_740_600 + index),
	() => phones(1)[0]!,
	// Each may be two numbers.
	(index) => String(971_000_000 + index),
	() => '1',
	(index) => `(+229) 01-97-${String(100_000 + index)} (2)`,
	(index) => `nobody ${index}`,
];

it('takes time in proportion to the recipients, whatever they hold', async () => {
	const recipient = (index: number) => RECIPIENTS[index % RECIPIENTS.length]!(index);
	const timeFor = async (count: number): Promise<number> => {
		const phone = Array.from({ length: count }, (_, index) => recipient(index)).join(',');
		return await processorTimeOf(() => preview({ ...usual, items: [{ phone }] }));
	};
	await timeFor(1_000);
	const [few, many] = [await timeFor(2_500), await timeFor(20_000)];
	// Eight times as many; with the square it would be 64 times the time.
	expect(many).toBeLessThan(32 * few + 1_000);
});
