/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on the developer's machine, never inside n8n */
import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { magicNumber } from '../../sandbox';
import { launchChromium } from './browser/chromium';
import { fetchUnpooled, itemsOf, type RestClient, type Run, until } from '../../host';
import type { ChatModel } from './support/chat-model';
import { askingAgent } from './support/asking-agent';
import { answerLink, linkIn } from './support/link';
import { serveAgent, type ServedAgent } from './support/served-agent';
import { items, manualTrigger, noOp, smsGateway, workflow } from '../../host/workflow';

const NODE = 'SMS Gateway';
const OWNER = '491713920023';
/** The sandbox refuses every SMS to it. */
const REFUSED = '12045550100';
/** The sandbox accepts its SMS at once and responds later. */
const ANSWERED_LATE = magicNumber('8103');
const QUESTION = "May I refund 240 € to <Ada & Ben>?\nIt's order 1042.";
const DOUBLE = { approvalOptions: { values: { approvalType: 'double' } } };
const FREE_TEXT = { responseType: 'freeText' };
/** 1.2 seconds. n8n looks once a minute and when it starts, so until then the execution waits on. */
const SHORT = { limitWaitTime: { values: { resumeAmount: 0.02, resumeUnit: 'minutes' } } };

const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

describe('Send and Wait for Response', () => {
	let n8n: ServedAgent;
	let rest: RestClient;
	let model: ChatModel;
	let browser: Browser;
	let phone: Page;

	beforeAll(async () => {
		[n8n, browser] = await Promise.all([serveAgent(() => []), launchChromium()]);
		({ rest, model } = n8n);
		phone = await browser.newPage({ viewport: { width: 390, height: 844 } });
	});

	beforeEach(() => n8n.sandbox.reset());

	afterAll(async () => {
		await browser?.close();
		await n8n?.close();
	});

	const waits = (executionId: string) =>
		until(`execution ${executionId} to wait`, async () =>
			(await statusOf(executionId)) === 'waiting' ? true : undefined,
		);

	const statusOf = async (executionId: string) => (await rest.execution(executionId)).status;
	const outputOf = (run: Run) => itemsOf(run, NODE).map(({ json }) => json);
	const lastLink = () => linkIn(n8n.sandbox.messages().at(-1)!.text);

	/** Asks in a new execution; resolves once it waits, to the link that the phone got. */
	async function ask(parameters: object = DOUBLE, options: object = {}) {
		const executionId = await beginToAsk(parameters, options);
		await waits(executionId);
		return { executionId, link: lastLink() };
	}

	async function beginToAsk(parameters: object, options: object = {}): Promise<string> {
		const asking = smsGateway({
			operation: 'sendAndWait',
			senderId: 'SHOP',
			recipient: `+${OWNER}`,
			message: '={{ $json.question }}',
			options,
			...parameters,
		});
		const chain = [manualTrigger(), items([{ question: QUESTION }]), asking, noOp('Next')];
		const id = await rest.createWorkflow(workflow('ask', chain));
		return await rest.runWorkflow(id);
	}

	describe('on the phone', () => {
		it('continues with the tap on Approve', async () => {
			const { executionId, link } = await ask();
			await phone.goto(link);
			expect(await phone.locator('main p').innerText()).toBe(QUESTION);
			expect(await statusOf(executionId)).toBe('waiting');

			await phone.getByRole('button', { name: 'Approve' }).click();
			expect(await phone.locator('main').innerText()).toMatch(/^SHOP\s+Thank you\.[^]*Approve/);
			const run = await rest.waitForExecution(executionId);
			expect(outputOf(run)).toStrictEqual([
				expect.objectContaining({
					recipient: `+${OWNER}`,
					status: 'accepted',
					smsCount: 2,
					answered: true,
					data: { approved: true, respondedAt: expect.any(String) },
				}),
			]);
			expect(itemsOf(run, 'Next')).toHaveLength(1);
		});

		it('continues with the tap on Decline where the browser runs no script', async () => {
			const { executionId, link } = await ask();
			const plain = await browser.newPage({ javaScriptEnabled: false });
			await plain.goto(link);
			await plain.getByRole('button', { name: 'Decline' }).click();
			expect(await plain.locator('main').innerText()).toContain('Decline');
			await plain.close();
			const run = await rest.waitForExecution(executionId);
			expect(outputOf(run)).toMatchObject([{ data: { approved: false } }]);
		});

		it('shows the recorded answer after a hasty double tap', async () => {
			const { executionId, link } = await ask();
			await phone.goto(link);
			await phone.getByRole('button', { name: 'Decline' }).dblclick();
			await phone.getByText('Thank you.').waitFor();
			const run = await rest.waitForExecution(executionId);
			expect(outputOf(run)).toMatchObject([{ data: { approved: false } }]);
		});

		it('continues with the text that was written', async () => {
			const { executionId, link } = await ask(FREE_TEXT);
			await phone.goto(link);
			await phone.getByLabel('Your answer').fill('No.\nAsk <Ben> first.');
			await phone.getByRole('button', { name: 'Submit' }).click();
			await phone.getByText('Ask <Ben> first.').waitFor();
			const run = await rest.waitForExecution(executionId);
			expect(outputOf(run)).toMatchObject([{ data: { text: 'No.\nAsk <Ben> first.' } }]);
		});

		it.each([
			['light', DOUBLE],
			['dark', FREE_TEXT],
		] as const)('is readable for everybody, %s, and asks nobody else', async (scheme, kind) => {
			const { link } = await ask(kind);
			const page = await browser.newPage({
				viewport: { width: 320, height: 480 },
				colorScheme: scheme,
			});
			const requests: string[] = [];
			const complaints: string[] = [];
			page.on('request', (request) => requests.push(request.url()));
			page.on('console', (message) => complaints.push(message.text()));
			await page.goto(link);
			expect(await violationsOf(page)).toStrictEqual([]);
			if (kind === FREE_TEXT) await page.getByLabel('Your answer').fill('Yes');
			await page.getByRole('button').first().click();
			await page.getByText('Thank you.').waitFor();
			expect(await violationsOf(page)).toStrictEqual([]);
			expect(new Set(requests.filter((url) => !url.startsWith('data:')))).toStrictEqual(
				new Set([link]),
			);
			expect(complaints).toStrictEqual([]);
			await page.close();
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

	describe('a link', () => {
		it('is opened by a scanner, and decides nothing', async () => {
			const { executionId, link } = await ask();
			const headers = { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1)' };
			const [get, head] = [
				await fetchUnpooled(link, { headers }),
				await fetchUnpooled(link, { method: 'HEAD' }),
			];

			expect([get.status, head.status]).toStrictEqual([200, 200]);
			expect(get.headers.get('content-security-policy')).toMatch(/^default-src 'none'; /);
			expect(get.headers.get('cache-control')).toBe('no-store');
			expect(await get.text()).toContain('<form');
			expect(await statusOf(executionId)).toBe('waiting');
		});

		it('decides nothing with a wrong signature, nor with that of another execution', async () => {
			const [{ executionId, link }, other] = [await ask(), await ask()];
			const wrong = new URL(link);
			wrong.searchParams.set('signature', new URL(other.link).searchParams.get('signature')!);
			for (const url of [wrong.href, link.split('?')[0]!]) {
				expect((await answerLink(url, { answer: 'approve' })).status).toBe(401);
			}
			expect(await statusOf(executionId)).toBe('waiting');
		});

		it('thanks nobody who comes before n8n has saved that the execution waits, and asks later', async () => {
			n8n.sandbox.setLateAnswer(15_000);
			const executionId = await beginToAsk({ ...DOUBLE, recipient: ANSWERED_LATE });
			await n8n.sandbox.until(({ messageCount }) => messageCount() === 1);
			const link = lastLink();
			for (const early of [
				await fetchUnpooled(link),
				await answerLink(link, { answer: 'decline' }),
			]) {
				expect(early.ok).toBe(false);
				expect(await early.text()).not.toContain('Thank you.');
			}

			await waits(executionId);
			await answerLink(link, { answer: 'approve' });
			const run = await rest.waitForExecution(executionId);
			expect(outputOf(run)).toMatchObject([{ answered: true, data: { approved: true } }]);
		});

		it('takes one of two answers that come at once', async () => {
			const { executionId, link } = await ask();
			const answers = ['approve', 'decline', 'approve', 'decline'];
			const pages = await Promise.all(
				answers.map(async (answer) => (await answerLink(link, { answer })).text()),
			);
			const run = await rest.waitForExecution(executionId);
			const { approved } = outputOf(run)[0]!.data as { approved: boolean };
			const recorded = pages.filter((page) => page.includes('Thank you.'));
			expect(recorded.length).toBeGreaterThan(0);
			for (const page of recorded) {
				expect(page).toContain(`class="answer">${approved ? 'Approve' : 'Decline'}</p>`);
			}
			expect(run.data.resultData.runData.Next).toHaveLength(1);
		});

		it('says that there is nothing to do once the execution has ended', async () => {
			const { executionId, link } = await ask();
			await answerLink(link, { answer: 'approve' });
			const before = outputOf(await rest.waitForExecution(executionId));
			for (const response of [
				await fetchUnpooled(link),
				await answerLink(link, { answer: 'decline' }),
			]) {
				expect(await response.text()).toContain('No action required');
			}
			expect(outputOf(await rest.execution(executionId))).toStrictEqual(before);
		});
	});

	it('outlives a restart of n8n, and so does its limit', async () => {
		const { executionId, link } = await ask();
		const expiring = await until('a question that expired between two looks of n8n', async () => {
			const asked = await ask(DOUBLE, SHORT);
			await until('its end', async () => {
				const { ok } = await fetchUnpooled(asked.link);
				return ok && (await statusOf(asked.executionId)) === 'waiting' ? undefined : true;
			});
			const pages = [
				await fetchUnpooled(asked.link),
				await answerLink(asked.link, { answer: 'approve' }),
			];
			// At any moment n8n looks, and goes on with it: then it has its own words for a visitor.
			return (await statusOf(asked.executionId)) === 'waiting' ? { ...asked, pages } : undefined;
		});
		for (const page of expiring.pages) {
			expect(page.status).toBe(410);
			expect(await page.text()).toContain('This question has expired.');
		}
		await n8n.instance.stop();
		await n8n.instance.start();
		rest = await n8n.instance.setupOwner();

		await phone.goto(link);
		await phone.getByRole('button', { name: 'Approve' }).click();
		await phone.getByText('Thank you.').waitFor();
		const run = await rest.waitForExecution(executionId);
		expect(outputOf(run)).toMatchObject([{ recipient: `+${OWNER}`, data: { approved: true } }]);

		const expired = await rest.waitForExecution(expiring.executionId);
		expect(outputOf(expired)).toMatchObject([
			{ recipient: `+${OWNER}`, status: 'accepted', answered: false, data: {} },
		]);
		expect(itemsOf(expired, 'Next')).toHaveLength(1);
		expect(await (await fetchUnpooled(expiring.link)).text()).toContain('No action required');
	});

	describe("an AI agent's refund", () => {
		const REFUND = { tool: 'Refund', with: { toolParameters: { message: '240' } } };
		const refunds = () => n8n.sandbox.messages().filter(({ text }) => /^Refund/.test(text));

		async function agentWants(owner = OWNER): Promise<string> {
			model.says([[REFUND], 'Done.']);
			const id = await rest.createWorkflow(askingAgent(owner, model.credential));
			return await rest.runWorkflow(id, 'Start');
		}

		it.each([
			['Approve', 1],
			['Decline', 0],
		])('after %s is done %d times', async (label, times) => {
			const executionId = await agentWants();
			await waits(executionId);
			expect(refunds()).toStrictEqual([]);
			expect(n8n.sandbox.messages()[0]!.text).toContain('240');

			await phone.goto(lastLink());
			await phone.getByRole('button', { name: label }).click();
			const run = await rest.waitForExecution(executionId);
			expect(run.data.resultData.error).toBeUndefined();
			expect(itemsOf(run, 'AI Agent')[0]?.json.output).toBe('Done.');
			expect(refunds()).toHaveLength(times);
			if (times === 0) expect(model.toolResults()[0]).toContain('User rejected the tool call');
		});

		it('is not done where the question could not be sent', async () => {
			const run = await rest.waitForExecution(await agentWants(REFUSED));
			expect(n8n.sandbox.requests()).toHaveLength(1);
			expect(refunds()).toStrictEqual([]);
			expect(run.data.resultData.runData.Refund).toBeUndefined();
		});
	});
});
