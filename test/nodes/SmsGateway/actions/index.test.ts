import { NodeHelpers } from 'n8n-workflow';
import type { IExecuteFunctions, INode, INodeProperties } from 'n8n-workflow';
import { properties } from '../../../../nodes/SmsGateway/actions';
import { SmsGateway } from '../../../../nodes/SmsGateway/SmsGateway.node';

type Values = INode['parameters'];

const { description } = new SmsGateway();

const node = (parameters: Values): INode => ({
	id: 'sms',
	name: 'SMS',
	type: 'smsGateway',
	typeVersion: 1,
	position: [0, 0],
	parameters,
});

const shownFor = (parameters: Values) =>
	properties.filter((field) =>
		NodeHelpers.displayParameter(parameters, field, node(parameters), description, parameters),
	);

const sms = (operation: string, more: Values = {}) => ({ resource: 'sms', operation, ...more });

it('without items hands out none and asks for nothing', async () => {
	const nothing = { getInputData: () => [] } as unknown as IExecuteFunctions;

	expect(await new SmsGateway().execute.call(nothing)).toStrictEqual([[]]);
});

it('keeps the settings that were added over a detour to every other operation', () => {
	const filled = (list: string) =>
		Object.fromEntries(
			(shownFor(sms('send')).find(({ name }) => name === list)!.options as INodeProperties[])
				.filter(({ displayOptions }) => displayOptions === undefined)
				.map(({ name, type, default: first }) => [name, type === 'number' ? 7 : (first ?? 'x')]),
		);
	const filledIn: Values = sms('bulkSend', {
		senderId: 'MyShop',
		message: 'Hello',
		safeguards: filled('safeguards') as Values,
		options: filled('options') as Values,
	});
	const chosen = (given: Values, before: Values) => {
		const values = { ...before, ...given };
		return NodeHelpers.getNodeParameters(properties, values, true, false, node({}), description)!;
	};
	const begin = chosen({}, filledIn);
	const among = ['preview', 'send', 'sendAndWait', 'bulkSend'].map((one) => sms(one));
	const after = among.reduce((kept, step) => chosen(step, kept), begin);

	expect(Object.keys(begin.safeguards!).length).toBeGreaterThan(10);
	expect(after.safeguards).toStrictEqual(begin.safeguards);
	expect(after.options).toStrictEqual(begin.options);
});
