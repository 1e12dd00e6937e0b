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
} from './host';
import { createFilm, takeElement, takeOutput, takePage } from './pictures/recorder';
import { manualTrigger, smsGateway, workflow } from './workflow';

const USAGE = `npm run pictures [-- --only <name>]

Takes the pictures of the documents again, and the film of the README, in a real n8n with the sandbox. Needs Chromium.

  --only <name>   one of them: credential, preview, errors, question, film`;

/** Fixed, for it is seen in the pictures. */
const SANDBOX_PORT = 3030;
/** Wide enough for the panel of a node, whose output alone is shown. */
const WIDE = { width: 1500, height: 860 };
const NARROW = { width: 1000, height: 600 };
const NODE = 'SMS Gateway';
const ASK = readExample('approve-by-sms.json');

interface Stage {
	browser: Browser;
	/** Signed in to n8n. */
	page: Page;
	sandbox: Sandbox;
	rest: RestClient;
}

async function executedOutput(page: Page, workflowId: string) {
	await page.setViewportSize(WIDE);
	await openWorkflow(page, workflowId);
	await executeWorkflow(page);
	const { output, widenOutput } = await openNode(page, NODE);
	await widenOutput(300);
	return output;
}

const PICTURES: Record<string, (stage: Stage) => Promise<void>> = {
	/** Its fields filled in as from a provider's page. */
	async credential({ page }) {
		await page.setViewportSize({ width: 1100, height: 700 });
		await openWorkflow(page, 'film');
		const { root } = await openNode(page, NODE);
		await byTestId(root, 'node-credentials-select').click();
		await byTestId(page, 'node-credentials-select-item-new').click();
		const dialog = byTestId(page, 'credential-edit-dialog');
		const fill = async (name: string, text: string) =>
			await byTestId(dialog, `parameter-input-${name}`).locator('input').first().fill(text);
		await fill('baseUrl', 'https://sms.example.com/api/v1');
		await fill('accessToken', 'x'.repeat(24));
		await takeElement('credential', dialog);
		await leaveFor(page, '/home/workflows');
	},

	/** As a list: the table is wider than the page that shows it. */
	async preview({ page }) {
		const output = await executedOutput(page, 'preview');
		await output.getByText('Schema', { exact: true }).click();
		const fields = byTestId(output, 'run-data-schema-item');
		await takeOutput('preview', output, fields.filter({ hasText: 'notes' }).first());
	},

	async errors({ page }) {
		const output = await executedOutput(page, 'error-branch');
		await output.getByText('Table', { exact: true }).click();
		await output.getByText(/^Error Branch/).click();
		await takeOutput('error-branch', output, output.locator('tbody tr').last());
	},

	/** The page behind the link of a question. */
	async question({ rest, browser, sandbox }) {
		sandbox.reset();
		await rest.runWorkflow(ASK.id);
		await sandbox.until(({ messageCount }) => messageCount() === 1);
		const viewport = { width: 390, height: 350 };
		const phone = await browser.newPage({ viewport, deviceScaleFactor: 2 });
		await phone.goto(sandbox.messages()[0]!.text.split('\n').at(-1)!);
		await takePage(phone, 'ask-phone');
	},

	/** The promise: one recipient is refused, Retry sends to that one, and nobody gets two. */
	async film({ browser, page, sandbox, rest }) {
		sandbox.reset();
		await page.setViewportSize(NARROW);
		const film = await createFilm(browser, NARROW);
		await openWorkflow(page, 'film');
		await film.show(page, 'Five customers, one SMS each');
		const node = await openNode(page, NODE);
		await film.show(page, 'A sender, a number, a text');
		await node.close();
		await executeWorkflow(page);
		await openNode(page, NODE);
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
		const { output } = await openNode(page, NODE);
		await output.locator('tbody tr').first().waitFor();
		await film.show(page, 'Four are not sent again: their results are replayed', 4);
		await leaveFor(page, `${sandbox.url}/`);
		await page.locator('#messages .row').nth(4).waitFor();
		await page.locator('#messages .row').first().click();
		await film.show(page, 'Five SMS. Nobody got two, nobody was forgotten', 5);
		film.save('film');
	},
};

/** A workflow that begins with these customers: names and numbers. */
function campaign(
	id: string,
	customers: Record<string, string>,
	parameters: object,
	settings: Record<string, unknown> = {},
) {
	const sending = smsGateway({ senderId: 'MyShop', ...parameters }, settings);
	const pinned = Object.entries(customers).map(([name, phone]) => ({ json: { name, phone } }));
	return { ...workflow(id, [manualTrigger(), sending]), pinData: { Start: pinned } };
}

const FEW = {
	Ada: '+46 70 174 06 11',
	Ben: '+33 6 39 98 00 12',
	Cleo: `+${magicNumber('1400')}`,
	Dan: '0049 171 3920023',
	Eve: '+61 491 570 156',
};

const MANY = {
	Ada: '+46 70 174 06 11',
	Ben: '+49 171 3920023',
	Chloé: '0046 70.174.06.12',
	Eva: '(+49) 171-392-0089',
	Farid: '+46-70-174-06-13',
	Grace: '+1 202 555 0143',
	'Ben, from the old list': '0049 171 392 0023',
	Jules: '46701740614',
};

const WORKFLOWS = [
	ASK,
	campaign('preview', MANY, {
		operation: 'preview',
		recipients: '={{ $json.phone }}',
		message:
			'C’est bientôt la fête ! La boutique est ouverte samedi de 9 h à 17 h, avec 20 % de remise sur tout.',
	}),
	campaign(
		'error-branch',
		{ ...MANY, Dan: '4.91714E+11', Hugo: '0491 570 156' },
		{
			operation: 'bulkSend',
			recipients: '={{ $json.phone }}',
			message: 'The shop is open this Saturday from 9 to 17.',
		},
		{ onError: 'continueErrorOutput' },
	),
	campaign('film', FEW, {
		operation: 'send',
		recipient: '={{ $json.phone }}',
		message: '=Your order is ready, {{ $json.name }}.',
	}),
];

async function main(): Promise<void> {
	const { only } = readFlags(USAGE, { only: '' });
	await requirePort(SANDBOX_PORT, 'the sandbox');
	const [host] = await Promise.all([ensureHost({ onProgress: print }), buildPackage(print)]);
	const instance = await createInstance({ host, tarball: await packPackage() });
	const sandbox = await startSandbox({ port: SANDBOX_PORT, balance: 1000 });
	let browser: Browser | undefined;
	try {
		await instance.importCredentials([sandboxCredential(sandbox)]);
		await instance.importWorkflows(WORKFLOWS);
		await instance.start();
		const rest = await instance.setupOwner();
		browser = await launchChromium();
		const page = await signedInPage(browser, {
			url: instance.url,
			cookie: rest.cookie,
			deviceScaleFactor: 2,
		});
		// Nobody waits for a picture, so a slow machine may take its time.
		page.setDefaultTimeout(60_000);
		const stage = { browser, page, sandbox, rest };
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
