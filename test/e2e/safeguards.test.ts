import { fetchUnpooled, HOST_VERSIONS, itemsOf, type Run, until } from '../../host';
import { items, manualTrigger, smsGateway, workflow, type WorkflowNode } from '../../host/workflow';
import { ADA, BEN, bulkSend, REFUSED_ONCE, send } from './support/campaign';
import { closeSharedN8n, sharedN8n } from './support/served';

const GUS = '+12025550143';
const EVE = '+46701740612';
const FAY = '+46701740613';

const HOUR = 3_600_000;
const clockOf = (instant: number): string => new Date(instant).toISOString().slice(11, 16);

const NOW = Date.now();
const OPENS = Math.floor((NOW + 3 * HOUR) / 60_000) * 60_000;
const CLOSED = { window: { from: clockOf(OPENS), until: clockOf(NOW + 4 * HOUR) } };
const LATER = new Date(NOW + 24 * HOUR).toISOString();
const BEFORE = new Date(NOW - 24 * HOUR).toISOString();

const PEOPLE = [
	{ phone: ADA, optedOut: '', until: LATER },
	{ phone: BEN, optedOut: EVE, until: BEFORE },
	{ phone: GUS, optedOut: '', until: LATER },
	{ phone: EVE, optedOut: '', until: LATER },
	{ phone: FAY, optedOut: '', until: LATER },
];

type Case = {
	safeguards: object;
	/** The reason of each of the people, in an execution started by hand. */
	byHand: string[];
	/** The same in the active workflow, where it differs. */
	active?: string[];
};

/** Each is a node of one workflow. */
const CASES: Record<string, Case> = {
	Tests: {
		safeguards: { testRecipients: ADA, allowedCountries: ['SE', 'DE'] },
		byHand: ['accepted', 'testRun', 'countryNotAllowed', 'testRun', 'testRun'],
		active: ['accepted', 'accepted', 'countryNotAllowed', 'accepted', 'accepted'],
	},
	Closed: {
		safeguards: {
			allowedCountries: ['SE', 'DE'],
			doNotSendAfter: '={{ $json.until }}',
			sendWindow: CLOSED,
		},
		byHand: ['outsideWindow', 'expired', 'countryNotAllowed', 'outsideWindow', 'outsideWindow'],
	},
	All: {
		safeguards: {
			allowedCountries: ['SE', 'DE', 'US'],
			allowedRecipients: [ADA, BEN, EVE, FAY].join(),
			doNotSendAfter: '={{ $json.until }}',
			excludedRecipients: '={{ $json.optedOut }}',
			maxSms: 10,
			sendWindow: { window: { from: '00:00', until: '24:00' } },
			testRecipients: `${ADA}, ${EVE}, ${GUS}`,
		},
		byHand: ['accepted', 'expired', 'notAllowed', 'excluded', 'testRun'],
		active: ['accepted', 'expired', 'notAllowed', 'excluded', 'accepted'],
	},
};

const node = (name: string, { safeguards }: Case) =>
	smsGateway(
		{ ...bulkSend({ includeInputFields: true }), message: `${name}: Hi`, safeguards },
		{ name, onError: 'continueRegularOutput' },
	);

/** Fails at its second recipient, at first. */
const LAST = smsGateway(
	{ ...send, message: 'Last: Hi', safeguards: { testRecipients: `${ADA}, ${REFUSED_ONCE}` } },
	{ name: 'Last' },
);

function guarded(path: string) {
	const start = manualTrigger();
	const everyone = items(PEOPLE);
	const failing = { ...items([ADA, REFUSED_ONCE, BEN].map((phone) => ({ phone }))), name: 'Few' };
	const hook: WorkflowNode = {
		name: 'Hook',
		type: 'n8n-nodes-base.webhook',
		typeVersion: 2,
		parameters: { path, httpMethod: 'POST' },
		webhookId: path,
	};
	const built = workflow(
		'guarded',
		[start, everyone],
		[
			...Object.entries(CASES).map(([name, one]) => [everyone, 0, node(name, one)] as const),
			[start, 0, failing] as const,
			[failing, 0, LAST] as const,
			[hook, 0, everyone] as const,
			[hook, 0, failing] as const,
		].map(([from, output, to]) => [from, output, to]),
	);
	const nodes = [...built.nodes, { id: 'hook', position: [0, 200], ...hook }];
	return { ...built, nodes, settings: { executionOrder: 'v1', timezone: 'UTC' } };
}

afterAll(closeSharedN8n);

describe.each(HOST_VERSIONS)('the safeguards in n8n %s', (version) => {
	const n8n = sharedN8n(version);
	let id: string;

	beforeAll(async () => {
		id = await n8n().rest.createWorkflow(guarded('guarded'));
	});

	const outputOf = (run: Run, name: string) => itemsOf(run, name).map(({ json }) => json);
	const reasonsOf = (run: Run, name: string) => outputOf(run, name).map(({ reason }) => reason);
	/** Who has got an SMS of a node, by the record of the sandbox. */
	const sentBy = (name: string) =>
		n8n()
			.sandbox.messages()
			.filter(({ text }) => text.startsWith(`${name}: `))
			.map(({ recipient }) => `+${recipient}`)
			.sort();

	function expectOutcomes(run: Run, expected: (one: Case) => string[]): void {
		for (const [name, one] of Object.entries(CASES)) {
			expect([name, reasonsOf(run, name)]).toStrictEqual([name, expected(one)]);
			const accepted = PEOPLE.filter((_, index) => expected(one)[index] === 'accepted');
			expect([name, sentBy(name)]).toStrictEqual([name, accepted.map(({ phone }) => phone).sort()]);
		}
	}

	/** Starts the active workflow by its webhook, and waits until it has failed at its last node. */
	async function runActive(): Promise<Run> {
		const { instance, rest } = n8n();
		const known = (await rest.executions({ workflowId: id })).length;
		// n8n 2 calls a workflow active some time before its webhook is.
		await until('the webhook', async () =>
			(await fetchUnpooled(`${instance.url}/webhook/guarded`, { method: 'POST' })).ok
				? true
				: undefined,
		);
		const started = await until('the execution that the webhook started', async () => {
			const executions = await rest.executions({ workflowId: id });
			return executions.length > known ? executions[0]!.id : undefined;
		});
		return await rest.waitForExecution(started);
	}

	it('keep to what they say by hand, all of them together, and a retry does not widen them', async () => {
		const executionId = await n8n().rest.runWorkflow(id, 'Start');
		const run = await n8n().rest.waitForExecution(executionId);
		expectOutcomes(run, ({ byHand }) => byHand);
		expect(outputOf(run, 'Closed')[0]!.sendAt).toBe(new Date(OPENS).toISOString());
		expect(outputOf(run, 'All').map(({ input }) => input)).toStrictEqual(PEOPLE);

		expect(run.status).toBe('error');
		expect(sentBy('Last')).toStrictEqual([ADA]);
		const retried = await n8n().rest.retry(executionId);
		expect(reasonsOf(retried, 'Last')).toStrictEqual(['accepted', 'accepted', 'testRun']);
		expect(sentBy('Last')).toStrictEqual([REFUSED_ONCE, ADA].sort());
	});

	it('send to everyone but those kept out in the active workflow, and to nobody twice', async () => {
		await n8n().rest.activate(id);
		const run = await runActive();
		expectOutcomes(run, ({ byHand, active = byHand }) => active);
		expect(sentBy('Last')).toStrictEqual([ADA]);

		const retried = await n8n().rest.retry(run.id!);
		expect(reasonsOf(retried, 'Last')).toStrictEqual(['accepted', 'accepted', 'accepted']);
		expect(sentBy('Last')).toStrictEqual([ADA, BEN, REFUSED_ONCE].sort());
		await n8n().rest.activate(id, false);
	});
});
