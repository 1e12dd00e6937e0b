import type { Browser, Page } from 'playwright-core';
import { startSandbox, type Sandbox } from '../../../sandbox';
import { launchChromium } from '../../../scripts/browser/chromium';

const MANY = 100_000;
const ROW_HEIGHT = 84;

describe('the inbox page of the sandbox', () => {
	let sandbox: Sandbox;
	let browser: Browser;
	let page: Page;

	beforeAll(async () => {
		[sandbox, browser] = await Promise.all([
			startSandbox({ balance: 1_000_000 }),
			launchChromium(),
		]);
		page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
		page.setDefaultTimeout(15_000);
	}, 60_000);

	beforeEach(async () => {
		sandbox.reset();
		await page.goto(sandbox.url);
		await page.getByText('No message yet').waitFor();
	});

	afterAll(async () => {
		await browser?.close();
		await sandbox?.close();
	});

	const send = async (message: string, recipients: string[]) => {
		const response = await fetch(`${sandbox.baseUrl}/sms/bulk/send`, {
			method: 'POST',
			headers: { authorization: `Bearer ${sandbox.token}`, 'content-type': 'application/json' },
			body: JSON.stringify({ sender_id: 'MyShop', recipients: recipients.join('|'), message }),
		});
		expect(response.status).toBe(200);
	};
	const rows = () => page.locator('#messages .row');
	const background = () => page.evaluate(`getComputedStyle(document.querySelector('.bar')).color`);
	const scrollTo = (row: number) =>
		page.evaluate(`document.getElementById('messages').scrollTop = ${row * ROW_HEIGHT}`);

	it('shows messages as they arrive, the newest on top', async () => {
		await send('The first', ['46701740611']);
		await rows().filter({ hasText: 'The first' }).waitFor();
		await send('The second', ['46701740612']);
		await rows().filter({ hasText: 'The second' }).waitFor();

		const top = rows().filter({ hasText: 'The second' });
		expect((await top.boundingBox())!.y).toBeLessThan(
			(await rows().filter({ hasText: 'The first' }).boundingBox())!.y,
		);
		await page.locator('#message-count').getByText('2', { exact: true }).waitFor();
	});

	it('finds the messages of one recipient', async () => {
		await send('To three', ['46701740611', '46701740612', '491713920023']);
		await page.locator('#filter').fill('7700');
		await page.waitForFunction(`document.querySelectorAll('#messages .row').length === 1`);
		expect(await rows().innerText()).toContain('491713920023');

		await page.locator('#filter').fill('555');
		await page.getByText('Nothing for this recipient').waitFor();
	});

	it(`stays fast with ${MANY} messages: few rows in the page, any of them in a moment`, async () => {
		const recipients = Array.from({ length: MANY }, (_, index) => String(33_600_000_000 + index));
		await send('To very many', recipients);
		await page.locator('#message-count').getByText('100,000').waitFor();

		for (const index of [50_000, 99_999, 12_345]) {
			const recipient = recipients[MANY - 1 - index]!;
			const began = performance.now();
			await scrollTo(index);
			await rows().filter({ hasText: recipient }).waitFor();
			expect(performance.now() - began).toBeLessThan(3000);
			expect(await rows().count()).toBeLessThan(40);
		}
	});

	it('follows the system from light to dark', async () => {
		await page.emulateMedia({ colorScheme: 'light' });
		const light = await background();
		await page.emulateMedia({ colorScheme: 'dark' });
		expect(await background()).not.toBe(light);
	});
});
