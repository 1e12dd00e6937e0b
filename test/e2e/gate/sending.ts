import { SAFEGUARDS } from '../../../nodes/SmsGateway/input/panel';
import { itemsOf } from '../../../host';
import { items, manualTrigger, noOp, smsGateway, workflow } from '../../../host/workflow';
import { causesOf } from '../../support/error-data';
import {
	ADA,
	ALWAYS_REFUSED,
	BEN,
	bulkSend,
	campaign,
	failureOf,
	hintsOf,
	NODE,
	outcomesOf,
	pairingOf,
	people,
	reasonsOf,
	recipientsOf,
	REFUSED_ONCE,
	RETRY_ON_FAIL,
	send,
} from '../support/campaign';
import { expectTextsOfN8n, expressions } from '../support/expressions';
import { onceEach, sharedN8n, textsOf } from '../support/served';

/** A safeguard as the editor saves it where somebody adds it and leaves it as it is. */
const added = (...names: string[]) =>
	Object.fromEntries(
		Object.entries(SAFEGUARDS)
			.filter(([name]) => names.includes(name))
			.map(([name, row]) => [name, row.default]),
	);

describe('sending', () => {
	const n8n = sharedN8n();

	it.each([
		['Send', send, 2],
		['Bulk Send', bulkSend(), 1],
	])('%s sends once to each, with a hint about the duplicate', async (_, parameters, requests) => {
		const run = await n8n().run(campaign([ADA, BEN, '0049 171 3920023'], parameters));

		expect(run.status).toBe('success');
		expect(recipientsOf(run)).toStrictEqual([ADA, BEN, BEN]);
		expect(reasonsOf(run)).toStrictEqual(['accepted', 'accepted', 'duplicate']);
		expect(pairingOf(run)).toStrictEqual([0, 1, 2]);
		expect(hintsOf(run)).toContain('1 duplicate');
		expect(textsOf(n8n().sandbox)).toStrictEqual(onceEach([ADA, BEN]));
		expect(n8n().sandbox.requests()).toHaveLength(requests);
	});

	it('a text with expressions goes out as n8n writes it, or not at all', async () => {
		expectTextsOfN8n(await n8n().run(expressions), n8n().sandbox);
	});

	it('a safeguard that is added and left empty sends nothing, and says so', async () => {
		for (const name of ['testRecipients', 'allowedCountries', 'deduplicationKey', 'maxSms']) {
			const run = await n8n().run(campaign([ADA], { ...bulkSend(), safeguards: added(name) }));
			expect(causesOf(failureOf(run))).toMatchObject([
				expect.stringMatching(/^emptySetting invalidParameter/),
			]);
		}
		expect(n8n().sandbox.requests()).toStrictEqual([]);
	});

	it('with Skip Repeats, Execute sends nothing again', async () => {
		const parameters = { ...bulkSend(), safeguards: added('skipRepeats') };
		const { workflowId, executionId } = await n8n().launch(campaign([ADA, BEN], parameters));
		await n8n().rest.waitForExecution(executionId);
		const again = await n8n().rest.runWorkflow(workflowId);

		expect(reasonsOf(await n8n().rest.waitForExecution(again))).toStrictEqual([
			'alreadySent',
			'alreadySent',
		]);
		expect(textsOf(n8n().sandbox)).toStrictEqual(onceEach([ADA, BEN]));
	});

	it('sends nothing where one number is invalid, and names its item', async () => {
		const run = await n8n().run(campaign([ADA, 'call me']));

		expect(failureOf(run)!.message).toContain('2nd item');
		expect(causesOf(failureOf(run))).toMatchObject([expect.stringContaining('invalidRecipient')]);
		expect(n8n().sandbox.requests()).toStrictEqual([]);
	});

	describe('behind its outputs', () => {
		const branching = (phones: string[], parameters: object, settings: object) => {
			const node = smsGateway({ ...parameters }, { ...settings });
			const list = items(phones.map((phone, index) => ({ phone, order: `A${index}` })));
			return workflow(
				'branches',
				[manualTrigger(), list, node],
				[
					[node, 0, noOp('Sent')],
					[node, 1, noOp('Failed')],
				],
			);
		};
		const [first, second] = people(2) as [string, string];
		const inParts = bulkSend({ batchSize: 1, concurrency: 1 });

		it.each([
			['Send', send],
			['Bulk Send', inParts],
		])(
			'%s hands the failure on, and n8n repeats nothing for it, with Continue',
			async (_, parameters) => {
				const settings = { ...RETRY_ON_FAIL, onError: 'continueRegularOutput' };
				const phones = [ALWAYS_REFUSED, first, second];
				const run = await n8n().run(branching(phones, parameters, settings));

				expect(run.status).toBe('success');
				expect(textsOf(n8n().sandbox)).toStrictEqual(onceEach([first, second]));
				expect(n8n().sandbox.requests()).toHaveLength(3);
				expect(reasonsOf(run)).toStrictEqual(['refusedByService', 'accepted', 'accepted']);
				expect(recipientsOf(run, 'Sent')).toStrictEqual(phones);
			},
		);

		it('sends failures to the error output, with the fields of their item', async () => {
			const settings = { ...RETRY_ON_FAIL, onError: 'continueErrorOutput' };
			const run = await n8n().run(branching([ALWAYS_REFUSED, first, second], inParts, settings));

			expect(textsOf(n8n().sandbox)).toStrictEqual(onceEach([first, second]));
			expect(recipientsOf(run, 'Sent')).toStrictEqual([first, second]);
			expect(outcomesOf(run, 'Failed')).toMatchObject([
				{
					order: 'A0',
					error: expect.any(String),
					details: { recipient: ALWAYS_REFUSED, status: 'rejected' },
				},
			]);
		});

		it('empties the error output when a later attempt of n8n succeeds', async () => {
			const settings = { ...RETRY_ON_FAIL, onError: 'continueErrorOutput' };
			const phones = [REFUSED_ONCE, first];
			const run = await n8n().run(branching(phones, send, settings));

			expect(textsOf(n8n().sandbox)).toStrictEqual(onceEach(phones));
			expect(recipientsOf(run, 'Sent')).toStrictEqual(phones);
			expect(itemsOf(run, NODE, { output: 1 })).toStrictEqual([]);
		});

		it('sends a summary with failures to the error output', async () => {
			const settings = { ...RETRY_ON_FAIL, onError: 'continueErrorOutput' };
			const parameters = bulkSend({ batchSize: 1, output: 'summary' });
			const run = await n8n().run(branching([ALWAYS_REFUSED, first], parameters, settings));

			expect(textsOf(n8n().sandbox)).toStrictEqual(onceEach([first]));
			expect(outcomesOf(run, 'Sent')).toStrictEqual([]);
			expect(outcomesOf(run, 'Failed')).toMatchObject([
				{ details: { recipients: { total: 2, accepted: 1, rejected: 1 } } },
			]);
		});
	});
});
