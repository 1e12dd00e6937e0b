import { until } from '../../host';
import { callWebhook } from '../../host/cluster';
import { sandboxCredential } from '../../host/examples';
import { items, manualTrigger, smsGateway, webhook, workflow } from '../../host/workflow';
import {
	ADA,
	BEN,
	bulkSend,
	listOf,
	outcomesOf,
	reasonsOf,
	REFUSED_ONCE,
} from './support/campaign';
import { onceEach, sharedN8n, textsOf } from './support/served';

const EVE = '+46701740612';
const FAY = '+46701740613';
const GUS = '+12025550143';
const PEOPLE = [
	{ phone: ADA, optedOut: '', until: '2120-01-01 18:00 Africa/Porto-Novo' },
	{ phone: BEN, optedOut: EVE, until: '2020-01-01' },
	...[GUS, EVE, FAY].map((phone) => ({ phone, optedOut: '', until: '2120-01-01' })),
];

const clock = (instant: number) => new Date(instant).toISOString().slice(11, 16);
const OPENS = Math.floor(Date.now() / 60_000 + 180) * 60_000;
const CLOSED = { from: clock(OPENS), until: clock(OPENS + 3_600_000) };

const node = (name: string, safeguards: object, onError = 'continueRegularOutput') =>
	smsGateway({ ...bulkSend({ batchSize: 1, concurrency: 1 }), safeguards }, { name, onError });

const start = manualTrigger();
const hook = webhook('guarded');
const everyone = items(PEOPLE);
const few = { ...listOf([ADA, REFUSED_ONCE, BEN]), name: 'Few' };
const doNotSendAfter = '={{ $json.until }}';
const open = node('Open', {
	allowedCountries: ['SE', 'DE', 'US'],
	allowedRecipients: [ADA, BEN, EVE, FAY].join(),
	doNotSendAfter,
	excludedRecipients: '={{ $json.optedOut }}',
	maxSms: 10,
	sendWindow: { window: { from: '00:00', until: '24:00' } },
	testRecipients: `${ADA}, ${EVE}, ${GUS}`,
});
const closed = node('Closed', { doNotSendAfter, sendWindow: { window: CLOSED } });
/** Fails at its second recipient, at first. */
const last = node('Last', { testRecipients: `${ADA}, ${REFUSED_ONCE}` }, 'stopWorkflow');

const guarded = workflow(
	'guarded',
	[start, everyone],
	[
		[start, 0, few],
		[hook, 0, everyone],
		[hook, 0, few],
		[everyone, 0, open],
		[everyone, 0, closed],
		[few, 0, last],
	],
);

const TENANTS = { id: 'tenants', name: 'Tenants' };
const byTenant = (tokens: object[]) =>
	workflow('tenants', [
		manualTrigger(),
		items([ADA, BEN, EVE].map((phone, index) => ({ phone, ...tokens[index] }))),
		smsGateway(bulkSend(), { credentials: { smsGatewayApi: TENANTS } }),
	]);

/** Of all but the last of the people. */
const byAll = ['accepted', 'expired', 'notAllowed', 'excluded'];

describe('the safeguards, all of them together', () => {
	const n8n = sharedN8n({
		credentials: ({ baseUrl, token }) => [
			{ ...sandboxCredential({ baseUrl, token: `={{ $json.token ?? '${token}' }}` }), ...TENANTS },
		],
	});
	const sent = () => textsOf(n8n().sandbox);
	let id: string;
	beforeEach(async () => {
		const settings = { ...guarded.settings, timezone: 'UTC' };
		id = await n8n().rest.createWorkflow({ ...guarded, settings });
	});

	it('keep to what they say by hand, and a Retry does not widen them', async () => {
		const executionId = await n8n().rest.runWorkflow(id, 'Start');
		const run = await n8n().rest.waitForExecution(executionId);
		expect(reasonsOf(run, 'Open')).toStrictEqual([...byAll, 'testRun']);
		expect(outcomesOf(run, 'Closed')[0]).toMatchObject({
			reason: 'outsideWindow',
			sendAt: new Date(OPENS).toISOString(),
		});
		expect(run.status).toBe('error');
		expect(sent()).toStrictEqual({ [ADA]: 2 });

		const retried = await n8n().rest.retry(executionId);
		expect(reasonsOf(retried, 'Last')).toStrictEqual(['accepted', 'accepted', 'testRun']);
		expect(sent()).toStrictEqual({ [ADA]: 2, [REFUSED_ONCE]: 1 });
	});

	it('send to everyone but those kept out in the active workflow, and to nobody twice', async () => {
		const { instance, rest } = n8n();
		await rest.activate(id);
		await callWebhook(instance.url, 'guarded');
		const executionId = await until('the execution that the webhook started', async () => {
			const [newest] = await rest.executions({ workflowId: id });
			return newest?.id;
		});
		const run = await rest.waitForExecution(executionId);
		expect(reasonsOf(run, 'Open')).toStrictEqual([...byAll, 'accepted']);
		expect(sent()).toStrictEqual({ [ADA]: 2, [FAY]: 1 });

		const retried = await rest.retry(executionId);
		expect(reasonsOf(retried, 'Last')).toStrictEqual(['accepted', 'accepted', 'accepted']);
		expect(sent()).toStrictEqual({ [ADA]: 2, ...onceEach([FAY, BEN, REFUSED_ONCE]) });
		await rest.activate(id, false);
	});

	it("send nothing with one tenant's token for another", async () => {
		await n8n().run(byTenant([{}, {}, { token: 'b' }]));
		expect(n8n().sandbox.requests()).toStrictEqual([]);
		await n8n().run(byTenant([]));
		expect(sent()).toStrictEqual(onceEach([ADA, BEN, EVE]));
	});
});
