import type { Browser, Page } from 'playwright-core';
import { startSandbox, type Sandbox } from '../../../sandbox';
import { launchChromium } from './session';
import { fetchUnpooled } from '../../../host';

const MANY = 100_000;

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

	const send = async (message: string, recipients: string[]) => {
		const response = await fetchUnpooled(`${sandbox.baseUrl}/sms/bulk/send`, {
			method: 'POST',
			headers: { authorization: `Bearer ${sandbox.token}`, 'content-type': 'application/json' },
			body: JSON.stringify({ sender_id: 'MyShop', recipients: recipients.join('|'), message }),
		});
		expect(response.status).toBe(200);
	};
	const rows = () => page.locator('#messages .row');
	const found = async (count: number) => {
		await rows().nth(count).waitFor({ state: 'detached' });
		await rows()
			.nth(count - 1)
			.waitFor();
	};

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

	it('makes links in a message clickable, and nothing else of it', async () => {
		await send('Answer here: https://example.com/a?b=1&c=2. <b>Bye</b>', ['46701740611']);
		const bubble = page.locator('.bubble').filter({ hasText: 'Answer here' });
		const link = bubble.getByRole('link');
		expect(await link.getAttribute('href')).toBe('https://example.com/a?b=1&c=2');
		expect(await link.getAttribute('rel')).toContain('noopener');
		expect(await bubble.innerText()).toBe('Answer here: https://example.com/a?b=1&c=2. <b>Bye</b>');
	});

	it('asks before it clears, and leaves the balance', async () => {
		await send('To be cleared', ['46701740611']);
		await page.waitForFunction(`document.getElementById('balance').value === '999999'`);
		await page.locator('#clear').click();
		await page.getByRole('button', { name: 'Cancel' }).click();
		await rows().filter({ hasText: 'To be cleared' }).waitFor();

		await page.locator('#clear').click();
		await page.locator('#clear-dialog').getByRole('button', { name: 'Clear' }).click();
		await page.getByText('No messages yet').waitFor();
		expect(sandbox.messageCount()).toBe(0);
		expect(await page.locator('#balance').inputValue()).toBe('999999');
	});

	it('is used with the keyboard: arrows in the tabs and in the list', async () => {
		await send('First', ['46701740611']);
		await send('Second', ['46701740612']);
		await rows().filter({ hasText: 'Second' }).waitFor();
		const selected = () => page.locator('#messages [aria-selected="true"]').innerText();

		await page.locator('#tab-messages').focus();
		await page.keyboard.press('ArrowRight');
		await page.locator('#requests-panel').waitFor();
		await page.keyboard.press('ArrowLeft');
		await page.locator('#messages-panel').waitFor();

		await page.locator('#messages').focus();
		await page.keyboard.press('Home');
		await page.keyboard.press('ArrowDown');
		await page.locator('.bubble').getByText('First').waitFor();
		expect(await selected()).toContain('46701740611');
		await page.keyboard.press('ArrowUp');
		await page.locator('.bubble').getByText('Second').waitFor();
		expect(await selected()).toContain('46701740612');
	});

	it('cuts no number on a narrow screen', async () => {
		const narrow = await browser.newPage({ viewport: { width: 390, height: 800 } });
		const recipients = ['467017406111234', '467017406119876'];
		await send('To long numbers', recipients);
		await narrow.goto(sandbox.url);
		for (const recipient of recipients) {
			const number = narrow.getByText(`to ${recipient}`, { exact: true });
			await number.first().waitFor();
			const cut = await number.first().evaluate((shown) => shown.scrollWidth > shown.clientWidth);
			const { x, width } = (await number.first().boundingBox())!;
			expect({ cut, inside: x + width < 390 }).toStrictEqual({ cut: false, inside: true });
		}
		await narrow.close();
	});

	it(`shows the newest 500 of ${MANY} messages, and finds any of them by its number`, async () => {
		const recipients = Array.from({ length: MANY }, (_, index) => String(33_600_000_000 + index));
		await send('To very many', recipients);
		await page.locator('#message-count').getByText('100,000').waitFor();
		await found(500);
		expect(await rows().first().innerText()).toContain(recipients.at(-1)!);
		await page.getByText('The newest 500 of 100,000.').waitFor({ state: 'attached' });

		await page.locator('#filter').fill(recipients[12_345]!);
		await found(1);
		await rows().filter({ hasText: recipients[12_345] }).waitFor();
	});
});
