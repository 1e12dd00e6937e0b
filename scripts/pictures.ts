import type { Browser, Page } from 'playwright-core';
import { magicNumber, type Sandbox, startSandbox } from '../sandbox';
import { launchChromium } from './browser/chromium';
import {
	byTestId,
	closeToasts,
	executeWorkflow,
	leaveFor,
	openWorkflow,
	signedInPage,
} from './browser/editor';
import { openNode } from './browser/node-panel';
import { print, readFlags, runMain } from './command-line';
import { readExample, sandboxCredential } from './examples';
import {
	buildPackage,
	createInstance,
	ensureHost,
	packPackage,
	requirePort,
	type RestClient,
	type Workflow,
} from './host';
import { createFilm, take } from './pictures/recorder';
import { manualTrigger, smsGateway, workflow } from './workflow';

const USAGE = `npm run pictures [-- --only <name>]

Takes the pictures of the documents again, and the film of the README, in a real n8n with the sandbox. Needs Chromium.

  --only <name>   one of them: preview, errors, question, film`;

/** Fixed, for it is seen in the pictures. */
const SANDBOX_PORT = 3030;
/** Wide enough for the panel of a node, whose output alone is shown. */
const VIEW = { viewport: { width: 1500, height: 860 }, deviceScaleFactor: 2 };
const LIST_NODE = 'Send to Everyone';
const ASK = readExample('approve-by-sms.json');

interface Stage {
	browser: Browser;
	/** Signed in to n8n. */
	page: Page;
	sandbox: Sandbox;
	rest: RestClient;
	/** A page signed in to n8n as wide as the film. */
	narrowPage(): Promise<Page>;
}

const PICTURES: Record<string, (stage: Stage) => Promise<void>> = {
	/** As a list: the table is wider than the page that shows it. */
	async preview({ page }) {
		await openWorkflow(page, 'preview');
		await executeWorkflow(page);
		const { output, widenOutput } = await openNode(page, LIST_NODE);
		await output.getByText('Schema', { exact: true }).click();
		const message = byTestId(output, 'run-data-schema-item').filter({ hasText: 'C’est' }).first();
		await message.waitFor();
		await widenOutput(300);
		await take(page, 'preview', [byTestId(output, 'node-hint').first(), message]);
	},

	async errors({ page }) {
		await openWorkflow(page, 'error-branch');
		await executeWorkflow(page);
		const { output, widenOutput } = await openNode(page, LIST_NODE);
		await output.getByText('Table', { exact: true }).click();
		await output.getByText(/^Error Branch/).click();
		const rows = output.locator('tbody tr');
		await rows.first().waitFor();
		await widenOutput(300);
		const parts = [byTestId(output, 'node-hint').first(), ...(await rows.all())];
		await take(page, 'error-branch', parts);
	},

	/** The panel while it waits, and the page behind the link. */
	async question({ page, browser, sandbox }) {
		await openWorkflow(page, ASK.id);
		sandbox.reset();
		await byTestId(page, 'execute-workflow-button').click();
		await sandbox.until(({ messageCount }) => messageCount() === 1);
		const { output } = await openNode(page, 'Ask the Owner');
		const words = ['Waiting for input', 'The execution continues'].map((text) =>
			output.getByText(text),
		);
		await words[0]!.waitFor();
		await take(page, 'ask', words, 80);
		const phone = await browser.newPage({ ...VIEW, viewport: { width: 390, height: 600 } });
		await phone.goto(sandbox.messages()[0]!.text.split('\n').at(-1)!);
		await take(phone, 'ask-phone');
		await phone.close();
	},

	/** The promise: one recipient is refused, Retry sends to that one, and nobody gets two. */
	async film({ browser, sandbox, rest, narrowPage }) {
		sandbox.reset();
		const page = await narrowPage();
		const film = await createFilm(browser, page.viewportSize()!.height);
		await openWorkflow(page, 'film');
		await film.show(page, 'Five customers, one SMS each');
		const node = await openNode(page, 'SMS Gateway');
		await film.show(page, 'A sender, a number, a text');
		await node.close();
		await executeWorkflow(page);
		await openNode(page, 'SMS Gateway');
		await film.show(page, 'One number is refused. The error says who got the SMS', 5);
		const [failed] = await rest.executions({ workflowId: 'film' });
		await leaveFor(page, `/workflow/film/executions/${failed!.id}`);
		await byTestId(page, 'execution-preview-retry-button').waitFor();
		await closeToasts(page);
		await byTestId(page, 'execution-preview-retry-button').click();
		const retry = page.getByText('Retry with original workflow').filter({ visible: true });
		await retry.waitFor();
		await film.show(page, 'Executions > Retry sends what is missing', 4);
		await retry.click();
		await sandbox.until(({ messageCount }) => messageCount() === 5);
		const [retried] = await rest.executions({ workflowId: 'film' });
		await rest.waitForExecution(retried!.id);
		await leaveFor(page, `/workflow/film/executions/${retried!.id}`);
		const { output } = await openNode(page, 'SMS Gateway');
		await output.locator('tbody tr').first().waitFor();
		await film.show(page, 'Four are not sent again: their results are replayed', 4);
		await leaveFor(page, `${sandbox.url}/`);
		await page.locator('#messages .row').nth(4).waitFor();
		await page.locator('#messages .row').first().click();
		await film.show(page, 'Five SMS. Nobody got two, nobody was forgotten', 5);
		film.save('film');
		await page.context().close();
	},
};

/** The example with other settings for some of its nodes, by their names. */
function changedList(
	id: string,
	name: string,
	changes: Record<string, (node: Workflow['nodes'][0]) => void>,
) {
	const changed = structuredClone(readExample('bulk-send.json'));
	for (const node of changed.nodes) changes[node.name]?.(node);
	return { ...changed, id, name };
}

const WORKFLOWS = [
	ASK,
	changedList('preview', 'Preview before you send', {
		[LIST_NODE]: ({ parameters }) =>
			Object.assign(parameters as object, {
				operation: 'preview',
				message:
					'C’est bientôt la fête ! La boutique est ouverte samedi de 9 h à 17 h, avec 20 % de remise sur tout.',
			}),
	}),
	changedList('error-branch', 'Failures go their own way', {
		Customers: ({ parameters }) => {
			const list = parameters as { jsonOutput: string };
			list.jsonOutput = list.jsonOutput
				.replace('491713920056', '4.91714E+11')
				.replace('+61 491 570 156', '0491 570 156');
		},
		[LIST_NODE]: (node) => {
			node.onError = 'continueErrorOutput';
		},
	}),
	{
		...workflow('film', [
			manualTrigger(),
			smsGateway({
				operation: 'send',
				senderId: 'MyShop',
				recipient: '={{ $json.phone }}',
				message: '=Your order is ready, {{ $json.name }}.',
			}),
		]),
		name: 'Order is ready',
		pinData: {
			Start: [
				{ name: 'Ada', phone: '+46 70 174 06 11' },
				{ name: 'Ben', phone: '+33 6 39 98 00 12' },
				{ name: 'Cleo', phone: `+${magicNumber('1400')}` },
				{ name: 'Dan', phone: '0049 171 3920023' },
				{ name: 'Eve', phone: '+61 491 570 156' },
			].map((json) => ({ json })),
		},
	},
];

async function main(): Promise<void> {
	const { only } = readFlags(USAGE, { only: '' });
	await requirePort(SANDBOX_PORT, 'the sandbox');
	const [host] = await Promise.all([ensureHost({ onProgress: print }), buildPackage()]);
	const instance = await createInstance({ host, tarball: await packPackage() });
	const sandbox = await startSandbox({ port: SANDBOX_PORT, balance: 1000 });
	let browser: Browser | undefined;
	try {
		await instance.importCredentials([sandboxCredential(sandbox)]);
		await instance.importWorkflows(WORKFLOWS);
		await instance.start();
		const rest = await instance.setupOwner();
		browser = await launchChromium();
		const { url } = instance;
		const { cookie } = rest;
		const signedIn = async (view: object) => {
			const page = await signedInPage(browser!, { url, cookie, ...view });
			// Nobody waits for a picture, so a slow machine may take its time.
			page.setDefaultTimeout(60_000);
			return page;
		};
		const narrowPage = () => signedIn({ viewport: { width: 1000, height: 600 } });
		const stage = { browser, page: await signedIn(VIEW), sandbox, rest, narrowPage };
		for (const [name, draw] of Object.entries(PICTURES)) {
			if (only === '' || only === name) await draw(stage);
		}
	} finally {
		await browser?.close();
		await instance.remove();
		await sandbox.close();
	}
}

runMain(main);
