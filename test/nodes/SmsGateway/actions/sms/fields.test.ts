import type { INodeProperties } from 'n8n-workflow';
import manifest from '../../../../../package.json';
import { properties } from '../../../../../nodes/SmsGateway/actions';

const field = (name: string, operation: string) =>
	properties.find(
		(one) => one.name === name && one.displayOptions?.show?.operation?.includes(operation),
	)!;

const repository = manifest.homepage.split('#')[0];
const WHAT_COUNTS = `${repository}/blob/main/docs/settings.md#what-counts-as-one-sms`;

const NUMBER: Partial<INodeProperties> = {
	displayName: 'Recipient',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. +229 01 97 00 12 34',
	description:
		"The phone number to send to, with country code. Spaces, dashes, dots and parentheses are allowed. For numbers without country code, set 'Default Country' in 'Options'.",
};

const NUMBERS: Partial<INodeProperties> = {
	displayName: 'Recipients',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. +229 01 97 00 12 34, +33 6 12 34 56 78',
	description:
		"Drag a column here to send to all input items. An item may have one number, several separated by comma, semicolon, | or line break, or an array (expression). Write them with country code, or set 'Default Country' in 'Options'.",
	builderHint: {
		propertyHint:
			'An expression for one input item, such as {{ $json.phone }}: the node collects the recipients of all items itself. Do not put a loop or an Aggregate node before it.',
	},
};

it.each<[string, string, Partial<INodeProperties>]>([
	['recipient', 'send', NUMBER],
	['recipient', 'sendAndWait', NUMBER],
	['recipients', 'bulkSend', NUMBERS],
	['recipients', 'preview', NUMBERS],
])('%s of %s begins empty, and says how to write numbers', (name, operation, expected) => {
	expect(field(name, operation)).toMatchObject(expected);
});

describe.each(['send', 'bulkSend', 'sendAndWait', 'preview'])('%s', (operation) => {
	it('asks for a sender ID that is registered', () => {
		expect(field('senderId', operation)).toMatchObject({
			displayName: 'Sender ID',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. MyShop',
			description:
				'The sender name that recipients see. It must be registered with your SMS service.',
			hint: 'Many networks allow up to 11 letters and digits',
			builderHint: {
				propertyHint:
					'A name registered with the SMS service: up to 11 letters and digits. Ask the user for it, never invent one.',
			},
		});
	});

	it('has room for a message of several lines, and tells what an AI builder should know of it', () => {
		expect(field('message', operation)).toMatchObject({
			displayName: 'Message',
			type: 'string',
			typeOptions: { rows: 4 },
			required: true,
			default: '',
			builderHint: {
				propertyHint:
					'May be an expression with a different text per item. Up to 160 plain characters are 1 SMS; emoji, ç, ê and curly quotes lower that to 70.',
			},
		});
	});
});

it.each(['send', 'bulkSend', 'preview'])(
	'%s says what one SMS holds, and where to read more',
	(operation) => {
		expect(field('message', operation)).toMatchObject({
			placeholder: 'e.g. Your order 1042 is ready. Thank you!',
			description:
				"The text to send. n8n can't count while you type; the operation 'Preview' counts, and names the characters that raise the cost.",
			hint: `160 characters per SMS, 70 with ç, ê, ’ or emoji. <a href="${WHAT_COUNTS}" target="_blank">What counts</a>`,
		});
	},
);

it('a question says that a link is added, and what that takes', () => {
	expect(field('message', 'sendAndWait')).toMatchObject({
		placeholder: 'e.g. Refund 240 EUR for order 1042?',
		description:
			'The question. A link to the page where the recipient answers is added on a line of its own.',
		hint: 'The link takes about 160 characters: 2 SMS with a text of up to 140 characters',
	});
});
