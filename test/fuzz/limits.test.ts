import type { INodePropertyOptions } from 'n8n-workflow';
import { properties } from '../../nodes/SmsGateway/actions';
import { defaultCredentials } from '../support/credentials';
import { gateway } from '../support/gateway';
import { processorTimeOf } from '../support/processor-time';
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

describe.each(VALUES)('one value of 200,000 characters: %s', (_, value) => {
	const items = [{ ...people(1)[0]!, value }] as unknown as typeof usual.items;

	async function isCheap(what: string, run: () => Promise<unknown>): Promise<void> {
		gateway().send(accepted).bulk(accepted).balance(accepted);
		const time = await processorTimeOf(run);
		expect([what, time < BUDGET || time]).toStrictEqual([what, true]);
	}

	it('is no work in any field', async () => {
		for (const run of [send, bulkSend, preview]) {
			for (const field of ['senderId', 'message', run === send ? 'recipient' : 'recipients']) {
				const parameters = { [field]: VALUE };
				await isCheap(field, () => run({ ...usual, items, parameters }));
			}
		}
	});

	it('is no work in any safeguard or option', async () => {
		for (const [collection, name] of settings) {
			await isCheap(name, () => bulkSend({ ...usual, items, [collection]: { [name]: VALUE } }));
		}
	});

	it('is no work in a credential or a response', async () => {
		const credentials = [{ baseUrl: value }, { accessToken: value }];
		for (const given of credentials as Array<Partial<typeof defaultCredentials>>) {
			const all = { ...defaultCredentials, ...given };
			await isCheap(Object.keys(given)[0]!, () => send({ ...usual, credentials: all }));
		}
		for (const status of ['error', 'success']) {
			const reply = { body: { status, message: value } };
			gateway().send(reply).balance(reply);
			expect(await processorTimeOf(() => send(usual))).toBeLessThan(BUDGET);
			expect(await processorTimeOf(() => getBalance(usual))).toBeLessThan(BUDGET);
		}
	});
});

/** Recipients by what they hold. */
const RECIPIENTS: ReadonlyArray<readonly [string, (index: number) => string]> = [
	['numbers', (index) => String(46_701_740_600 + index)],
	['the same number', () => phones(1)[0]!],
	['digits that may be two numbers', (index) => String(971_000_000 + index)],
	['single digits', () => '1'],
	['odd spellings', (index) => `(+229) 01-97-${String(100_000 + index)} (2)`],
	['words', (index) => `nobody ${index}`],
];

it.each(RECIPIENTS)('takes time in proportion to the recipients: %s', async (_, recipient) => {
	const timeFor = async (count: number): Promise<number> => {
		const phone = Array.from({ length: count }, (__, index) => recipient(index)).join(',');
		return await processorTimeOf(() => preview({ ...usual, items: [{ phone }] }));
	};
	await timeFor(1_000);
	const [few, many] = [await timeFor(5_000), await timeFor(40_000)];
	// Eight times as many; with the square it would be 64 times the time.
	expect(many).toBeLessThan(32 * few + 1_000);
});
