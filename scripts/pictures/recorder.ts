/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on the developer's machine, never inside n8n */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { applyPalette, GIFEncoder, quantize } from 'gifenc';
import type { Browser, Locator, Page } from 'playwright-core';
import { PNG } from 'pngjs';
import { print } from '../command-line';
import { PROJECT } from '../host';

const FOLDER = join(PROJECT, 'docs', 'images');
/** Pixels. The pages that show them are narrower: what is wider cannot be read there. */
const WIDEST = 1000;

/** In the page: waits for pictures, and for what fades in or out, but not for what turns for ever. */
const STILL = `Promise.allSettled([
	...[...document.images].map((image) => image.decode()),
	...document.getAnimations()
		.filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity)
		.map(({ finished }) => finished),
])`;

async function stillOf(page: Page, clip?: { x: number; y: number; width: number; height: number }) {
	await page.evaluate(STILL);
	// The arrows to the nodes before and behind lie over the edge of the panel.
	const style = '[data-node-placement] { visibility: hidden !important }';
	return await page.screenshot({ animations: 'disabled', caret: 'hide', clip, style });
}

/** Takes a picture of these elements and what lies between and around them, or of the whole page. */
export async function take(
	page: Page,
	name: string,
	parts: Locator[] = [],
	around = 0,
): Promise<void> {
	await page.mouse.move(0, 0);
	const boxes = await Promise.all(parts.map(async (part) => (await part.boundingBox())!));
	const view = page.viewportSize()!;
	const left = Math.max(0, Math.min(...boxes.map(({ x }) => x)) - around);
	const top = Math.max(0, Math.min(...boxes.map(({ y }) => y)) - around);
	const right = Math.min(view.width, Math.max(...boxes.map(({ x, width }) => x + width)) + around);
	const bottom = Math.min(
		view.height,
		Math.max(...boxes.map(({ y, height }) => y + height)) + around,
	);
	const clip = { x: left, y: top, width: right - left, height: bottom - top };
	const width = parts.length > 0 ? clip.width : view.width;
	if (width > WIDEST) throw new Error(`${name} would be ${Math.round(width)} pixels wide`);
	const picture = await stillOf(page, parts.length > 0 ? clip : undefined);
	writeFileSync(join(FOLDER, `${name}.png`), picture);
	print(`docs/images/${name}.png`);
}

export interface Film {
	/** Shows the page as it is now for some seconds, with a sentence below it. */
	show(page: Page, sentence: string, seconds?: number): Promise<void>;
	/** Writes docs/images/<name>.gif. */
	save(name: string): void;
}

/** A film of stills: nothing moves that nobody can read. */
export async function createFilm(browser: Browser, height: number): Promise<Film> {
	const strip = 64;
	const viewport = { width: WIDEST, height: height + strip };
	const stage = await browser.newPage({ viewport });
	const gif = GIFEncoder();
	return {
		async show(page, sentence, seconds = 3) {
			const picture = (await stillOf(page)).toString('base64');
			await stage.setContent(
				`<body style="margin:0;background:#101828">
				<img style="display:block;width:100%;height:${height}px;object-fit:cover;object-position:top" src="data:image/png;base64,${picture}">
				<p style="margin:0;height:${strip}px;display:grid;place-items:center;color:#fff;font:500 22px system-ui,sans-serif"></p></body>`,
			);
			await stage.locator('p').evaluate((line, text) => (line.textContent = text), sentence);
			await stage.locator('img').evaluate('(img) => img.decode()');
			const { data, width } = PNG.sync.read(await stage.screenshot());
			const palette = quantize(data, 256);
			const frame = applyPalette(data, palette);
			gif.writeFrame(frame, width, viewport.height, { palette, delay: 1000 * seconds });
		},
		save(name) {
			gif.finish();
			writeFileSync(join(FOLDER, `${name}.gif`), gif.bytes());
			print(`docs/images/${name}.gif`);
		},
	};
}
