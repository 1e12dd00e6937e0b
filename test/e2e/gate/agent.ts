import { itemsOf } from '../../../host';
import { agentWorkflow, smsTool as tool } from '../support/agent';
import { ADA, ALWAYS_REFUSED, BEN } from '../support/campaign';
import type { Turn } from '../support/chat-model';
import { answerLink, linkIn, openLink } from '../support/link';
import { sharedN8n } from '../support/served';

const OTHER = '+46701740612';
const fromAi = (name: string) => `={{ $fromAI('${name}', 'As the user says') }}`;
const bulk = {
	operation: 'bulkSend',
	senderId: 'DEMO',
	recipients: fromAi('recipients'),
	message: fromAi('message'),
};
const summary = { output: 'summary', batchSize: 1, concurrency: 1 };

describe('an AI agent with the node as its tool', () => {
	const n8n = sharedN8n();

	/** Lets an agent with this tool work through the turns; returns what the tool told it. */
	async function agentSays(parameters: object, lists: string[], settings: object = {}) {
		const { model, rest, sandbox } = n8n();
		const turns = lists.map((recipients): Turn => [
			{ tool: 'Text', with: { recipients, message: 'Hi' } },
		]);
		model.says([...turns, 'Done.']);
		const text = tool('Text', { ...bulk, options: summary, ...parameters }, { ...settings });
		const id = await rest.createWorkflow(agentWorkflow('agent', model.credential, [text]));
		const run = await rest.waitForExecution(await rest.runWorkflow(id, 'Start'));
		expect(itemsOf(run, 'AI Agent')[0]?.json.output).toBe('Done.');
		return {
			told: model.toolResults(),
			sent: sandbox.messages().map(({ recipient }) => `+${recipient}`),
		};
	}

	it('sends, is told not to send again, and cannot spend more over several calls', async () => {
		const { told, sent } = await agentSays({ safeguards: { maxSms: 2 } }, [
			`${ADA}, 0049 171 3920023`,
			OTHER,
		]);
		expect(sent).toStrictEqual([ADA, BEN]);
		expect(told[0]).toContain('Do not send this again');
		expect(told[1]).toContain("'Max SMS per Execution'");
	});

	it('cannot reach whom it may not', async () => {
		const safeguards = { allowedCountries: ['SE'], allowedRecipients: `${ADA}, ${BEN}` };
		const settings = { onError: 'continueRegularOutput' };
		const { told, sent } = await agentSays({ safeguards }, [`${ADA}, ${BEN}, ${OTHER}`], settings);
		expect(sent).toStrictEqual([ADA]);
		expect(JSON.parse(told[0]!)).toMatchObject([
			{ recipients: { accepted: 1, notSent: 1, skipped: 1 } },
		]);
	});

	it('is told who has the SMS already when a call fails half way', async () => {
		const { told, sent } = await agentSays({}, [`${ADA}, ${ALWAYS_REFUSED}, ${OTHER}`]);
		expect(sent).toStrictEqual([ADA]);
		expect(told[0]).toContain(`Accepted: ${ADA}`);
		expect(told[0]).toContain('Send again only to those');
	});

	describe('whose refund a person has to approve by SMS', () => {
		it.each([
			['approve', 1],
			['decline', 0],
		])('after %s it is done %d times', async (answer, times) => {
			const { model, rest, sandbox } = n8n();
			const refund = tool('Refund', {
				operation: 'send',
				senderId: 'SHOP',
				recipient: ADA,
				message: '=Refund of {{ $fromAI("amount") }} EUR',
			});
			const review = tool(
				'Ask the Owner',
				{
					operation: 'sendAndWait',
					senderId: 'SHOP',
					recipient: BEN,
					message: '=May the agent do this? {{ JSON.stringify($tool.parameters) }}',
					approvalOptions: { values: { approvalType: 'double' } },
				},
				{},
				'smsGatewayHitlTool',
			);
			const gated: Array<[typeof refund, typeof review]> = [[refund, review]];
			model.says([[{ tool: 'Refund', with: { toolParameters: { amount: '240' } } }], 'Done.']);
			const id = await rest.createWorkflow(
				agentWorkflow('asking', model.credential, [review], { gated }),
			);
			const executionId = await rest.runWorkflow(id, 'Start');
			await sandbox.until(({ messageCount }) => messageCount() === 1);
			const question = sandbox.messages()[0]!.text;
			expect(question).toContain('240');

			await openLink(linkIn(question));
			await answerLink(linkIn(question), { answer });
			const run = await rest.waitForExecution(executionId);
			expect(itemsOf(run, 'AI Agent')[0]?.json.output).toBe('Done.');
			const refunds = sandbox.messages().filter(({ text }) => /^Refund/.test(text));
			expect(refunds).toHaveLength(times);
		});
	});
});
