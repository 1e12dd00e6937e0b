import type { Browser, Page } from 'playwright-core';
import type { Sandbox } from '../../sandbox';
import { newCredential } from '../browser/credential-dialog';
import {
	byTestId,
	chooseNode,
	executeWorkflow,
	leaveFor,
	openWorkflow,
	searchNodes,
} from '../browser/editor';
import { nodePanel, openNode } from '../browser/node-panel';
import { readExample } from '../examples';
import { manualTrigger, smsGateway, workflow, type WorkflowNode } from '../workflow';
import { caption, card } from './captions';
import type { Recorder } from './recorder';

export interface Stage {
	browser: Browser;
	/** Signed in to n8n. */
	page: Page;
	sandbox: Sandbox;
	recorder: Recorder;
	/** Nothing of the work is recorded, such as a page that loads. */
	unseen: (work: () => Promise<void>) => Promise<void>;
	/** The address of n8n. */
	n8n: string;
}

const NODE = 'SMS Gateway';
const OWN_TYPE = 'n8n-nodes-sms-gateway.smsGateway';

const people = [
	{ name: 'Ada', phone: '+46 70 174 06 11' },
	{ name: 'Ben', phone: '(0033) 6.39.98.00.12' },
	{ name: 'Cleo', phone: '0049 171 3920023' },
];

const bulkSend = (parameters: Record<string, unknown>) =>
	smsGateway({
		resource: 'sms',
		operation: 'bulkSend',
		senderId: 'MyShop',
		recipients: '={{ $json.phone }}',
		message: 'Your order is ready.',
		...parameters,
	});

/** A workflow whose start already holds these people, so that their fields can be dragged. */
const startingWith = (id: string, list: object[], nodes: WorkflowNode[]) => ({
	...workflow(id, [manualTrigger(), ...nodes]),
	name: 'My first SMS',
	pinData: { Start: list.map((json) => ({ json })) },
});

/** What the scenes need besides the examples. */
export const WORKFLOWS = [
	startingWith('film-first', people.slice(0, 1), []),
	startingWith('film-preview', people, [
		bulkSend({ operation: 'preview', message: 'C’est prêt ! Your order is ready.' }),
	]),
	startingWith('film-error', [...people, { name: 'Dan', phone: '4.47701E+11' }], [bulkSend({})]),
];

async function showInbox({ page, sandbox, unseen }: Stage, text: string): Promise<void> {
	await unseen(() => leaveFor(page, sandbox.url));
	await page.locator('#messages .row').first().click();
	await caption(page, text);
}

/** The node of an example that this package brings. */
function ownNodeOf(file: string): string {
	const found = readExample(file).nodes.find(({ type }) => type.startsWith(OWN_TYPE));
	if (found === undefined) throw new Error(`${file} has no node of this package`);
	return found.name;
}

/** In the order in which they are shown. */
export const SCENES: Record<string, (stage: Stage) => Promise<void>> = {
	async title({ page }) {
		await card(page, 'SMS Gateway for n8n', [
			'Every recipient ends with one true outcome.',
			'Nobody gets an SMS twice. Nobody is forgotten.',
		]);
	},
	async installation({ page, unseen, n8n }) {
		await unseen(() => leaveFor(page, `${n8n}/settings/community-nodes`));
		await caption(page, 'Install: Settings > Community nodes');
		await page
			.getByRole('button', { name: /install/i })
			.first()
			.click();
		const dialog = page.getByRole('dialog');
		await dialog.locator('input:not([type=checkbox])').first().fill('n8n-nodes-sms-gateway');
		await caption(page, 'Enter n8n-nodes-sms-gateway and press Install');
	},
	async firstSms(stage) {
		const { page, sandbox, unseen } = stage;
		await unseen(() => openWorkflow(page, 'film-first'));
		await caption(page, 'Add the node: press + and search for SMS');
		const panel = await searchNodes(page, 'SMS', 'Start');
		await page.waitForTimeout(1000);
		await chooseNode(panel, NODE);
		await page.waitForTimeout(1200);
		await panel.getByText('Send SMS', { exact: true }).click();
		const node = await nodePanel(page);
		const credential = await newCredential(page, node);
		await caption(page, 'Two fields: the Base URL and the Access Token of your SMS service');
		await credential.fill({ baseUrl: sandbox.baseUrl, accessToken: sandbox.token });
		await page.waitForTimeout(1000);
		await credential.save();
		await caption(page, 'Drag the phone number and write the text');
		await node.fill('senderId', 'MyShop');
		await node.drag('phone', 'recipient');
		await node.fill('message', 'Your order is ready, ');
		await node.drag('name', 'message');
		await page.waitForTimeout(800);
		await node.execute();
		await caption(page, 'Accepted: one recipient, one true outcome');
		await showInbox(stage, 'The SMS in the inbox of the local sandbox');
	},
	async bulkSend(stage) {
		const { page, unseen } = stage;
		await unseen(() => openWorkflow(page, 'sms-bulk-send'));
		await caption(page, 'Bulk Send: a whole list in few requests');
		await executeWorkflow(page);
		const node = await openNode(page, ownNodeOf('bulk-send.json'));
		await node.output.locator('tbody tr').first().waitFor();
		await caption(page, 'Numbers as people write them. The duplicate is skipped, and says so');
		await node.close();
		await showInbox(stage, 'Nine SMS: one for each recipient');
	},
	async preview({ page, unseen }) {
		await unseen(() => openWorkflow(page, 'film-preview'));
		await executeWorkflow(page);
		const node = await openNode(page, NODE);
		await node.output.locator('tbody tr').first().waitFor();
		await caption(page, 'Preview: who gets what, how many SMS, and what raises the cost');
		await node.close();
	},
	async balance({ page, unseen }) {
		await unseen(() => openWorkflow(page, readExample('balance.json').id));
		await executeWorkflow(page);
		const node = await openNode(page, ownNodeOf('balance.json'));
		await node.output.locator('tbody tr').first().waitFor();
		await caption(page, 'Balance: how many SMS are left');
		await node.close();
	},
	async error({ page, unseen }) {
		await unseen(() => openWorkflow(page, 'film-error'));
		const node = await openNode(page, NODE);
		await node.execute();
		await caption(page, 'The 4th number is broken. All are checked first, so nothing was sent');
		await caption(page, 'The error says why, and what to do: fix the cell, or …');
		await node.setOnError('Continue');
		await caption(page, '… set On Error to Continue');
		await byTestId(node.root, 'node-execute-button').click();
		await node.output.locator('tbody tr').first().waitFor();
		await caption(page, 'The others got their SMS. The item of the 4th says why it did not');
		await node.close();
	},
	async ask({ page, sandbox, recorder, unseen }) {
		sandbox.reset();
		await unseen(() => openWorkflow(page, readExample('approve-by-sms.json').id));
		await caption(page, 'Ask by SMS: the workflow waits for the answer');
		await byTestId(page, 'execute-workflow-button').click();
		await sandbox.until(({ messageCount }) => messageCount() === 1);
		const node = await openNode(page, ownNodeOf('approve-by-sms.json'));
		await node.output.getByText('Waiting for input').waitFor();
		await caption(page, 'The SMS is sent. Nothing happens until somebody answers');
		const phone = await page.context().newPage();
		await phone.setViewportSize({ width: 1280, height: 720 });
		await phone.goto(sandbox.messages()[0]!.text.split('\n').at(-1)!);
		await recorder.follow(phone);
		await caption(phone, 'The link in the SMS opens this page, on any phone');
		await phone.getByRole('button').first().click();
		await phone.getByText('recorded').waitFor();
		await caption(phone, 'One tap, and the answer is recorded');
		await recorder.follow(page);
		await phone.close();
		await node.output.locator('tbody tr').first().waitFor();
		await caption(page, 'The workflow goes on: data.approved is true');
		await node.close();
	},
	async trigger({ page, unseen }) {
		await unseen(() => openWorkflow(page, readExample('low-balance-alert.json').id));
		await caption(page, 'The trigger starts a workflow when the balance runs low');
		await openNode(page, ownNodeOf('low-balance-alert.json'));
		await page.waitForTimeout(1500);
		await byTestId(page, 'ndv-close-button').first().click();
	},
	async agent({ page, unseen }) {
		await unseen(() => openWorkflow(page, readExample('ai-agent.json').id));
		await caption(page, 'As the tools of an AI agent');
		const tool = await openNode(page, ownNodeOf('ai-agent.json'));
		await caption(page, 'The model writes recipients and message; the safeguards are yours');
		await tool.close();
	},
	async end({ page }) {
		await card(page, 'n8n-nodes-sms-gateway', ['npm ci && npm start', 'No SMS account needed.']);
	},
};
