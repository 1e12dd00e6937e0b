import {
	createRunExecutionData,
	Workflow,
	type IDataObject,
	type IExecuteFunctions,
	type INodeTypes,
	type IWebhookFunctions,
} from 'n8n-workflow';
import {
	keepQuestion,
	keptQuestion,
	questionOfWebhook,
	type AskedQuestion,
} from '../../../../nodes/SmsGateway/question/askedQuestion';
import { node } from '../keys/node';

const ASKED = {
	question: { message: 'Approve "A"?' },
	executionId: '7',
	turn: '0',
	item: { recipient: '2290197000001' },
} as unknown as AskedQuestion;

/** A node in an execution that waits: as it runs, and as its webhook finds it. */
function execution(name = 'SMS Gateway', context: IDataObject = {}) {
	const workflow = new Workflow({
		nodes: [node(name)],
		connections: {},
		active: false,
		nodeTypes: { getByNameAndVersion: () => undefined } as unknown as INodeTypes,
	});
	const running: Partial<IExecuteFunctions> = {
		getContext: (type) => (type === 'node' ? context : {}),
	};
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
	return { ctx: running as IExecuteFunctions, webhook: webhook as IWebhookFunctions };
}

it.each([{}, { smsGatewayQuestion: '' }])(
	'finds no question before one is asked (%#)',
	(context) => {
		const { ctx, webhook } = execution('SMS Gateway', context);
		expect(keptQuestion(ctx)).toBeUndefined();
		expect(questionOfWebhook(webhook)).toBeUndefined();
	},
);

it.each(['SMS Gateway', 'Ask "the boss"', "Ask the boss's boss", 'A\\B'])(
	'finds it in the webhook of the node %s',
	(name) => {
		const { ctx, webhook } = execution(name);
		keepQuestion(ctx, ASKED);
		expect(questionOfWebhook(webhook)).toStrictEqual(ASKED);
	},
);
