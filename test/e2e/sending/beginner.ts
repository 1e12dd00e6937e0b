import { SAFEGUARDS } from '../../../nodes/SmsGateway/input/safeguards';
import { itemsOf, type Run } from '../../../scripts/host';
import { campaign, NODE } from '../support/campaign';
import { expectTextsOfN8n, expressions } from '../support/expressions';
import { onceEach, sharedN8n, type ServedN8n, textsOf } from '../support/served';

const EVERYBODY = ['2250700000101', '2250700000102', '2250700000103'];

/** As the editor saves it where somebody adds it and leaves it as it is. */
const skipRepeats = SAFEGUARDS.find(({ name }) => name === 'skipRepeats')!.field.default;

const reasonsOf = (run: Run) => itemsOf(run, NODE).map(({ json }) => json.reason);
const hintsOf = (run: Run) => JSON.stringify(run.data.resultData.runData[NODE]![0]!.hints ?? []);

describe("a beginner's first hour", () => {
	let n8n: ServedN8n;
	beforeAll(async () => {
		n8n = await sharedN8n();
	});
	beforeEach(() => n8n.sandbox.reset());

	it.each(['send', 'bulkSend'])(
		'%s: with Skip Repeats, Execute sends nothing again',
		async (operation) => {
			const phone = '={{ $json.phone }}';
			const parameters = {
				operation,
				recipient: phone,
				recipients: phone,
				message: `By ${operation}`,
				safeguards: { skipRepeats },
			};
			const launched = await n8n.launch(campaign(EVERYBODY, {}, parameters));
			const first = await n8n.rest.waitForExecution(launched.executionId);
			expect(reasonsOf(first)).toEqual(['accepted', 'accepted', 'accepted']);

			const executionId = await n8n.rest.runWorkflow(launched.workflowId, 'Start');
			const again = await n8n.rest.waitForExecution(executionId);
			expect(reasonsOf(again)).toEqual(['alreadySent', 'alreadySent', 'alreadySent']);
			expect(hintsOf(again)).toContain('3 already sent before');
			expect(textsOf(n8n.sandbox)).toEqual(onceEach(EVERYBODY));
		},
	);

	it('a text with expressions goes out as n8n writes it, or not at all', async () => {
		expectTextsOfN8n(await n8n.run(expressions), n8n.sandbox);
	});
});
