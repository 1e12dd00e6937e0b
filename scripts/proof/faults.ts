/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on the developer's machine, never inside n8n */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Instance, RestClient, Run } from '../host';
import type { Cluster } from '../queue-mode/cluster';
import type { Fault, Service } from './service';
import { items, manualTrigger, type WorkflowNode, workflow } from '../workflow';
import { sendingNode, type Subject } from './subjects';

/** Where a fault happens. */
export interface Place {
	service: Service;
	/** One n8n, for what a single process meets. */
	instance: Instance;
	rest(): RestClient;
	/** Signs in again after a restart. */
	restart(): Promise<void>;
	/** n8n in queue mode, with two workers. */
	cluster(): Promise<Cluster>;
}

export interface Scenario {
	name: string;
	/** What happens, in a sentence for the table. */
	story: string;
	/** Whether this node has a Deduplication Key: what is executed again needs one. The others have no such setting. */
	isKeyed?: boolean;
	/** Runs it to its end; resolves to the last execution, which is what a person sees. */
	run(place: Place, subject: Subject): Promise<Run>;
}

const PEOPLE = 10;
const VICTIM = 4;

export const phones: readonly string[] = Array.from(
	{ length: PEOPLE },
	(_, index) => `22901970000${10 + index}`,
);

const RETRY_ON_FAIL = { retryOnFail: true, maxTries: 3, waitBetweenTries: 100 };

const list = phones.map((phone, index) => ({ phone, order: `order-${index}` }));

let workflows = 0;
const workflowOf = (trigger: WorkflowNode, sending: WorkflowNode) =>
	workflow(`proof-${++workflows}`, [trigger, items(list), sending]);

async function saveWorkflow(
	{ service, rest }: Place,
	subject: Subject,
	{ isKeyed = false, ...settings }: { isKeyed?: boolean; [setting: string]: unknown } = {},
) {
	const sending = { ...sendingNode(subject, service.baseUrl, isKeyed), ...settings };
	return await rest().createWorkflow(workflowOf(manualTrigger(), sending));
}

/** n8n's own limit on a request is five minutes. */
const PATIENCE = 20 * 60_000;

const underRetryOnFail = (name: string, story: string, fault: Fault): Scenario => ({
	name,
	story,
	async run(place, subject) {
		place.service.reset(fault, phones[VICTIM]!);
		const id = await saveWorkflow(place, subject, RETRY_ON_FAIL);
		return await place.rest().waitForExecution(await place.rest().runWorkflow(id), PATIENCE);
	},
});

export const SCENARIOS: readonly Scenario[] = [
	underRetryOnFail(
		'Retry On Fail',
		'One of ten recipients is refused each time; Retry On Fail with 3 attempts',
		'refused',
	),
	{
		name: 'Retry of an execution',
		story: 'One of ten is refused; then a person presses Retry, and nothing is refused',
		async run(place, subject) {
			place.service.reset('refusedOnce', phones[VICTIM]!);
			const id = await saveWorkflow(place, subject);
			const execution = await place.rest().runWorkflow(id);
			await place.rest().waitForExecution(execution, PATIENCE);
			return await place.rest().retry(execution);
		},
	},
	underRetryOnFail(
		'Timeout',
		'The service sends one SMS and then never responds; Retry On Fail',
		'timeoutOnce',
	),
	underRetryOnFail(
		'HTTP 500 after sending',
		'The service sends one SMS and responds with HTTP 500; Retry On Fail',
		'serverErrorOnce',
	),
	underRetryOnFail(
		'Connection lost',
		'The service sends one SMS and the connection is lost; Retry On Fail',
		'lostOnce',
	),
	{
		name: 'kill -9',
		story: 'n8n is killed in the middle; after its restart the workflow is executed again',
		isKeyed: true,
		async run(place, subject) {
			place.service.reset('none', '');
			const id = await saveWorkflow(place, subject, { isKeyed: true });
			await place.rest().runWorkflow(id);
			await place.service.until(PEOPLE / 2);
			await place.instance.kill();
			await place.restart();
			return await place.rest().waitForExecution(await place.rest().runWorkflow(id), PATIENCE);
		},
	},
	{
		name: 'Webhook delivered twice',
		story: 'The same event arrives twice at the same moment, over two workers',
		isKeyed: true,
		async run(place, subject) {
			const { main, rest } = await place.cluster();
			place.service.reset('none', '');
			const path = `proof-${subject}`;
			const webhook = {
				name: 'Webhook',
				type: 'n8n-nodes-base.webhook',
				typeVersion: 2,
				webhookId: path,
				parameters: { httpMethod: 'POST', path, responseMode: 'onReceived' },
			};
			const sending = sendingNode(subject, place.service.baseUrl, true);
			const id = await rest.createWorkflow(workflowOf(webhook, sending));
			await rest.activate(id);
			const url = `${main.url}/webhook/${path}`;
			await untilFound(url);
			await Promise.all([url, url].map((one) => fetch(one, { method: 'POST' })));
			const runs = [];
			for (const { id: execution } of await bothOf(rest, id)) {
				runs.push(await rest.waitForExecution(execution, PATIENCE));
			}
			return runs.at(-1)!;
		},
	},
];

/** In queue mode n8n listens a moment after it has answered the activation. */
async function untilFound(url: string): Promise<void> {
	for (let looks = 0; looks < 200; looks++) {
		// A path that exists says that it wants another method.
		const { message = '' } = (await (await fetch(url)).json()) as { message?: string };
		if (/POST/.test(message)) return;
		await sleep(100);
	}
	throw new Error(`n8n does not listen at ${url}`);
}

async function bothOf(rest: RestClient, workflowId: string) {
	for (;;) {
		const executions = await rest.executions({ workflowId });
		if (executions.length >= 2) return executions;
		await sleep(50);
	}
}
