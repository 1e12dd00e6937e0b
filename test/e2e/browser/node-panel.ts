import type { Locator, Page } from 'playwright-core';

/** An element by n8n's own mark for tests, which outlives its labels and styles. */
export const byTestId = (scope: Page | Locator, id: string): Locator =>
	scope.locator(`[data-test-id="${id}"]`);

/** A node on the canvas. */
export const canvasNode = (page: Page, name: string): Locator =>
	page.locator(`[data-test-id="canvas-node"][data-node-name="${name}"]`);

/** Closes the messages in the corner, which cover the panels; each may appear again behind another. */
const closeToasts = (page: Page) =>
	page.waitForFunction(`(() => {
		document.querySelectorAll('.el-notification__closeBtn').forEach((closer) => closer.click());
		return document.querySelector('.el-notification') === null;
	})()`);

/** The panel that is open: its input, its parameters, its output. */
export async function nodePanel(page: Page) {
	const root = byTestId(page, 'ndv');
	await root.waitFor();
	const output = byTestId(root, 'output-panel');
	/** The input element of a parameter, by the parameter's name. */
	const parameter = (name: string) => byTestId(root, `parameter-input-${name}`).first();

	return {
		root,
		/** Picks an entry of a parameter that is a list, by its label. */
		async choose(name: string, label: string) {
			await parameter(name).click();
			const options = page.locator('.el-select-dropdown__item').filter({ visible: true });
			await options.filter({ has: page.getByText(label, { exact: true }) }).click();
		},
		async fill(name: string, text: string) {
			await parameter(name).locator('input, textarea').first().fill(text);
		},
		/** Drags a field of the input data onto a parameter, as n8n invites to. */
		async drag(field: string, name: string) {
			const pill = byTestId(root, 'ndv-input-panel').locator(`[data-name="${field}"]`).first();
			await drag(page, await centreOf(pill), () => centreOf(parameter(name)));
			await parameter(name).getByText(`$json.${field}`).waitFor();
		},
		/** Runs the node, which must not have run yet, and waits until its items or its error are there. */
		async execute() {
			await byTestId(root, 'node-execute-button').click();
			await output.locator('tbody tr, [data-test-id="node-error-message"]').first().waitFor();
			await closeToasts(page);
		},
		/** The output as the table shows it: an object per row, keyed by column. */
		async table(): Promise<Array<Record<string, string>>> {
			const header = await output.locator('thead th').allInnerTexts();
			const rows = await output
				.locator('tbody tr')
				.evaluateAll((found) =>
					found.map((row) => [...row.querySelectorAll('td')].map((cell) => cell.innerText.trim())),
				);
			return rows.map((row) =>
				Object.fromEntries(header.map((column, index) => [column.trim(), row[index] ?? ''])),
			);
		},
		/** The failure that the output shows: its first line, and what stands below. */
		async error() {
			const description = await byTestId(output, 'node-error-description').allInnerTexts();
			return {
				message: (await byTestId(output, 'node-error-message').innerText()).trim(),
				description: description.join('\n').trim(),
			};
		},
		/** The coloured lines above the output. */
		async hints() {
			const hints = await byTestId(output, 'node-hint').allInnerTexts();
			return hints.map((hint) => hint.trim());
		},
	};
}

type Point = { x: number; y: number };

/** By hand: n8n's dragging listens to the mouse, not to the browser's drag events. */
async function drag(page: Page, from: Point, whither: () => Promise<Point>): Promise<void> {
	await page.mouse.move(from.x, from.y);
	await page.mouse.down();
	await page.mouse.move(from.x + 10, from.y + 5, { steps: 3 });
	// Only now: what happened before the drag may have moved it.
	const to = await whither();
	await page.mouse.move(to.x, to.y, { steps: 8 });
	await page.mouse.up();
}

async function centreOf(element: Locator): Promise<Point> {
	await element.waitFor();
	const { x, y, width, height } = (await element.boundingBox())!;
	return { x: x + width / 2, y: y + height / 2 };
}
