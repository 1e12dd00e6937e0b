import type { Locator, Page } from 'playwright-core';
import { byTestId, canvasNode, closeToasts } from './editor';

/** The panel of one node: its input, its parameters, its output. */
export interface NodePanel {
	/** Everything in it. */
	root: Locator;
	output: Locator;
	/** The input element of a parameter, by the parameter's name. */
	parameter: (name: string) => Locator;
	fill: (name: string, text: string) => Promise<void>;
	/** Picks an entry of a parameter that is a list, by its label. */
	choose: (name: string, label: string) => Promise<void>;
	/** Drags a field of the input data onto a parameter, as n8n invites to. */
	drag: (field: string, name: string) => Promise<void>;
	/** Runs the node, which must not have run yet, and waits until its items or its error are there. */
	execute: () => Promise<void>;
	/** The output as the table shows it: an object per row, keyed by column. */
	table: () => Promise<Array<Record<string, string>>>;
	/** The failure that the output shows: its first line, and what stands below. */
	error: () => Promise<{ message: string; description: string }>;
	/** The coloured lines above the output. */
	hints: () => Promise<string[]>;
	/** Chooses under Settings > On Error. */
	setOnError: (
		label: 'Stop Workflow' | 'Continue' | 'Continue (using error output)',
	) => Promise<void>;
	/** Moves the border between parameters and output by so many pixels to the left. */
	widenOutput: (pixels: number) => Promise<void>;
	close: () => Promise<void>;
}

/** Opens a node of the canvas. */
export async function openNode(page: Page, name: string): Promise<NodePanel> {
	await canvasNode(page, name).dblclick();
	return nodePanel(page);
}

/** The panel that is open. */
export async function nodePanel(page: Page): Promise<NodePanel> {
	const root = byTestId(page, 'ndv');
	await root.waitFor();
	const output = byTestId(root, 'output-panel');
	const parameter = (name: string) => byTestId(root, `parameter-input-${name}`).first();

	const choose = async (name: string, label: string) => {
		await parameter(name).click();
		const options = page.locator('.el-select-dropdown__item').filter({ visible: true });
		await options.filter({ has: page.getByText(label, { exact: true }) }).click();
	};

	return {
		root,
		output,
		parameter,
		fill: (name, text) => parameter(name).locator('input, textarea').first().fill(text),
		choose,
		drag: async (field, name) => {
			const pill = byTestId(root, 'ndv-input-panel').locator(`[data-name="${field}"]`).first();
			await drag(page, await centreOf(pill), () => centreOf(parameter(name)));
			await parameter(name).getByText(`$json.${field}`).waitFor();
		},
		execute: async () => {
			await byTestId(root, 'node-execute-button').click();
			await output.locator('tbody tr, [data-test-id="node-error-message"]').first().waitFor();
			await closeToasts(page);
		},
		table: async () => {
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
		error: async () => ({
			message: (await byTestId(output, 'node-error-message').innerText()).trim(),
			description: (await byTestId(output, 'node-error-description').allInnerTexts())
				.join('\n')
				.trim(),
		}),
		hints: async () =>
			(await byTestId(output, 'node-hint').allInnerTexts()).map((hint) => hint.trim()),
		setOnError: async (label) => {
			await byTestId(root, 'tab-settings').click();
			await choose('onError', label);
			await byTestId(root, 'tab-params').click();
		},
		widenOutput: async (pixels) => {
			const handle = await centreOf(byTestId(root, 'panel-drag-button').first());
			await drag(page, handle, async () => ({ x: handle.x - pixels, y: handle.y }));
		},
		close: () => byTestId(root, 'ndv-close-button').click(),
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
