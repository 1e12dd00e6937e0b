/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on the developer's machine, never inside n8n */
import { setTimeout as sleep } from 'node:timers/promises';
import { fetchUnpooled, HOST_VERSIONS, itemsOf, type Run, until } from '../../../host';
import {
	items,
	manualTrigger,
	smsGateway,
	workflow,
	type WorkflowNode,
} from '../../../host/workflow';
import { sharedN8n } from '../support/served';

const ADA = '46701740611';
const BEN = '491713920023';
const GUS = '12025550143';
const EVE = '46701740612';
const FAY = '46701740613';
/** The sandbox refuses the first SMS to it. */
const REFUSED_ONCE = '12145550100';

const HOUR = 3_600_000;
const clockIn = (timeZone: string, instant: number): string =>
	new Intl.DateTimeFormat('en-GB', { timeZone, timeStyle: 'short' }).format(instant);

const NOW = Date.now();
const OPENS = Math.floor((NOW + 3 * HOUR) / 60_000) * 60_000;
/** By the clock of the workflow. */
const CLOSED = {
	window: { from: clockIn('UTC', OPENS), until: clockIn('UTC', NOW + 4 * HOUR), clock: 'workflow' },
};
/** Open in Sweden and Germany now, not in the United States, whose zones lie 6 hours apart. */
const EUROPEAN = {
	window: {
		from: clockIn('Europe/Stockholm', NOW - 2 * HOUR),
		until: clockIn('Europe/Stockholm', NOW + 8 * HOUR),
		clock: 'recipient',
	},
};
const ALWAYS = { window: { from: '00:00', until: '24:00', clock: 'recipient' } };

const CURLY = `Long: it’s the text that has ${'a '.repeat(30)}`;
const LATER = new Date(NOW + 24 * HOUR).toISOString();
const BEFORE = new Date(NOW - 24 * HOUR).toISOString();

const PEOPLE = [
	{ phone: ADA, optedOut: '', until: LATER, text: CURLY },
	{ phone: BEN, optedOut: `+${EVE}`, until: BEFORE, text: `Long: ${'a '.repeat(100)}` },
	{ phone: GUS, optedOut: '', until: LATER, text: 'Long: no' },
	{ phone: EVE, optedOut: '', until: LATER, text: CURLY.replace('text', 'ç') },
	{ phone: FAY, optedOut: '', until: LATER, text: 'Long: no' },
];

type Case = {
	safeguards: object;
	options?: object;
	message?: string;
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
	Keyed: {
		safeguards: { deduplicationKey: '={{ $execution.mode }}' },
		byHand: Array<string>(5).fill('accepted'),
	},
	Lists: {
		safeguards: {
			allowedRecipients: `+${ADA}, +${BEN}, +${EVE}`,
			excludedRecipients: '={{ $json.optedOut }}',
		},
		options: { includeInputFields: true },
		byHand: ['accepted', 'accepted', 'notAllowed', 'excluded', 'notAllowed'],
	},
	Closed: {
		safeguards: {
			allowedCountries: ['SE', 'DE'],
			doNotSendAfter: '={{ $json.until }}',
			sendWindow: CLOSED,
		},
		byHand: ['outsideWindow', 'expired', 'countryNotAllowed', 'outsideWindow', 'outsideWindow'],
	},
	Clock: {
		safeguards: { sendWindow: EUROPEAN },
		byHand: ['accepted', 'accepted', 'outsideWindow', 'accepted', 'accepted'],
	},
	Long: {
		safeguards: {},
		options: { replaceSpecialCharacters: 'typographic' },
		message: '={{ $json.text }}',
		byHand: ['accepted', 'accepted', 'accepted', 'accepted', 'accepted'],
	},
	All: {
		safeguards: {
			allowedCountries: ['SE', 'DE', 'US'],
			allowedRecipients: [ADA, BEN, EVE, FAY].join(),
			doNotSendAfter: '={{ $json.until }}',
			excludedRecipients: '={{ $json.optedOut }}',
			maxSms: 10,
			sendWindow: ALWAYS,
			testRecipients: `${ADA}, ${EVE}, ${GUS}`,
		},
		options: { includeInputFields: true, replaceSpecialCharacters: 'all' },
		byHand: ['accepted', 'expired', 'notAllowed', 'excluded', 'testRun'],
		active: ['accepted', 'expired', 'notAllowed', 'excluded', 'accepted'],
	},
};

const node = (name: string, { safeguards, options = {}, message = `${name}: Hi` }: Case) =>
	smsGateway(
		{
			operation: 'bulkSend',
			senderId: 'SHOP',
			recipients: '={{ $json.phone }}',
			message,
			safeguards,
			options,
		},
		{ name, onError: 'continueRegularOutput' },
	);

/** Fails at its second recipient, at first. */
const LAST = smsGateway(
	{
		operation: 'send',
		senderId: 'SHOP',
		recipient: '={{ $json.phone }}',
		message: 'Last: Hi',
		safeguards: { testRecipients: `${ADA}, ${REFUSED_ONCE}`, allowedCountries: ['SE', 'US', 'DE'] },
		options: { concurrency: 1 },
	},
	{ name: 'Last' },
);

const hook = (path: string): WorkflowNode => ({
	name: 'Hook',
	type: 'n8n-nodes-base.webhook',
	typeVersion: 2,
	parameters: { path, httpMethod: 'POST' },
	webhookId: path,
});

function guarded(path: string) {
	const start = manualTrigger();
	const everyone = items(PEOPLE);
	const failing = { ...items([ADA, REFUSED_ONCE, BEN].map((phone) => ({ phone }))), name: 'Few' };
	const trigger = hook(path);
	const built = workflow(
		'guarded',
		[start, everyone],
		[
			...Object.entries(CASES).map(([name, one]) => [everyone, 0, node(name, one)] as const),
			[start, 0, failing] as const,
			[failing, 0, LAST] as const,
			[trigger, 0, everyone] as const,
			[trigger, 0, failing] as const,
		].map(([from, output, to]) => [from, output, to]),
	);
	const nodes = [...built.nodes, { id: 'hook', position: [0, 200], ...trigger }];
	return { ...built, nodes, settings: { executionOrder: 'v1', timezone: 'UTC' } };
}

describe.each(HOST_VERSIONS)('the safeguards in n8n %s', (version) => {
	const n8n = sharedN8n(version);
	let id: string;

	beforeAll(async () => {
		id = await n8n.rest.createWorkflow(guarded('guarded'));
	});

	const outputOf = (run: Run, name: string) => itemsOf(run, name).map(({ json }) => json);
	const reasonsOf = (run: Run, name: string) => outputOf(run, name).map(({ reason }) => reason);
	/** Who has got an SMS of a node, by the record of the sandbox. */
	const sentBy = (name: string) =>
		n8n.sandbox
			.messages()
			.filter(({ text }) => text.startsWith(`${name}: `))
			.map(({ recipient }) => recipient)
			.sort();

	function expectOutcomes(run: Run, expected: (one: Case) => string[]): void {
		const all = Object.entries(CASES);
		const reasons = all.map(([name]) => [name, reasonsOf(run, name)]);
		expect(reasons).toStrictEqual(all.map(([name, one]) => [name, expected(one)]));
		for (const [name, one] of all) {
			const accepted = PEOPLE.filter((_, index) => expected(one)[index] === 'accepted');
			expect([name, sentBy(name)]).toStrictEqual([name, accepted.map(({ phone }) => phone).sort()]);
		}
	}

	/** Starts the active workflow by its webhook, and waits until it has failed at its last node. */
	async function runActive(): Promise<Run> {
		const known = (await n8n.rest.executions({ workflowId: id })).length;
		const url = `${n8n.instance.url}/webhook/guarded`;
		// n8n 2 calls a workflow active some time before its webhook is.
		await until('the webhook', async () =>
			(await fetchUnpooled(url, { method: 'POST' })).ok ? true : undefined,
		);
		const started = await until('the execution that the webhook started', async () => {
			const executions = await n8n.rest.executions({ workflowId: id });
			return executions.length > known ? executions[0]!.id : undefined;
		});
		return await n8n.rest.waitForExecution(started);
	}

	it('keep to what they say by hand, all of them together, and a retry does not widen them', async () => {
		const executionId = await n8n.rest.runWorkflow(id, 'Start');
		const run = await n8n.rest.waitForExecution(executionId);
		expectOutcomes(run, ({ byHand }) => byHand);

		const [closed] = outputOf(run, 'Closed');
		expect(closed!.sendAt).toBe(new Date(OPENS).toISOString());
		const [, , gus] = outputOf(run, 'Clock');
		expect(Date.parse(String(gus!.sendAt))).toBeGreaterThan(Date.now());
		expect(outputOf(run, 'Lists').map(({ input }) => input)).toStrictEqual(PEOPLE);
		const [plain] = n8n.sandbox.messages().filter(({ text }) => text.startsWith('Long: it'));
		expect(plain!.text).toBe(CURLY.replace('’', "'"));

		expect(run.status).toBe('error');
		expect(sentBy('Last')).toStrictEqual([ADA]);
		const retried = await n8n.rest.retry(executionId);
		expect(reasonsOf(retried, 'Last')).toStrictEqual(['accepted', 'accepted', 'testRun']);
		expect(sentBy('Last')).toStrictEqual([REFUSED_ONCE, ADA].sort());
		expectOutcomes(run, ({ byHand }) => byHand);
	});

	it('send to everyone but those kept out in the active workflow, and to nobody twice', async () => {
		await n8n.rest.activate(id);
		const run = await runActive();
		expectOutcomes(run, ({ byHand, active = byHand }) => active);
		expect(sentBy('Last')).toStrictEqual([ADA]);

		const retried = await n8n.rest.retry(run.id!);
		expect(reasonsOf(retried, 'Last')).toStrictEqual(['accepted', 'accepted', 'accepted']);
		expect(sentBy('Last')).toStrictEqual([ADA, BEN, REFUSED_ONCE].sort());

		n8n.sandbox.reset();
		const again = await runActive();
		expect(reasonsOf(again, 'Keyed')).toStrictEqual(PEOPLE.map(() => 'alreadySent'));
		expect(sentBy('Keyed')).toStrictEqual([]);
		await n8n.rest.activate(id, false);
	});

	/** Refused by the service, with so many seconds left to send it. */
	const refuseWith = async (seconds: number) => {
		const soon = items([]);
		soon.parameters = {
			jsCode: `return [{ json: { until: new Date(Date.now() + ${1000 * seconds}).toISOString() } }];`,
		};
		const expiring = smsGateway({
			operation: 'send',
			senderId: 'SHOP',
			recipient: REFUSED_ONCE,
			message: 'Expiring: Hi',
			safeguards: { doNotSendAfter: '={{ $json.until }}' },
		});
		const chain = [manualTrigger(), soon, expiring];
		const workflowId = await n8n.rest.createWorkflow(workflow('expiring', chain));
		const executionId = await n8n.rest.runWorkflow(workflowId);
		return { executionId, run: await n8n.rest.waitForExecution(executionId) };
	};

	it('let an SMS expire before its retry', async () => {
		let seconds = 4;
		let refused = await refuseWith(seconds);
		// On a slow machine it has expired before it was sent for the first time.
		while (n8n.sandbox.requests().length === 0 && seconds < 120) {
			refused = await refuseWith((seconds *= 2));
		}
		const { executionId, run } = refused;
		expect(run.data.resultData.error?.message).toContain('Magic recipient');
		const { until: expiry } = outputOf(run, 'Items')[0]!;
		await sleep(Math.max(0, Date.parse(String(expiry)) - Date.now()));

		const retried = await n8n.rest.retry(executionId);
		expect(retried.data.resultData.error?.message).toContain("'Safeguards > Do Not Send After'");
		expect(n8n.sandbox.requests()).toHaveLength(1);
	});
});
