import type { Locator } from 'playwright-core';
import { byTestId, canvasNode, nodePanel } from './node-panel';
import { startSession, type Session } from './session';
import { ADA } from '../support/campaign';
import { WORKFLOWS } from './workflows';

const NODE = 'SMS Gateway';

describe('the node in the editor', () => {
	let session: Session;
	beforeAll(async () => {
		session = await startSession(Object.values(WORKFLOWS));
	});
	beforeEach(() => session.sandbox.reset());
	afterAll(() => session?.close());

	/** Opens a workflow in the editor. */
	const open = async (id: keyof typeof WORKFLOWS) => {
		await session.page.goto(`/workflow/${id}`);
		await byTestId(session.page, 'canvas-node').first().waitFor();
	};
	const openAtNode = async (id: keyof typeof WORKFLOWS) => {
		await open(id);
		await canvasNode(session.page, NODE).dblclick();
		return await nodePanel(session.page);
	};

	/** Searches behind the start of an empty workflow; resolves to the panel that lists what the node can do. */
	async function chooseNode(): Promise<Locator> {
		const { page } = session;
		await open('empty');
		await byTestId(canvasNode(page, 'Start'), 'canvas-handle-plus').click();
		await byTestId(page, 'node-creator-search-bar').fill('SMS');
		const panel = byTestId(page, 'node-creator');
		const entry = byTestId(panel, 'item-iterator-item').filter({ hasText: NODE });
		await entry.waitFor();
		expect(await entry.innerText()).toContain('Send SMS to one or many recipients');
		const icon = entry.locator('img').first();
		await icon.evaluate((image: { decode: () => Promise<void> }) => image.decode());

		const name = byTestId(panel, 'node-creator-item-name').getByText(NODE, { exact: true }).first();
		await name.click();
		await panel.getByText('Node details').waitFor();
		// The list before slides out while this one slides in.
		await name.waitFor({ state: 'hidden' });
		return panel;
	}

	it('is found by "SMS", with icon and description, and lists its actions', async () => {
		const panel = await chooseNode();
		expect(await byTestId(panel, 'node-creator-item-name').allInnerTexts()).toStrictEqual([
			'Send SMS',
			'Send SMS to many recipients',
			'Send SMS and wait for response',
			'Preview SMS without sending',
			'Check phone number',
			'Get SMS balance',
		]);
	});

	it('from nothing to the first SMS takes an action, a credential and three fields', async () => {
		const { page, sandbox } = session;
		await (await chooseNode()).getByText('Send SMS', { exact: true }).click();
		const node = await nodePanel(page);
		await byTestId(node.root, 'node-credentials-select').click();
		await byTestId(page, 'node-credentials-select-item-new').click();
		const dialog = byTestId(page, 'credential-edit-dialog');
		const fields = { baseUrl: sandbox.baseUrl, accessToken: sandbox.token };
		for (const [name, text] of Object.entries(fields)) {
			await byTestId(dialog, `parameter-input-${name}`).locator('input').first().fill(text);
		}
		// n8n tests it, and closes the dialog when it is good.
		await byTestId(page, 'credential-save-button').locator('button').click();
		await dialog.waitFor({ state: 'hidden' });
		await node.fill('senderId', 'MyShop');
		await node.drag('phone', 'recipient');
		await node.fill('message', 'Hello ');
		await node.drag('name', 'message');
		await node.execute();

		expect(await node.table()).toMatchObject([{ recipient: ADA, status: 'accepted' }]);
		expect(sandbox.messages()).toMatchObject([{ recipient: '46701740611', sender: 'MyShop' }]);
		expect(sandbox.messages()[0]?.text).toMatch(/^Hello +Ada$/);
	});

	// n8n deletes the values of a setting that the operation chosen next does not have.
	it('a detour over Preview leaves the safeguards as they were: nobody else gets an SMS', async () => {
		const { sandbox } = session;
		const node = await openAtNode('tried');
		await node.choose('operation', 'Preview');
		await node.execute();
		expect(await node.hints()).toStrictEqual([
			expect.stringMatching(/^Would send 3 SMS to 3 recipients/),
			expect.stringContaining("only 'Safeguards > Test Recipients' get an SMS"),
		]);

		await node.choose('operation', 'Bulk Send');
		await byTestId(node.root, 'node-execute-button').click();
		await sandbox.until(({ messageCount }) => messageCount() > 0);
		expect(sandbox.messages()).toMatchObject([{ recipient: '46701740611' }]);
	});

	it('what went wrong stands in the output: message and description', async () => {
		const node = await openAtNode('invalid');
		await node.execute();

		const { message, description } = await node.error();
		expect(message).not.toContain('12');
		expect(description).toContain('"12"');
		expect(session.sandbox.requests()).toStrictEqual([]);
	});
});
