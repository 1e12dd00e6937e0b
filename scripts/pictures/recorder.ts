/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on the developer's machine, never inside n8n */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { applyPalette, GIFEncoder, quantize } from 'gifenc';
import type { Browser, Locator, Page } from 'playwright-core';
import { PNG } from 'pngjs';
import { print } from '../command-line';
import { PROJECT } from '../host';

function save(file: string, content: Uint8Array): void {
	writeFileSync(join(PROJECT, 'docs', 'images', file), content);
	print(`docs/images/${file}`);
}

/** In the page: waits for pictures, and for what fades in or out, but not for what turns for ever. */
const STILL = `Promise.allSettled([
	...[...document.images].map((image) => image.decode()),
	...document.getAnimations()
		.filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity)
		.map(({ finished }) => finished),
])`;

async function stillOf(page: Page, clip?: { x: number; y: number; width: number; height: number }) {
	await page.mouse.move(0, 0);
	await page.evaluate(STILL);
	// The arrows to the nodes before and behind lie over the edge of the panel.
	const style = '[data-node-placement] { visibility: hidden !important }';
	return await page.screenshot({ animations: 'disabled', caret: 'hide', clip, style });
}

/** The whole page. */
export async function takePage(page: Page, name: string): Promise<void> {
	save(`${name}.png`, await stillOf(page));
}

export async function takeElement(name: string, element: Locator): Promise<void> {
	await element.waitFor();
	save(`${name}.png`, await stillOf(element.page(), (await element.boundingBox())!));
}

/** The output of a node, down to the last element that is to be seen. */
export async function takeOutput(name: string, output: Locator, last: Locator): Promise<void> {
	await last.waitFor();
	const panel = (await output.boundingBox())!;
	const { y, height } = (await last.boundingBox())!;
	save(`${name}.png`, await stillOf(output.page(), { ...panel, height: y + height - panel.y }));
}

/** A film of stills: nothing moves that nobody can read. The page has this size. */
export async function createFilm(
	browser: Browser,
	{ width, height }: { width: number; height: number },
) {
	const strip = 64;
	const stage = await browser.newPage({ viewport: { width, height: height + strip } });
	const gif = GIFEncoder();
	return {
		/** Shows the page as it is now for some seconds, with a sentence below it. */
		async show(page: Page, sentence: string, seconds = 3): Promise<void> {
			const picture = (await stillOf(page)).toString('base64');
			await stage.setContent(
				`<body style="margin:0;background:#101828">
				<img style="display:block;width:100%;height:${height}px" src="data:image/png;base64,${picture}">
				<p style="margin:0;height:${strip}px;display:grid;place-items:center;color:#fff;font:500 22px system-ui,sans-serif">${sentence}</p></body>`,
			);
			await stage.locator('img').evaluate('(img) => img.decode()');
			const { data } = PNG.sync.read(await stage.screenshot());
			const palette = quantize(data, 256);
			const options = { palette, delay: 1000 * seconds };
			gif.writeFrame(applyPalette(data, palette), width, height + strip, options);
		},
		save(name: string): void {
			gif.finish();
			save(`${name}.gif`, gif.bytes());
		},
	};
}
