import type { Browser, Page } from 'playwright-core';
import { startSandbox, type Sandbox } from '../../../sandbox';
import { launchChromium } from './session';
import { fetchUnpooled } from '../../../host';

const MANY = 100_000;
const ADA = '46701740611';

describe('the inbox page of the sandbox', () => {
	let sandbox: Sandbox;
	let browser: Browser;
	let page: Page;

	beforeAll(async () => {
		sandbox = await startSandbox({ balance: 1_000_000 });
		browser = await launchChromium();
		page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
		page.setDefaultTimeout(120_000);
	});
	beforeEach(async () => {
		sandbox.reset();
		await page.goto(sandbox.url);
		await page.getByText('No messages yet').waitFor();
	});
	afterAll(async () => {
		await browser?.close();
		await sandbox?.close();
	});

	const row = (text: string) => page.locator('#messages .row').filter({ hasText: text });
	const bubble = (text: string) => page.locator('.bubble').filter({ hasText: text });
	const send = async (message: string, recipients = [ADA]) => {
		const response = await fetchUnpooled(`${sandbox.baseUrl}/sms/bulk/send`, {
			method: 'POST',
			headers: { authorization: `Bearer ${sandbox.token}`, 'content-type': 'application/json' },
			body: JSON.stringify({ sender_id: 'MyShop', recipients: recipients.join('|'), message }),
		});
		expect(response.status).toBe(200);
	};
	/** Waits until that many rows are shown. */
	const found = async (count: number) => {
		await row('').nth(count).waitFor({ state: 'detached' });
		await row('')
			.nth(count - 1)
			.waitFor();
	};

	it('shows messages as they arrive, the newest on top', async () => {
		for (const text of ['The first', 'The second']) {
			await send(text);
			await row(text).waitFor();
		}
		const top = async (text: string) => (await row(text).boundingBox())!.y;
		expect(await top('The second')).toBeLessThan(await top('The first'));
		await page.locator('#message-count').getByText('2', { exact: true }).waitFor();
	});

	it('makes links in a message clickable, and nothing else of it', async () => {
		await send('Answer here: https://example.com/a?b=1&c=2. <b>Bye</b>');
		const link = bubble('Answer here').getByRole('link');
		expect(await link.getAttribute('href')).toBe('https://example.com/a?b=1&c=2');
		expect(await link.getAttribute('rel')).toContain('noopener');
		expect(await bubble('Answer here').innerText()).toContain('c=2. <b>Bye</b>');
	});

	it('asks before it clears, and leaves the balance', async () => {
		await send('To be cleared');
		await page.waitForFunction(`document.getElementById('balance').value === '999999'`);
		await page.locator('#clear').click();
		await page.getByRole('button', { name: 'Cancel' }).click();
		await row('To be cleared').waitFor();

		await page.locator('#clear').click();
		await page.locator('#clear-dialog').getByRole('button', { name: 'Clear' }).click();
		await page.getByText('No messages yet').waitFor();
		expect(sandbox.messageCount()).toBe(0);
		expect(await page.locator('#balance').inputValue()).toBe('999999');
	});

	it('is used with the keyboard: arrows in the tabs and in the list', async () => {
		await send('First');
		await send('Second');
		await row('Second').waitFor();
		await page.locator('#tab-messages').focus();
		for (const [key, panel] of [
			['ArrowRight', '#requests-panel'],
			['ArrowLeft', '#messages-panel'],
		] as const) {
			await page.keyboard.press(key);
			await page.locator(panel).waitFor();
		}
		await page.locator('#messages').focus();
		await page.keyboard.press('Home');
		await page.keyboard.press('ArrowDown');
		await bubble('First').waitFor();
		await page.keyboard.press('ArrowUp');
		await bubble('Second').waitFor();
	});

	it(`shows the newest 500 of ${MANY} messages, and finds any of them by its number`, async () => {
		const recipients = Array.from({ length: MANY }, (_, index) => String(33_600_000_000 + index));
		await send('To very many', recipients);
		await page.locator('#message-count').getByText('100,000').waitFor();
		await found(500);
		expect(await row('').first().innerText()).toContain(recipients.at(-1)!);
		await page.getByText('The newest 500 of 100,000.').waitFor({ state: 'attached' });

		await page.locator('#filter').fill(recipients[12_345]!);
		await found(1);
		await row(recipients[12_345]!).waitFor();
	});
});
