import { fetchUnpooled, itemsOf } from '../../host';
import { FIRED_WITH, STORY, THRESHOLD } from '../fixtures/balances';
import {
	ADA,
	BEN,
	campaign,
	NODE,
	outcomesOf,
	people,
	REFUSED_ONCE,
	RETRY_ON_FAIL,
} from './support/campaign';
import { balanceWorkflow, firedWith, tellStory } from './support/balance';
import { expectTextsOfN8n, expressions } from './support/expressions';
import { answerLink, linkIn, openLink } from './support/link';
import { closeSharedN8n, onceEach, sharedN8n, textsOf } from './support/served';

/** What the README's table of versions says about the last n8n 1. */
describe('the same package in n8n 1.123.81', () => {
	const n8n = sharedN8n('1.123.81');
	afterAll(closeSharedN8n);

	it('loads the node, the trigger and the tool for AI agents', async () => {
		const response = await n8n().rest.send('GET', '/types/nodes.json');
		const types = (await response.json()) as Array<{ name: string }>;
		expect(types.map(({ name }) => name)).toStrictEqual(
			expect.arrayContaining([
				'n8n-nodes-sms-gateway.smsGateway',
				'n8n-nodes-sms-gateway.smsGatewayTrigger',
				'n8n-nodes-sms-gateway.smsGatewayTool',
			]),
		);
	});

	it('tests the credential', async () => {
		const { baseUrl, token: accessToken } = n8n().sandbox;
		const saved = { name: 'New', type: 'smsGatewayApi', data: { baseUrl, accessToken } };
		const id = await n8n().rest.createCredential(saved);
		const test = (data: object) =>
			n8n().rest.request('POST', '/credentials/test', { credentials: { ...saved, id, data } });
		expect(await test({ baseUrl, accessToken })).toMatchObject({ status: 'OK' });
		expect(await test({ baseUrl: 'http://127.0.0.1:1', accessToken })).toMatchObject({
			status: 'Error',
		});
	});

	it('sends texts with expressions as n8n writes them, or not at all', async () => {
		expectTextsOfN8n(await n8n().run(expressions), n8n().sandbox, true);
	});

	it('sends to nobody twice under Retry On Fail, nor by a Retry', async () => {
		const phones = [ADA, REFUSED_ONCE, BEN];
		const run = await n8n().run(campaign(phones, {}, RETRY_ON_FAIL));
		expect(textsOf(n8n().sandbox)).toStrictEqual(onceEach(phones));
		expect(outcomesOf(run)[0]).toMatchObject({ status: 'accepted', replayed: true });

		n8n().sandbox.reset();
		const failed = await n8n().run(campaign(phones));
		await n8n().rest.retry(String(failed.id));
		expect(textsOf(n8n().sandbox)).toStrictEqual(onceEach(phones));
	});

	it('sends failures to the error output, with what became of each', async () => {
		const settings = { onError: 'continueErrorOutput' };
		const run = await n8n().run(campaign([ADA, 'nobody'], {}, settings));
		expect(outcomesOf(run)).toMatchObject([{ recipient: ADA }]);
		expect(itemsOf(run, NODE, { output: 1 }).map(({ json }) => json)).toMatchObject([
			{
				phone: 'nobody',
				error: expect.any(String),
				message: { recipient: 'nobody', status: 'notSent' },
			},
		]);
	});

	it('asks by SMS and continues with the answer', async () => {
		const asking = { operation: 'sendAndWait', options: {} };
		const { executionId } = await n8n().launch(campaign([ADA], asking));
		await n8n().sandbox.until(({ messageCount }) => messageCount() === 1);
		const link = linkIn(n8n().sandbox.messages()[0]!.text);
		await openLink(link);
		expect((await fetchUnpooled(link.replace(/.{4}$/, '0000'))).status).toBe(401);
		await answerLink(link, { answer: 'approve' });
		expect(outcomesOf(await n8n().rest.waitForExecution(executionId))).toMatchObject([
			{ recipient: ADA, status: 'accepted', answered: true, data: { approved: true } },
		]);
	});

	it('stops sending when the execution is cancelled', async () => {
		const { sandbox, rest } = n8n();
		sandbox.setLatency(300);
		const { executionId } = await n8n().launch(campaign(people(20)));
		await sandbox.until(({ messageCount }) => messageCount() === 2);
		// However long it takes to stop it, it has not come to its end by then.
		sandbox.setLatency(3_600_000);
		await rest.request('POST', `/executions/${executionId}/stop`);
		expect((await rest.waitForExecution(executionId)).status).toBe('canceled');
		sandbox.setLatency(0);
		expect(sandbox.requests().length).toBeLessThan(5);
	});

	it('lets the trigger know after a restart what it told last', async () => {
		const id = await n8n().rest.createWorkflow(balanceWorkflow('story', THRESHOLD));
		await tellStory(n8n(), id, STORY);
		expect(await firedWith(n8n().rest, id)).toMatchObject(FIRED_WITH);
	});
});
