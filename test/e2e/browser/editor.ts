import type { Locator, Page } from 'playwright-core';

/** An element by n8n's own mark for tests, which outlives its labels and styles. */
export const byTestId = (scope: Page | Locator, id: string): Locator =>
	scope.locator(`[data-test-id="${id}"]`);

/** Opens a workflow in the editor. */
export async function openWorkflow(page: Page, id: string): Promise<void> {
	await page.goto(`/workflow/${id}`);
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

/** Closes the messages in the corner, which cover the panels; each may appear again behind another. */
export async function closeToasts(page: Page): Promise<void> {
	await page.waitForFunction(`(() => {
		document.querySelectorAll('.el-notification__closeBtn').forEach((closer) => closer.click());
		return document.querySelector('.el-notification') === null;
	})()`);
}
