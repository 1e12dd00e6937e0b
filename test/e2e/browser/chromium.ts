/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- runs on the developer's machine, never inside n8n */
import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';
import { Problem } from '../../../host';

const PLACES = [
	'/usr/bin/chromium',
	'/usr/bin/chromium-browser',
	'/usr/bin/google-chrome',
	'/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
	'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** Starts the Chromium or Chrome of this machine without a window; CHROMIUM names another. */
export async function launchChromium(): Promise<Browser> {
	const executablePath = process.env.CHROMIUM ?? PLACES.find((place) => existsSync(place));
	if (executablePath === undefined) {
		throw new Problem('Chromium was not found: install it, or set CHROMIUM to its program file.');
	}
	// Text looks the same everywhere.
	return await chromium.launch({ executablePath, args: ['--font-render-hinting=none'] });
}
