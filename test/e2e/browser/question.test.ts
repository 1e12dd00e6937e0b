/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on the developer's machine, never inside n8n */
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { PAGE_HEADERS, takenPage } from '../../../nodes/SmsGateway/question/page';
import type { Question } from '../../../nodes/SmsGateway/question/question';
import { ADA, outcomesOf } from '../support/campaign';
import { askIn, DOUBLE } from '../support/link';
import { startSession, type Session } from './session';

const QUESTION = "May I refund 240 € to <Ada & Ben>?\nIt's order 1042.";
const LONG = 'Rückerstattungsgenehmigungsverfahren';
const TWO = { approvalOptions: { values: { approvalType: 'double', disapproveLabel: LONG } } };
const FREE_TEXT = { responseType: 'freeText', options: { responseFormButtonLabel: LONG } };
/** Whether what has the focus is in sight, and what shows that it has it. */
const FOCUS = `(() => {
	const { top, bottom } = document.activeElement.getBoundingClientRect();
	const isSeen = top < innerHeight && bottom > 0;
	return isSeen + ' ' + getComputedStyle(document.activeElement).outline;
})()`;
const CUT_OFF = `[...document.querySelectorAll('main, main *')].filter((one) => {
	const { left, right } = one.getBoundingClientRect();
	const isTooHigh = one.scrollHeight > one.clientHeight && one.tagName !== 'TEXTAREA';
	return left < 0 || right > innerWidth || one.scrollWidth > one.clientWidth || isTooHigh;
}).map(({ outerHTML }) => outerHTML)`;
const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

describe('the page of a question, on a phone', () => {
	let session: Session;
	beforeAll(async () => {
		session = await startSession();
	});
	afterAll(() => session?.close());

	/** Asks in a new execution; resolves once it waits, to the page behind the link. */
	async function ask(parameters: object, options: object = {}) {
		const { rest, browser } = session;
		const { executionId, linkOf } = await askIn(session, { message: QUESTION, ...parameters });
		const viewport = { width: 320, height: 480 };
		const phone = await browser.newPage({ viewport, ...options });
		const link = linkOf(ADA);
		const open = async () => await phone.goto(link);
		const ended = async () => outcomesOf(await rest.waitForExecution(executionId));
		return { phone, link, open, ended };
	}

	it.each([
		['a tap on Approve', 'Approve', {}],
		['a hasty double tap on Decline', 'Decline', {}],
		['a tap on Decline without script', 'Decline', { javaScriptEnabled: false }],
	] as const)('goes on with %s', async (how, name, options) => {
		const { phone, open, ended } = await ask(DOUBLE, options);
		await open();
		expect(await phone.locator('main p').innerText()).toBe(QUESTION);
		const button = phone.getByRole('button', { name });
		await (how.includes('double') ? button.dblclick() : button.click());
		await phone.getByText('Thank you.').waitFor();
		expect(await phone.locator('main').innerText()).toMatch(/^SHOP\s+Thank you\./);
		expect(await ended()).toMatchObject([
			{ answered: true, data: { approved: name === 'Approve' } },
		]);
	});

	it.each([
		['light', TWO, ['Approve', LONG]],
		['dark', FREE_TEXT, ['Your answer', LONG]],
	] as const)(
		'is readable for everybody, and for a keyboard, %s, and asks nobody else',
		async (colorScheme, kind, names) => {
			const { phone, link, open, ended } = await ask(kind, { colorScheme });
			const requests: string[] = [];
			const complaints: string[] = [];
			phone.on('request', (request) => requests.push(request.url()));
			phone.on('console', (message) => complaints.push(message.text()));
			await open();
			expect(await wrongsOf(phone)).toStrictEqual([]);
			for (const name of names) {
				await phone.keyboard.press('Tab');
				const role = name === 'Your answer' ? 'textbox' : 'button';
				const one = phone.getByRole(role, { name, exact: true });
				await one.and(phone.locator(':focus-visible')).waitFor({ timeout: 5000 });
				expect(await phone.evaluate(FOCUS)).toMatch(/^true .* solid 3px$/);
				if (role === 'textbox') await phone.keyboard.insertText('No.\nAsk <Ben> first.');
			}
			await phone.keyboard.press('Enter');
			await phone.getByRole('status').getByText('Thank you.').waitFor();
			expect(await wrongsOf(phone)).toStrictEqual([]);
			const data = kind === FREE_TEXT ? { text: 'No.\nAsk <Ben> first.' } : { approved: false };
			expect(await ended()).toMatchObject([{ data }]);

			// What the link of another recipient shows until n8n goes on.
			const body = takenPage({ title: 'SHOP' } as Question);
			await phone.route(
				link,
				async (route) => await route.fulfill({ body, headers: PAGE_HEADERS }),
			);
			await open();
			await phone.getByRole('status').getByText('This question has been answered.').waitFor();
			expect(await wrongsOf(phone)).toStrictEqual([]);
			expect(new Set(requests.filter((url) => !url.startsWith('data:')))).toStrictEqual(
				new Set([link]),
			);
			expect(complaints).toStrictEqual([]);
		},
	);

	/** What axe-core finds and what is cut off on a narrow phone, with text as it is and, from then on, twice as large. */
	async function wrongsOf(page: Page): Promise<string[]> {
		const found: string[] = [];
		for (const size of ['100%', '200%']) {
			await page.evaluate(`document.documentElement.style.fontSize = '${size}'`);
			expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(320);
			found.push(...(await page.evaluate<string[]>(CUT_OFF)));
			const { violations } = await page.evaluate<{ violations: Array<{ help: string }> }>(
				`(() => { ${AXE}; return axe.run(); })()`,
			);
			found.push(...violations.map(({ help }) => help));
		}
		return found;
	}
});
