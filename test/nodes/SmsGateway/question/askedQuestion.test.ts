import { createRunExecutionData, Workflow } from 'n8n-workflow';
import type { IDataObject, IExecuteFunctions, INodeTypes, IWebhookFunctions } from 'n8n-workflow';
import {
	keepQuestion,
	openQuestion,
	questionOfWebhook,
	type AskedQuestion,
} from '../../../../nodes/SmsGateway/question/askedQuestion';
import { node } from '../keys/node';

const ASKED = {
	question: { text: 'Approve "A"?' },
	ownText: 'Approve "A"?',
	executionId: '7',
	turn: '0',
	links: [['a', '+2290197000001']],
	item: { recipient: '2290197000001' },
} as unknown as AskedQuestion;

function execution(name = 'SMS Gateway', context: IDataObject = {}) {
	const workflow = new Workflow({
		nodes: [node(name)],
		connections: {},
		active: false,
		nodeTypes: { getByNameAndVersion: () => undefined } as unknown as INodeTypes,
	});
	const webhook: Partial<IWebhookFunctions> = {
		getNode: () => workflow.nodes[name]!,
		evaluateExpression: (expression) =>
			workflow.expression.resolveSimpleParameterValue(
				`=${expression}`,
				{},
				createRunExecutionData({
					executionData: { contextData: { [`node:${name}`]: structuredClone(context) } },
				}),
				0,
				0,
				name,
				[],
				'manual',
				{},
			) as ReturnType<IWebhookFunctions['evaluateExpression']>,
	};
	const running: Partial<IExecuteFunctions> = {
		getContext: (type) => (type === 'node' ? context : {}),
		getNode: webhook.getNode,
		evaluateExpression: webhook.evaluateExpression,
	};
	return { ctx: running as IExecuteFunctions, webhook: webhook as IWebhookFunctions };
}

it.each([{}, { smsGatewayQuestion: '' }])('finds none before one is asked (%#)', (context) => {
	const { webhook } = execution('SMS Gateway', context);
	expect(questionOfWebhook(webhook)).toBeUndefined();
});

it.each(['SMS Gateway', 'Ask "the boss"', "Ask the boss's boss", 'A\\B'])(
	'finds it in the webhook of the node %s',
	(name) => {
		const { ctx, webhook } = execution(name);
		keepQuestion(ctx, ASKED);
		expect(questionOfWebhook(webhook)).toStrictEqual(ASKED);
	},
);

describe('a question that is about to be asked', () => {
	const { item, links, ...asked } = ASKED;

	it('goes on with the links of an earlier run of this turn', () => {
		const { ctx } = execution();
		expect(openQuestion(ctx, asked)).toStrictEqual({ ...asked, links: [], item: {} });
		keepQuestion(ctx, ASKED);
		const unsaid = { ...asked, question: { ...asked.question, text: '' } };
		expect(openQuestion(ctx, unsaid)).toStrictEqual({ ...asked, ownText: '', links, item: {} });
	});

	it.each([{ turn: '1' }, { executionId: '8' }])('knows nothing of those of another: %j', (of) => {
		const { ctx } = execution();
		keepQuestion(ctx, { ...ASKED, ...of });
		expect(openQuestion(ctx, asked)).toStrictEqual({ ...asked, links: [], item: {} });
		expect(item).not.toStrictEqual({});
	});

	it('is none where a webhook would find nothing, or not that', () => {
		const { ctx } = execution();
		for (const evaluateExpression of [
			() => undefined,
			() => 'What?',
			() => {
				throw new Error('No such node');
			},
		] as unknown as Array<IExecuteFunctions['evaluateExpression']>) {
			expect(openQuestion({ ...ctx, evaluateExpression }, asked)).toBeUndefined();
		}
	});
});
