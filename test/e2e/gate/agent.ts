import { itemsOf } from '../../../host';
import type { WorkflowNode } from '../../../host/workflow';
import { agentWorkflow, smsTool as tool } from '../support/agent';
import { ADA, BEN } from '../support/campaign';
import type { Turn } from '../support/chat-model';
import { answerLink, linkIn, openLink } from '../support/link';
import { onceEach, sharedN8n, textsOf } from '../support/served';

const fromAi = (name: string) => `={{ $fromAI('${name}', 'As the user says') }}`;

describe('an AI agent with the node as its tool', () => {
	const n8n = sharedN8n();

	/** Lets an agent with these tools work through the turns; resolves to what awaits its end. */
	async function start(
		turns: Turn[],
		tools: WorkflowNode[],
		gated?: Array<[tool: WorkflowNode, by: WorkflowNode]>,
	) {
		const { model, rest } = n8n();
		model.says([...turns, 'Done.']);
		const saved = agentWorkflow('agent', model.credential, tools, gated);
		const executionId = await rest.runWorkflow(await rest.createWorkflow(saved), 'Start');
		return async () => {
			const run = await rest.waitForExecution(executionId);
			expect(itemsOf(run, 'AI Agent')[0]?.json.output).toBe('Done.');
		};
	}

	it('sends, is told not to send again, and cannot spend more over several calls', async () => {
		const text = tool('Text', {
			operation: 'bulkSend',
			senderId: 'DEMO',
			recipients: fromAi('recipients'),
			message: fromAi('message'),
			safeguards: { maxSms: 2 },
			options: { output: 'summary' },
		});
		const turns = [`${ADA}, 0049 171 3920023`, '+46701740612'].map((recipients): Turn => [
			{ tool: 'Text', with: { recipients, message: 'Hi' } },
		]);
		const ended = await start(turns, [text]);
		await ended();
		expect(textsOf(n8n().sandbox)).toStrictEqual(onceEach([ADA, BEN]));
		const [first, second] = n8n().model.toolResults();
		expect(first).toContain('Do not send this again');
		expect(second).toContain("'Max SMS per Execution'");
	});

	it.each([
		['approve', 1],
		['decline', 0],
	])(
		'asks a person by SMS before a refund: after %s it is done %d times',
		async (answer, times) => {
			const { sandbox } = n8n();
			const refund = tool('Refund', {
				operation: 'send',
				senderId: 'SHOP',
				recipient: ADA,
				message: `=Refund of ${fromAi('amount').slice(1)} EUR`,
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
			const call: Turn = [{ tool: 'Refund', with: { toolParameters: { amount: '240' } } }];
			const ended = await start([call], [review], [[refund, review]]);
			await sandbox.until(({ messageCount }) => messageCount() === 1);
			const question = sandbox.messages()[0]!.text;
			expect(question).toContain('240');

			await openLink(linkIn(question));
			await answerLink(linkIn(question), { answer });
			await ended();
			const refunds = sandbox.messages().filter(({ text }) => /^Refund/.test(text));
			expect(refunds).toHaveLength(times);
		},
	);
});
