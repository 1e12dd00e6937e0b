/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- runs on the developer's machine, never inside n8n */
import { existsSync } from 'node:fs';
import { type Browser, chromium, type Page } from 'playwright-core';
import { Problem } from '../../../host';
import { serveN8n, type ServedN8n } from '../support/served';

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
	return await chromium.launch({ executablePath });
}

/** A person in front of n8n's editor. */
export interface Session extends ServedN8n {
	browser: Browser;
	page: Page;
}

/** One n8n, one browser and one page that is signed in, for all tests of a file. */
export async function startSession(workflows: object[] = []): Promise<Session> {
	const given = workflows.length > 0 ? { workflows: () => workflows } : {};
	const n8n = await serveN8n({ ...given, sandbox: { balance: 500 } });
	const browser = await launchChromium();
	const close = async () => {
		await browser.close();
		await n8n.close();
	};
	const { url } = n8n.instance;
	const context = await browser.newContext({
		viewport: { width: 1440, height: 900 },
		locale: 'en-GB',
		baseURL: url,
	});
	const [name = '', ...value] = n8n.rest.cookie.split('=');
	await context.addCookies([{ name, value: value.join('='), url }]);
	const page = await context.newPage();
	page.setDefaultTimeout(120_000);
	return { ...n8n, browser, page, close };
}
