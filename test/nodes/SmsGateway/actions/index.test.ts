import { NodeHelpers } from 'n8n-workflow';
import type { IExecuteFunctions, INode, INodeProperties } from 'n8n-workflow';
import { findOperation, properties } from '../../../../nodes/SmsGateway/actions';
import { SmsGateway } from '../../../../nodes/SmsGateway/SmsGateway.node';

const { description } = new SmsGateway();

const node = (parameters: INode['parameters']): INode => ({
	id: 'sms',
	name: 'SMS',
	type: 'smsGateway',
	typeVersion: 1,
	position: [0, 0],
	parameters,
});

const isShown = (field: INodeProperties, parameters: INode['parameters'], within = parameters) =>
	NodeHelpers.displayParameter(within, field, node(parameters), description, parameters);

/** What the editor shows for these values, in its order. */
const shownFor = (parameters: INode['parameters']) =>
	properties.filter((field) => isShown(field, parameters));

const labelsFor = (parameters: INode['parameters']) =>
	shownFor(parameters)
		.filter(({ type }) => type !== 'hidden')
		.map(({ displayName }) => displayName);

const settingsFor = (collection: string, parameters: INode['parameters']) => {
	const fields = shownFor(parameters).filter(({ name }) => name === collection);
	return (fields.flatMap(({ options }) => options) as INodeProperties[])
		.filter((setting) => isShown(setting, parameters, {}))
		.map(({ displayName }) => displayName);
};

const sms = (operation: string, more: INode['parameters'] = {}) => ({
	resource: 'sms',
	operation,
	...more,
});

describe('the pickers', () => {
	it('begin with what people need most, in words that they can choose by', () => {
		expect(properties.slice(0, 4)).toEqual([
			{
				displayName: 'Resource',
				name: 'resource',
				type: 'options',
				noDataExpression: true,
				options: [
					{ name: 'SMS', value: 'sms' },
					{ name: 'Phone Number', value: 'phoneNumber' },
					{ name: 'Balance', value: 'balance' },
				],
				default: 'sms',
			},
			{
				displayName: 'Operation',
				name: 'operation',
				type: 'options',
				noDataExpression: true,
				displayOptions: { show: { resource: ['sms'] } },
				options: [
					{
						name: 'Send',
						value: 'send',
						action: 'Send SMS',
						description: 'Send one SMS per input item, each in its own request',
					},
					{
						name: 'Bulk Send',
						value: 'bulkSend',
						action: 'Send SMS to many recipients',
						description:
							'Send SMS to the recipients of all input items in few requests: the best choice for lists',
					},
					{
						name: 'Send and Wait for Response',
						value: 'sendAndWait',
						action: 'Send SMS and wait for response',
						description:
							'Send an SMS with a link to a page and wait until the recipient has answered there',
					},
					{
						name: 'Preview',
						value: 'preview',
						action: 'Preview SMS without sending',
						description:
							"Show which SMS 'Bulk Send' would send, to whom, what they cost and what is wrong. Sends nothing. Use it before you send to a list.",
					},
				],
				default: 'send',
			},
			{
				displayName: 'Operation',
				name: 'operation',
				type: 'options',
				noDataExpression: true,
				displayOptions: { show: { resource: ['phoneNumber'] } },
				options: [
					{
						name: 'Check',
						value: 'check',
						action: 'Check phone number',
						description:
							'Read the phone number of each item: whether SMS can be sent to it, its country and kind, and what is wrong. Sends nothing and needs no credential.',
					},
				],
				default: 'check',
			},
			{
				displayName: 'Operation',
				name: 'operation',
				type: 'options',
				noDataExpression: true,
				displayOptions: { show: { resource: ['balance'] } },
				options: [
					{
						name: 'Get',
						value: 'get',
						action: 'Get SMS balance',
						description:
							'Get the balance of your account: how many SMS are left, or how much money',
					},
				],
				default: 'get',
			},
		]);
	});

	it('lead to an operation of their own resource only', () => {
		expect(findOperation('sms', 'preview')?.name).toBe('Preview');
		expect(findOperation('balance', 'get')?.name).toBe('Get');
		expect(findOperation('sms', 'get')).toBeUndefined();
		expect(findOperation('balance', 'send')).toBeUndefined();
		expect(findOperation('voice', 'send')).toBeUndefined();
	});
});

it.each([
	['sms', 'send'],
	['sms', 'bulkSend'],
	['sms', 'sendAndWait'],
	['sms', 'preview'],
	['balance', 'get'],
])('without items, %s: %s hands out none and asks for nothing', async (resource, operation) => {
	const nothing = { getInputData: () => [] } as unknown as IExecuteFunctions;

	await expect(findOperation(resource, operation)!.execute(nothing)).resolves.toEqual([]);
});

describe('the panel of', () => {
	const pickers = ['Resource', 'Operation'];
	const collections = ['Safeguards', 'Options'];

	it.each([
		['send', ['Sender ID', 'Recipient', 'Message']],
		['bulkSend', ['Sender ID', 'Recipients', 'Message']],
		['preview', ['Sender ID', 'Recipients', 'Message']],
		['sendAndWait', ['Sender ID', 'Recipient', 'Message', 'Response Type']],
	])('%s shows each field once, and what may be added below', (operation, fields) => {
		expect(labelsFor(sms(operation))).toEqual([...pickers, ...fields, ...collections]);
	});

	it('Get shows its options only', () => {
		expect(labelsFor({ resource: 'balance', operation: 'get' })).toEqual([...pickers, 'Options']);
	});

	it('Send and Wait asks for buttons where the response is an approval', () => {
		const labels = (responseType: string) => labelsFor(sms('sendAndWait', { responseType }));

		expect(labels('approval')).toContain('Approval Options');
		expect(labels('freeText')).not.toContain('Approval Options');
		expect(labelsFor(sms('send', { responseType: 'approval' }))).not.toContain('Approval Options');
	});
});

describe('the settings that may be added', () => {
	const page = [
		'Limit Wait Time',
		'Page Confirmation Text',
		'Page Expired Text',
		'Page Language',
		'Response Form Description',
		'Response Form Title',
	];
	const ofFreeText = ['Response Form Button Label', 'Response Form Field Label'];

	it.each([
		['approval', page],
		['freeText', [...page, ...ofFreeText]],
	])('for a question are about its page: %s', (responseType, expected) => {
		const settings = settingsFor('options', sms('sendAndWait', { responseType }));

		expect(settings.filter((label) => [...page, ...ofFreeText].includes(label))).toEqual(
			[...expected].sort(),
		);
	});

	it.each(['send', 'bulkSend', 'preview'])('to %s are about no page', (operation) => {
		const settings = settingsFor('options', sms(operation, { responseType: 'freeText' }));

		expect(settings.filter((label) => [...page, ...ofFreeText].includes(label))).toEqual([]);
	});

	it.each(['safeguards', 'options'])('are in the order of the alphabet: %s', (collection) => {
		const labels = settingsFor(collection, sms('bulkSend'));

		expect(labels.length).toBeGreaterThan(5);
		expect(labels).toEqual([...labels].sort((a, b) => a.localeCompare(b)));
	});

	it('are described once for all operations', () => {
		const names = properties
			.filter(({ type }) => type === 'collection')
			.map(({ name, displayOptions }) => [name, displayOptions?.show?.operation]);

		expect(names).toEqual([
			['safeguards', ['send', 'bulkSend', 'sendAndWait', 'preview']],
			['options', ['send', 'bulkSend', 'sendAndWait', 'preview']],
			['options', ['check']],
			['options', ['get']],
		]);
	});

	// n8n deletes the values of a setting that the operation chosen next does not have.
	it.each(['safeguards', 'options'])('are the same for who has the same people: %s', (list) => {
		const ofSend = settingsFor(list, sms('send'));

		expect(ofSend.length).toBeGreaterThan(10);
		expect(settingsFor(list, sms('bulkSend'))).toEqual(ofSend);
		expect(settingsFor(list, sms('preview'))).toEqual(ofSend);
		expect(settingsFor(list, sms('sendAndWait'))).toEqual(expect.arrayContaining(ofSend));
	});

	it('outlive a detour over every other operation', () => {
		const filled = (list: string) =>
			Object.fromEntries(
				(shownFor(sms('send')).find(({ name }) => name === list)!.options as INodeProperties[])
					.filter(({ displayOptions }) => displayOptions === undefined)
					.map(({ name, type, default: first }) => [name, type === 'number' ? 7 : (first ?? 'x')]),
			);
		const filledIn: INode['parameters'] = sms('bulkSend', {
			senderId: 'MyShop',
			message: 'Hello',
			safeguards: filled('safeguards') as INode['parameters'],
			options: filled('options') as INode['parameters'],
		});
		const chosen = (given: INode['parameters'], before: INode['parameters']) =>
			NodeHelpers.getNodeParameters(
				properties,
				{ ...before, ...given },
				true,
				false,
				node({}),
				description,
			)!;
		const begin = chosen({}, filledIn);
		const among = ['preview', 'send', 'sendAndWait', 'bulkSend'].map((one) => sms(one));
		const after = among.reduce((kept, step) => chosen(step, kept), begin);

		expect(Object.keys(begin.safeguards!).length).toBeGreaterThan(10);
		expect(after.safeguards).toEqual(begin.safeguards);
		expect(after.options).toEqual(begin.options);

		const elsewhere = [
			{ resource: 'phoneNumber', operation: 'check' },
			{ resource: 'balance', operation: 'get' },
		];
		const back = [...elsewhere, sms('bulkSend')].reduce((kept, step) => chosen(step, kept), begin);
		expect(back.safeguards).toEqual(begin.safeguards);
	});
});
