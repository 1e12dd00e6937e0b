/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on the developer's machine, never inside n8n */
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { until } from '../../../host';
import { ADA, campaign, outcomesOf } from '../support/campaign';
import { linkIn } from '../support/link';
import { startSession, type Session } from './session';

const QUESTION = "May I refund 240 € to <Ada & Ben>?\nIt's order 1042.";
const DOUBLE = { approvalOptions: { values: { approvalType: 'double' } } };
const FREE_TEXT = { responseType: 'freeText' };
const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

describe('the page of a question, on a phone', () => {
	let session: Session;
	beforeAll(async () => {
		session = await startSession();
	});
	afterAll(() => session?.close());

	/** Asks in a new execution; resolves once it waits, to the page behind the link. */
	async function ask(parameters: object, options: object = {}) {
		const { sandbox, rest, launch, browser } = session;
		const asking = { operation: 'sendAndWait', message: QUESTION, options: {}, ...parameters };
		const before = sandbox.messageCount();
		const { executionId } = await launch(campaign([ADA], asking));
		await sandbox.until(({ messageCount }) => messageCount() > before);
		await until('the execution to wait', async () =>
			(await rest.execution(executionId)).status === 'waiting' ? true : undefined,
		);
		const viewport = { width: 320, height: 480 };
		const phone = await browser.newPage({ viewport, ...options });
		const link = linkIn(sandbox.messages().at(-1)!.text);
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
		['light', DOUBLE],
		['dark', FREE_TEXT],
	] as const)('is readable for everybody, %s, and asks nobody else', async (colorScheme, kind) => {
		const { phone, link, open, ended } = await ask(kind, { colorScheme });
		const requests: string[] = [];
		const complaints: string[] = [];
		phone.on('request', (request) => requests.push(request.url()));
		phone.on('console', (message) => complaints.push(message.text()));
		await open();
		expect(await violationsOf(phone)).toStrictEqual([]);
		if (kind === FREE_TEXT) await phone.getByLabel('Your answer').fill('No.\nAsk <Ben> first.');
		await phone.getByRole('button').first().click();
		await phone.getByText('Thank you.').waitFor();
		expect(await violationsOf(phone)).toStrictEqual([]);
		expect(new Set(requests.filter((url) => !url.startsWith('data:')))).toStrictEqual(
			new Set([link]),
		);
		expect(complaints).toStrictEqual([]);
		const data = kind === FREE_TEXT ? { text: 'No.\nAsk <Ben> first.' } : { approved: true };
		expect(await ended()).toMatchObject([{ data }]);
	});

	/** What axe-core finds, at the width of the page. */
	async function violationsOf(page: Page): Promise<string[]> {
		expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(320);
		const found = (await page.evaluate(`(() => { ${AXE}; return axe.run(); })()`)) as {
			violations: Array<{ id: string; help: string }>;
		};
		return found.violations.map(({ id, help }) => `${id}: ${help}`);
	}
});
