import { itemsOf } from '../../../host';
import { smsGateway, type WorkflowNode } from '../../../host/workflow';
import { agentWorkflow, type Turn } from '../support/agent';
import { ADA, BEN, IN_N8N_1 } from '../support/campaign';
import { answerLink, linkIn, openLink } from '../support/link';
import { onceEach, sharedN8n, textsOf } from '../support/served';

const fromAi = (name: string) => `={{ $fromAI('${name}', 'As the user says') }}`;
const tool = (name: string, parameters: object, type = 'smsGatewayTool') =>
	smsGateway(
		{ resource: 'sms', senderId: 'SHOP', ...parameters },
		{ name, type: `n8n-nodes-sms-gateway.${type}` },
	);

describe('an AI agent with the node as its tool', () => {
	const n8n = sharedN8n();

	/** Lets an agent with these tools work through the turns; resolves to what awaits its end. */
	async function start(
		turns: Turn[],
		tools: WorkflowNode[],
		gated?: Array<[tool: WorkflowNode, by: WorkflowNode]>,
	) {
		const { model, rest, launch } = n8n();
		model.says([...turns, 'Done.']);
		const { executionId } = await launch(agentWorkflow(model, tools, gated));
		return async () => {
			const run = await rest.waitForExecution(executionId);
			expect(itemsOf(run, 'AI Agent')[0]?.json.output).toBe('Done.');
		};
	}

	it('sends, is told not to send again, and cannot spend more over several calls', async () => {
		const text = tool('Text', {
			operation: 'bulkSend',
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
		expect(first).toContain('Do not send this to the same number again');
		expect(second).toMatch(/No more SMS.*do not call again/);
	});

	if (IN_N8N_1) return;

	it.each([
		['approve', 1],
		['decline', 0],
	])(
		'asks a person by SMS before a refund: after %s it is done %d times',
		async (answer, times) => {
			const { sandbox } = n8n();
			const refund = tool('Refund', {
				operation: 'send',
				recipient: ADA,
				message: `=Refund of ${fromAi('amount').slice(1)} EUR`,
			});
			const question = {
				operation: 'sendAndWait',
				recipient: BEN,
				message: '=May the agent do this? {{ JSON.stringify($tool.parameters) }}',
				approvalOptions: { values: { approvalType: 'double' } },
			};
			const review = tool('Ask the Owner', question, 'smsGatewayHitlTool');
			const call: Turn = [{ tool: 'Refund', with: { toolParameters: { amount: '240' } } }];
			const ended = await start([call], [review], [[refund, review]]);
			await sandbox.until(({ messageCount }) => messageCount() === 1);
			const { text } = sandbox.messages()[0]!;
			expect(text).toContain('240');

			await openLink(linkIn(text));
			await answerLink(linkIn(text), { answer });
			await ended();
			const refunds = sandbox.messages().filter((sent) => /^Refund/.test(sent.text));
			expect(refunds).toHaveLength(times);
		},
	);
});
