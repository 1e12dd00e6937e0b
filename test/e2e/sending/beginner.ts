import { SAFEGUARDS } from '../../../nodes/SmsGateway/input/safeguards';
import { itemsOf, type Run } from '../../../host';
import { items, manualTrigger, smsGateway, workflow } from '../../../host/workflow';
import { expectTextsOfN8n, expressions } from '../support/expressions';
import { onceEach, sharedN8n, textsOf } from '../support/served';

const NODE = 'SMS Gateway';
const [ADA, BEN, CLEO] = ['2250700000101', '2250700000102', '2250700000103'] as const;
const EVERYBODY = [ADA, BEN, CLEO];

/** A safeguard as the editor saves it where somebody adds it and leaves it as it is. */
const added = (...names: string[]) =>
	Object.fromEntries(
		SAFEGUARDS.filter(({ name }) => names.includes(name)).map(({ name, field }) => [
			name,
			field.default,
		]),
	);

const bulkSend = (given: object = {}) => ({
	operation: 'bulkSend',
	senderId: 'SHOP',
	recipients: '={{ $json.phone }}',
	message: 'Open on Saturday.',
	...given,
});

const reasonsOf = (run: Run) => itemsOf(run, NODE).map(({ json }) => json.reason);
const hintsOf = (run: Run) => JSON.stringify(run.data.resultData.runData[NODE]![0]!.hints ?? []);
const errorOf = (run: Run) => run.data.resultData.error?.message;

describe("a beginner's first hour", () => {
	const n8n = sharedN8n();
	const campaign = (parameters: object, rows: object[] = EVERYBODY.map((phone) => ({ phone }))) =>
		workflow('campaign', [manualTrigger(), items(rows), smsGateway({ ...parameters })]);

	it('a safeguard that is added and left as it is sends nothing, and says so', async () => {
		n8n.sandbox.setBalance(1);
		const poor = await n8n.run(campaign(bulkSend({ safeguards: added('checkBalance') })));
		expect(errorOf(poor)).toContain('2 more needed');

		const empty = [
			'testRecipients',
			'allowedRecipients',
			'allowedCountries',
			'excludedRecipients',
			'deduplicationKey',
			'doNotSendAfter',
			'maxSms',
		];
		for (const name of empty) {
			const run = await n8n.run(campaign(bulkSend({ safeguards: added(name) })));
			expect(errorOf(run)).toMatch(/^'Safeguards > .+' is (empty|0)\. .+, or remove it\.$/);
		}
		expect(n8n.sandbox.messages()).toStrictEqual([]);
	});

	it('a safeguard that is absent, or saved as off, keeps nobody out', async () => {
		const safeguards = { checkBalance: false };
		await n8n.run(campaign(bulkSend({ safeguards })));
		expect(textsOf(n8n.sandbox)).toStrictEqual(onceEach(EVERYBODY));
	});

	it.each(['send', 'bulkSend'])(
		'%s: with Skip Repeats, Execute sends nothing again',
		async (operation) => {
			const parameters = {
				...bulkSend({ safeguards: added('skipRepeats'), operation, message: `By ${operation}` }),
				recipient: '={{ $json.phone }}',
			};
			const launched = await n8n.launch(campaign(parameters));
			const first = await n8n.rest.waitForExecution(launched.executionId);
			expect(reasonsOf(first)).toStrictEqual(['accepted', 'accepted', 'accepted']);

			const executionId = await n8n.rest.runWorkflow(launched.workflowId, 'Start');
			const again = await n8n.rest.waitForExecution(executionId);
			expect(reasonsOf(again)).toStrictEqual(['alreadySent', 'alreadySent', 'alreadySent']);
			expect(hintsOf(again)).toContain('3 already sent before');
			expect(textsOf(n8n.sandbox)).toStrictEqual(onceEach(EVERYBODY));
		},
	);

	it('Send skips the same SMS to the same number', async () => {
		const rows = [ADA, BEN, `+${ADA}`].map((phone) => ({ phone }));
		const parameters = { ...bulkSend({ operation: 'send' }), recipient: '={{ $json.phone }}' };
		const run = await n8n.run(campaign(parameters, rows));

		expect(reasonsOf(run)).toStrictEqual(['accepted', 'accepted', 'duplicate']);
		expect(textsOf(n8n.sandbox)).toStrictEqual(onceEach([ADA, BEN]));
	});

	it('a text with expressions goes out as n8n writes it, or not at all', async () => {
		expectTextsOfN8n(await n8n.run(expressions), n8n.sandbox);
	});

	it('one number under two names gets both, and a hint says so', async () => {
		const rows = ['Ada', 'A. Lovelace'].map((name) => ({ phone: ADA, name }));
		const message = '=Hello {{ $json.name }}';
		const run = await n8n.run(campaign(bulkSend({ message }), rows));

		expect(textsOf(n8n.sandbox)).toStrictEqual({ [ADA]: 2 });
		expect(hintsOf(run)).toContain('1 number gets several different messages.');

		const foretold = await n8n.run(campaign(bulkSend({ message, operation: 'preview' }), rows));
		expect(hintsOf(foretold)).toContain('1 number gets several different messages.');
	});
});
