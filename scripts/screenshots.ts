/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on the developer's machine, never inside n8n */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { type Sandbox, startSandbox } from '../sandbox';
import { launchChromium } from './browser/chromium';
import { editCredential } from './browser/credential-dialog';
import {
	byTestId,
	chooseNode,
	executeWorkflow,
	openWorkflow,
	searchNodes,
	signedInPage,
} from './browser/editor';
import { openNode } from './browser/node-panel';
import { print, runMain } from './command-line';
import { readExample, sandboxCredential } from './examples';
import {
	PROJECT,
	type Workflow,
	buildPackage,
	createInstance,
	ensureHost,
	packPackage,
	requirePort,
} from './host';

const FOLDER = join(PROJECT, 'docs', 'images');
const NODE = 'Send to Everyone';
const ASK = 'approve-by-sms.json';
const REMINDERS = 'reminders-in-a-window.json';
/** Pixels by which the output is shown wider than n8n shows it at first; it remembers. */
const WIDER = 200;
/** Fixed, for it is seen in the pictures. */
const SANDBOX_PORT = 3030;

/** In the page: waits for what fades in or out, but not for what turns for ever. */
const STILL = `Promise.allSettled(
	document.getAnimations()
		.filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity)
		.map(({ finished }) => finished),
)`;

/** Takes the pictures of the README again, in a real n8n. */
async function main(): Promise<void> {
	await requirePort(SANDBOX_PORT, 'the sandbox');
	const [host] = await Promise.all([ensureHost({ onProgress: print }), buildPackage()]);
	const instance = await createInstance({ host, tarball: await packPackage() });
	const sandbox = await startSandbox({ port: SANDBOX_PORT, balance: 1000 });
	mkdirSync(FOLDER, { recursive: true });
	let browser: Browser | undefined;
	try {
		await instance.importCredentials([sandboxCredential(sandbox)]);
		await instance.importWorkflows([
			readExample('bulk-send.json'),
			previewed(),
			withErrors(),
			readExample(ASK),
			readExample(REMINDERS),
		]);
		await instance.start();
		const { cookie } = await instance.setupOwner();
		browser = await launchChromium();
		const page = await signedInPage(browser, { url: instance.url, cookie });
		// Nobody waits for a picture, so a slow machine may take its time.
		page.setDefaultTimeout(90_000);
		await takeBulkSend(page);
		await takeInbox(browser, sandbox);
		await takeOtherOutputs(page);
		await takeSafeguards(page);
		await takeQuestion(page, browser, sandbox);
	} finally {
		await browser?.close();
		await instance.remove();
		await sandbox.close();
	}
}

async function take(page: Page, name: string): Promise<void> {
	await page.mouse.move(0, 0);
	await page.evaluate(STILL);
	await page.screenshot({
		path: join(FOLDER, `${name}.png`),
		animations: 'disabled',
		caret: 'hide',
	});
	print(`docs/images/${name}.png`);
}

async function takeBulkSend(page: Page): Promise<void> {
	await openWorkflow(page, 'sms-bulk-send');
	await executeWorkflow(page);
	await take(page, 'workflow');

	const panel = await openNode(page, NODE);
	const credential = await editCredential(page, panel);
	await credential.success();
	await take(page, 'credential');
	await credential.close();
	await panel.output.locator('tbody tr').first().waitFor();
	await panel.widenOutput(WIDER);
	await take(page, 'bulk-send');
	await panel.close();

	await chooseNode(await searchNodes(page, 'SMS', 'Done'), 'SMS Gateway');
	await byTestId(page, 'node-creator').getByText('Send SMS to many recipients').waitFor();
	await take(page, 'actions');
}

async function takeOtherOutputs(page: Page): Promise<void> {
	for (const id of ['preview', 'error-branch']) {
		await openWorkflow(page, id);
		await executeWorkflow(page);
		const { output } = await openNode(page, NODE);
		if (id === 'error-branch') await output.getByText(/^Error Branch/).click();
		await output.locator('tbody tr').first().waitFor();
		await take(page, id);
	}
}

async function takeSafeguards(page: Page): Promise<void> {
	await openWorkflow(page, readExample(REMINDERS).id);
	const panel = await openNode(page, 'Remind');
	await panel.parameter('clock').scrollIntoViewIfNeeded();
	await take(page, 'safeguards');
	await panel.close();
}

/** The panel while it waits, and the page behind the link. */
async function takeQuestion(page: Page, browser: Browser, sandbox: Sandbox): Promise<void> {
	await openWorkflow(page, readExample(ASK).id);
	sandbox.reset();
	await byTestId(page, 'execute-workflow-button').click();
	await sandbox.until(({ messageCount }) => messageCount() === 1);
	const { output } = await openNode(page, 'Ask the Owner');
	await output.getByText('Waiting for input').waitFor();
	await take(page, 'ask');

	const phone = await browser.newPage({ viewport: { width: 390, height: 600 } });
	await phone.goto(sandbox.messages()[0]!.text.split('\n').at(-1)!);
	await take(phone, 'ask-phone');
	await phone.close();
}

async function takeInbox(browser: Browser, sandbox: Sandbox): Promise<void> {
	for (const colorScheme of ['light', 'dark'] as const) {
		const viewport = { width: 1280, height: 800 };
		const page = await browser.newPage({ viewport, colorScheme, locale: 'en-GB' });
		await page.goto(sandbox.url);
		await page.locator('#messages .row').first().click();
		await page.locator('#thread .bubble').first().waitFor();
		await take(page, `inbox-${colorScheme}`);
		await page.close();
	}
}

/** The example with other settings for some of its nodes, by their names. */
function changedExample(
	id: string,
	name: string,
	changes: Record<string, (node: Workflow['nodes'][0]) => void>,
) {
	const workflow = structuredClone(readExample('bulk-send.json'));
	for (const node of workflow.nodes) changes[node.name]?.(node);
	return { ...workflow, id, name };
}

const previewed = () =>
	changedExample('preview', 'Preview before you send', {
		[NODE]: ({ parameters }) =>
			Object.assign(parameters as object, {
				operation: 'preview',
				message:
					'C’est bientôt la fête ! La boutique est ouverte samedi de 9 h à 17 h, avec 20 % de remise sur tout.',
			}),
	});

const withErrors = () =>
	changedExample('error-branch', 'Failures go their own way', {
		Customers: ({ parameters }) => {
			const list = parameters as { jsonOutput: string };
			list.jsonOutput = list.jsonOutput
				.replace('491713920056', '4.91714E+11')
				.replace('+61 491 570 156', '0491 570 156');
		},
		[NODE]: (node) => {
			node.onError = 'continueErrorOutput';
		},
	});

runMain(main);
