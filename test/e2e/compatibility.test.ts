import { fetchUnpooled, itemsOf, type Run } from '../../host';
import { FIRED_WITH, STORY, THRESHOLD } from '../fixtures/balances';
import { balanceWorkflow, firedWith, tellStory } from './support/balance';
import { expectTextsOfN8n, expressions } from './support/expressions';
import { campaign, NODE } from './support/campaign';
import { linkIn, openLink } from './support/link';
import { closeSharedN8n, onceEach, sharedN8n, textsOf } from './support/served';

const ADA = '46701740611';
const BEN = '491713920023';
const REFUSED_ONCE = '12145550100';

/** What the README's table of versions says about the last n8n 1. */
describe('the same package in n8n 1.123.81', () => {
	const n8n = sharedN8n('1.123.81');
	afterAll(closeSharedN8n);

	const outcomesOf = (executed: Run) => itemsOf(executed, NODE).map(({ json }) => json);

	const bulkSend = { operation: 'bulkSend', recipients: '={{ $json.phone }}' };

	it('loads the node, the trigger and the tool for AI agents', async () => {
		const response = await n8n.rest.send('GET', '/types/nodes.json');
		const types = (await response.json()) as Array<{ name: string }>;
		expect(types.map(({ name }) => name)).toStrictEqual(
			expect.arrayContaining([
				'n8n-nodes-sms-gateway.smsGateway',
				'n8n-nodes-sms-gateway.smsGatewayTrigger',
				'n8n-nodes-sms-gateway.smsGatewayTool',
			]),
		);
	});

	it('tests the credential, and says in words what is wrong', async () => {
		const { baseUrl, token: accessToken } = n8n.sandbox;
		const saved = { name: 'New', type: 'smsGatewayApi', data: { baseUrl, accessToken } };
		const id = await n8n.rest.createCredential(saved);
		const test = (data: object) =>
			n8n.rest.request('POST', '/credentials/test', { credentials: { ...saved, id, data } });
		expect(await test({ baseUrl, accessToken })).toMatchObject({ status: 'OK' });
		expect(await test({ baseUrl: 'http://127.0.0.1:1', accessToken })).toMatchObject({
			status: 'Error',
			message: expect.stringMatching(/^No connection to the SMS service\./),
		});
	});

	it('sends in bulk and hints at what to look at', async () => {
		const executed = await n8n.run(campaign([ADA, BEN, `+${BEN}`], {}, bulkSend));

		expect(outcomesOf(executed)).toMatchObject([
			{ recipient: `+${ADA}`, status: 'accepted' },
			{ recipient: `+${BEN}`, status: 'accepted' },
			{ recipient: `+${BEN}`, status: 'skipped', reason: 'duplicate' },
		]);
		expect(n8n.sandbox.requests()).toHaveLength(1);
		const [nodeRun] = executed.data.resultData.runData[NODE] ?? [];
		expect(nodeRun?.hints).toMatchObject([{ message: expect.stringContaining('1 duplicate') }]);
	});

	it('sends texts with expressions as n8n writes them, or not at all', async () => {
		expectTextsOfN8n(await n8n.run(expressions), n8n.sandbox, true);
	});

	it('sends to nobody twice under Retry On Fail', async () => {
		const settings = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
		const executed = await n8n.run(campaign([ADA, REFUSED_ONCE, BEN], settings));

		expect(executed.status).toBe('success');
		expect(textsOf(n8n.sandbox)).toStrictEqual(onceEach([ADA, REFUSED_ONCE, BEN]));
		expect(outcomesOf(executed)[0]).toMatchObject({ status: 'accepted', replayed: true });
	});

	it('sends failures to the error output, with what became of each', async () => {
		const settings = { onError: 'continueErrorOutput' };
		const executed = await n8n.run(campaign([ADA, 'nobody'], settings));

		expect(outcomesOf(executed)).toStrictEqual([expect.objectContaining({ recipient: `+${ADA}` })]);
		expect(itemsOf(executed, NODE, { output: 1 }).map(({ json }) => json)).toStrictEqual([
			{
				phone: 'nobody',
				error: expect.stringContaining('letters'),
				message: expect.objectContaining({ recipient: 'nobody', status: 'notSent' }),
			},
		]);
	});

	it('asks by SMS and continues with the answer', async () => {
		const asking = { operation: 'sendAndWait', recipient: ADA, options: {} };
		const { executionId } = await n8n.launch(campaign([ADA], {}, asking));
		await n8n.sandbox.until(({ messageCount }) => messageCount() === 1);
		const link = linkIn(n8n.sandbox.messages()[0]!.text);
		expect(await openLink(link)).toContain('Open on Saturday.');
		expect((await fetchUnpooled(link.replace(/.{4}$/, '0000'))).status).toBe(401);

		const body = new URLSearchParams({ answer: 'approve' });
		expect(await (await fetchUnpooled(link, { method: 'POST', body })).text()).toContain(
			'Thank you.',
		);
		expect(outcomesOf(await n8n.rest.waitForExecution(executionId))).toMatchObject([
			{ recipient: `+${ADA}`, status: 'accepted', answered: true, data: { approved: true } },
		]);
	});

	it('stops sending when the execution is cancelled', async () => {
		const phones = Array.from({ length: 20 }, (_, index) => String(46_701_740_600 + index));
		n8n.sandbox.setLatency(300);
		const { executionId } = await n8n.launch(campaign(phones));
		await n8n.sandbox.until(({ messageCount }) => messageCount() === 2);
		// However long it takes to stop it, it has not come to its end by then.
		n8n.sandbox.setLatency(3_600_000);
		await n8n.rest.request('POST', `/executions/${executionId}/stop`);

		expect((await n8n.rest.waitForExecution(executionId)).status).toBe('canceled');
		n8n.sandbox.setLatency(0);
		expect(n8n.sandbox.requests().length).toBeLessThan(5);
	});

	it('lets the trigger know after a restart what it told last', async () => {
		const id = await n8n.rest.createWorkflow(balanceWorkflow('story', THRESHOLD));
		await tellStory(n8n, n8n.rest, id, STORY);
		expect(await firedWith(n8n.rest, id)).toMatchObject(FIRED_WITH);
	});
});
