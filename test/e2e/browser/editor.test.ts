import { byTestId, chooseNode, openWorkflow, searchNodes } from './editor';
import { newCredential } from './credential-dialog';
import { nodePanel, openNode } from './node-panel';
import { picturedTest, startSession, type Session } from './session';
import { ADA, BEN } from '../support/campaign';
import { WORKFLOWS } from './workflows';

const NODE = 'SMS Gateway';

describe('the node in the editor', () => {
	let session: Session;

	beforeAll(async () => {
		session = await startSession(Object.values(WORKFLOWS));
	});

	beforeEach(() => session.sandbox.reset());

	afterAll(() => session?.close());

	const shows = (name: string, story: () => Promise<void>) =>
		picturedTest(() => session.page, name, story);

	/** Opens a workflow at its node under test. */
	const openAt = async (id: keyof typeof WORKFLOWS, node = NODE) => {
		await openWorkflow(session.page, id);
		return openNode(session.page, node);
	};

	describe('in the nodes panel', () => {
		shows('is found by "SMS", with icon and description, and lists its actions', async () => {
			const { page } = session;
			await openWorkflow(page, 'empty');
			const panel = await searchNodes(page, 'SMS', 'Start');

			const entry = byTestId(panel, 'item-iterator-item').filter({ hasText: NODE });
			await entry.waitFor();
			expect(await entry.innerText()).toContain('Send SMS to one or many recipients');
			const icon = entry.locator('img').first();
			await icon.evaluate((image: { decode: () => Promise<void> }) => image.decode());

			await chooseNode(panel, NODE);
			expect(await byTestId(panel, 'node-creator-item-name').allInnerTexts()).toStrictEqual([
				'Send SMS',
				'Send SMS to many recipients',
				'Send SMS and wait for response',
				'Preview SMS without sending',
				'Check phone number',
				'Get SMS balance',
			]);
		});
	});

	describe('from nothing to the first SMS', () => {
		shows('takes an action, a credential and three fields', async () => {
			const { page, sandbox } = session;
			await openWorkflow(page, 'empty');
			const panel = await searchNodes(page, 'SMS', 'Start');
			await chooseNode(panel, NODE);
			await panel.getByText('Send SMS', { exact: true }).click();

			const node = await nodePanel(page);
			const credential = await newCredential(page, node);
			await credential.fill({ baseUrl: sandbox.baseUrl, accessToken: sandbox.token });
			expect(await credential.save()).toBeUndefined();
			await node.fill('senderId', 'MyShop');
			await node.drag('phone', 'recipient');
			await node.fill('message', 'Hello ');
			await node.drag('name', 'message');
			await node.execute();

			expect(await node.table()).toMatchObject([{ recipient: ADA, status: 'accepted' }]);
			expect(sandbox.messages()).toMatchObject([{ recipient: '46701740611', sender: 'MyShop' }]);
			expect(sandbox.messages()[0]?.text).toMatch(/^Hello +Ada$/);
		});
	});

	describe('the credential', () => {
		shows(
			'says what to do about each thing that is wrong with it, and when it is right',
			async () => {
				const { page, sandbox } = session;
				const node = await openAt('bulk');
				const credential = await newCredential(page, node);
				const right = { baseUrl: sandbox.baseUrl, accessToken: sandbox.token };
				const tryWith = async (fields: Partial<typeof right>) => {
					await credential.fill({ ...right, ...fields });
					return credential.save();
				};

				expect(await tryWith({ accessToken: 'not-the-token' })).toMatch(/HTTP 401/);
				expect(await tryWith({ baseUrl: sandbox.url })).toMatch(/'Base URL'/);
				expect(await tryWith({ baseUrl: 'http://127.0.0.1:1/api/v1' })).toMatch(
					/^No connection to the SMS service/,
				);
				expect(await tryWith({})).toBeUndefined();
			},
		);

		shows('asks about unencrypted HTTP only where the address needs it', async () => {
			const { page } = session;
			const credential = await newCredential(page, await openAt('credential'));
			await credential.fill({ baseUrl: 'https://sms.example.com/api/v1' });
			expect(await credential.field('allowInsecureHttp').isVisible()).toBe(false);
			await credential.fill({ baseUrl: 'http://sms.example.com/api/v1' });
			await credential.field('allowInsecureHttp').waitFor();
		});

		shows('authenticates the HTTP Request node too', async () => {
			const { page, sandbox } = session;
			const node = await openAt('httpRequest', 'HTTP Request');
			await node.fill('url', `${sandbox.baseUrl}/balance/sms_module`);
			await node.choose('authentication', 'Predefined Credential Type');
			await node.choose('nodeCredentialType', 'SMS Gateway API');
			await byTestId(node.root, 'node-credentials-select').click();
			await page
				.locator('[data-test-id="node-credentials-select-item-sms-gateway-sandbox"]')
				.click();
			await node.execute();

			expect(await node.table()).toMatchObject([{ module: 'sms_module', balance: '500' }]);
			expect(sandbox.requests()).toMatchObject([
				{ path: '/api/v1/balance/sms_module', status: 200 },
			]);
		});
	});

	describe('Bulk Send', () => {
		shows('takes a dragged column and a text, and shows what became of each', async () => {
			const { sandbox } = session;
			const node = await openAt('bulk');
			await node.drag('phone', 'recipients');
			await node.fill('message', 'See you on Saturday!');
			await node.execute();

			expect(await node.table()).toMatchObject([
				{ recipient: ADA, status: 'accepted' },
				{ recipient: BEN, status: 'accepted' },
				{ recipient: BEN, status: 'skipped', reason: 'duplicate' },
			]);
			expect(await node.hints()).toStrictEqual([
				expect.stringContaining('Of 3 recipients: 2 accepted, 1 duplicate.'),
				expect.stringContaining('Skip Repeats'),
			]);
			expect(sandbox.requests()).toHaveLength(1);
			expect(sandbox.messages()).toHaveLength(2);
		});
	});

	// n8n deletes the values of a setting that the operation chosen next does not have.
	describe('a detour over Preview', () => {
		shows('leaves the safeguards as they were: nobody else gets an SMS', async () => {
			const { sandbox } = session;
			const node = await openAt('tried');
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
	});

	describe('what went wrong', () => {
		shows('stands in the output: message and description', async () => {
			const node = await openAt('invalid');
			await node.execute();

			const { message, description } = await node.error();
			expect(message).not.toContain('12');
			expect(description).toContain('"12"');
			expect(session.sandbox.requests()).toStrictEqual([]);
		});

		shows('goes to the error output once On Error says so, the rest to the other', async () => {
			const node = await openAt('branches');
			await node.setOnError('Continue (using error output)');
			await node.execute();

			expect(await node.table()).toMatchObject([{ recipient: ADA, status: 'accepted' }]);
			await node.output.getByText('Error Branch (2 items)').click();
			expect((await node.table()).map(({ name }) => name)).toStrictEqual(['Cleo', 'Dan']);
		});
	});
});
