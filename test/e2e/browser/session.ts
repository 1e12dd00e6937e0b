/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/require-node-api-error -- runs on the developer's machine, never inside n8n */
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { launchChromium } from './chromium';
import { signedInPage } from './editor';
import { PROJECT } from '../../../host';
import { createRealN8n, type RealN8n } from '../support/real-n8n';

/** A person in front of n8n's editor. */
export interface Session extends RealN8n {
	page: Page;
}

/** One n8n, one browser and one page, for all chapters of the browser test. */
export async function startSession(workflows: object[]): Promise<Session> {
	const n8n = await createRealN8n({ workflows, sandbox: { balance: 500 } });
	let browser: Browser | undefined;
	const close = async () => {
		await browser?.close();
		await n8n.close();
	};
	try {
		[browser] = await Promise.all([launchChromium(), n8n.instance.start()]);
		const { url } = n8n.instance;
		const { cookie } = await n8n.instance.setupOwner();
		return { ...n8n, page: await signedInPage(browser, { url, cookie }), close };
	} catch (error) {
		await close();
		throw error;
	}
}

/** A test that leaves a picture of the page in .reports/ when it fails. */
export function picturedTest(page: () => Page, name: string, story: () => Promise<void>): void {
	it(name, async () => {
		try {
			await story();
		} catch (error) {
			const file = `${name.replace(/\W+/g, '-')}.png`;
			await page().screenshot({ path: join(PROJECT, '.reports', file) });
			throw error;
		}
	});
}
