import type { Browser, BrowserContextOptions, Dialog, Locator, Page } from 'playwright-core';

/** An element by n8n's own mark for tests, which outlives its labels and styles. */
export const byTestId = (scope: Page | Locator, id: string): Locator =>
	scope.locator(`[data-test-id="${id}"]`);

/** A page signed in to an n8n. `cookie` is the session's, as `RestClient` gives it. */
export async function signedInPage(
	browser: Browser,
	{ url, cookie, ...options }: { url: string; cookie: string } & BrowserContextOptions,
): Promise<Page> {
	const context = await browser.newContext({
		viewport: { width: 1440, height: 900 },
		locale: 'en-GB',
		baseURL: url,
		...options,
	});
	const [name = '', ...value] = cookie.split('=');
	await context.addCookies([{ name, value: value.join('='), url }]);
	const page = await context.newPage();
	page.setDefaultTimeout(120_000);
	return page;
}

/** Goes to an address; unsaved changes of a workflow that is open are dropped. */
export async function leaveFor(page: Page, address: string): Promise<void> {
	const accept = (dialog: Dialog) => void dialog.accept();
	page.on('dialog', accept);
	await page.goto(address);
	page.off('dialog', accept);
}

/** Opens a workflow in the editor. */
export async function openWorkflow(page: Page, id: string): Promise<void> {
	await leaveFor(page, `/workflow/${id}`);
	await byTestId(page, 'canvas-node').first().waitFor();
}

/** A node on the canvas. */
export const canvasNode = (page: Page, name: string): Locator =>
	page.locator(`[data-test-id="canvas-node"][data-node-name="${name}"]`);

/** Opens the nodes panel with the plus behind a node, and types into its search. */
export async function searchNodes(page: Page, text: string, behind: string): Promise<Locator> {
	await byTestId(canvasNode(page, behind), 'canvas-handle-plus').click();
	await byTestId(page, 'node-creator-search-bar').fill(text);
	return byTestId(page, 'node-creator');
}

/** Chooses a node in the panel that `searchNodes` has opened, which then lists what it can do. */
export async function chooseNode(panel: Locator, name: string): Promise<void> {
	const entry = byTestId(panel, 'node-creator-item-name').getByText(name, { exact: true }).first();
	await entry.click();
	await panel.getByText('Node details').waitFor();
	// The list before slides out while this one slides in.
	await entry.waitFor({ state: 'hidden' });
}

/** Runs the whole workflow and waits for the message that says how it went. */
export async function executeWorkflow(page: Page): Promise<string> {
	await closeToasts(page);
	await byTestId(page, 'execute-workflow-button').click();
	const message = await toast(page, /^(Workflow executed|Problem in node)/);
	await closeToasts(page);
	return message;
}

/** The title of a message in the corner, once it is there. */
export async function toast(page: Page, title: RegExp): Promise<string> {
	const titles = page.locator('.el-notification__title').filter({ hasText: title });
	return (await titles.first().innerText()).trim();
}

/** Closes the messages in the corner, which cover the panels; each may appear again behind another. */
export async function closeToasts(page: Page): Promise<void> {
	await page.waitForFunction(`(() => {
		document.querySelectorAll('.el-notification__closeBtn').forEach((closer) => closer.click());
		return document.querySelector('.el-notification') === null;
	})()`);
}
