import { sandboxCredential } from '../../../host/examples';
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
	IN_N8N_1,
	outcomesOf,
	pairingOf,
	reasonsOf,
	recipientsOf,
	RETRY_ON_FAIL,
	send,
} from '../support/campaign';
import { expectTextsOfN8n, expressions } from '../support/expressions';
import { onceEach, sharedN8n, textsOf } from '../support/served';

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

	it('with Skip Repeats, Execute sends nothing again', async () => {
		const parameters = { ...bulkSend(), safeguards: { skipRepeats: 'sameDay' } };
		const { workflowId, executionId } = await n8n().launch(campaign([ADA, BEN], parameters));
		await n8n().rest.waitForExecution(executionId);
		const again = await n8n().rest.runWorkflow(workflowId);

		expect(reasonsOf(await n8n().rest.waitForExecution(again))).toStrictEqual([
			'alreadySent',
			'alreadySent',
		]);
		expect(textsOf(n8n().sandbox)).toStrictEqual(onceEach([ADA, BEN]));
	});

	it.each([
		['one number is invalid', [ADA, 'call me'], {}, 'invalidRecipient', '2nd item'],
		[
			'a safeguard is left empty',
			[ADA],
			{ allowedCountries: [] },
			'emptySetting',
			'Allowed Countries',
		],
	])('sends nothing where %s, and names it', async (_, phones, safeguards, cause, named) => {
		const run = await n8n().run(campaign(phones, { safeguards }));

		expect(failureOf(run)!.message).toContain(named);
		expect(causesOf(failureOf(run))).toMatchObject([expect.stringContaining(cause)]);
		expect(n8n().sandbox.requests()).toStrictEqual([]);
	});

	it('sends failures to the error output, with the fields of their item', async () => {
		const phones = [ALWAYS_REFUSED, ADA, BEN];
		const list = items(phones.map((phone, index) => ({ phone, order: `A${index}` })));
		const settings = { ...RETRY_ON_FAIL, onError: 'continueErrorOutput' };
		const node = smsGateway(bulkSend({ batchSize: 1, concurrency: 1 }), settings);
		const ends = [noOp('Sent'), noOp('Failed')];
		const run = await n8n().run(
			workflow(
				'branches',
				[manualTrigger(), list, node],
				ends.map((end, output) => [node, output, end]),
			),
		);

		expect(textsOf(n8n().sandbox)).toStrictEqual(onceEach([ADA, BEN]));
		expect(recipientsOf(run, 'Sent')).toStrictEqual([ADA, BEN]);
		expect(outcomesOf(run, 'Failed')).toMatchObject([
			{
				order: 'A0',
				error: expect.any(String),
				[IN_N8N_1 ? 'message' : 'details']: { recipient: ALWAYS_REFUSED, status: 'rejected' },
			},
		]);
	});

	it('with a credential that n8n has tested, and that works in its HTTP Request node', async () => {
		const { baseUrl, token } = n8n().sandbox;
		const test = (url: string) => {
			const credentials = sandboxCredential({ baseUrl: url, token });
			return n8n().rest.request('POST', '/credentials/test', { credentials });
		};
		expect(await test(baseUrl)).toMatchObject({ status: 'OK' });
		expect(await test('http://127.0.0.1:1/api/v1')).toMatchObject({ status: 'Error' });

		const request = {
			...smsGateway({
				url: `${baseUrl}/balance/sms_module`,
				authentication: 'predefinedCredentialType',
				nodeCredentialType: 'smsGatewayApi',
				options: {},
			}),
			type: 'n8n-nodes-base.httpRequest',
			typeVersion: 4.2,
		};
		const run = await n8n().run(workflow('other', [manualTrigger(), request]));
		expect(outcomesOf(run)).toMatchObject([{ module: 'sms_module' }]);
	});
});
