import { sandboxCredential } from '../examples';
import { itemsOf, type Run } from '../host';
import { postingNode, smsGateway, type WorkflowNode } from '../workflow';

export type Subject = 'smsGateway' | 'httpRequest' | 'twilio';

export const SUBJECTS: readonly Subject[] = ['smsGateway', 'httpRequest', 'twilio'];

export const NAMES: Record<Subject, string> = {
	smsGateway: 'SMS Gateway',
	httpRequest: 'HTTP Request',
	twilio: 'Twilio',
};

const NODE = 'Send';

const TWILIO_CREDENTIAL = { id: 'proof-twilio', name: 'Twilio' };
const TOKEN = 'a-token-of-the-proof';

export const credentialsFor = (baseUrl: string) => [
	sandboxCredential({ baseUrl, token: TOKEN }),
	{
		...TWILIO_CREDENTIAL,
		type: 'twilioApi',
		data: { authType: 'authToken', accountSid: 'AC1', authToken: TOKEN },
	},
];

/** Milliseconds. The Twilio node has no such setting: n8n gives up after five minutes. */
const TIMEOUT = 3000;
const MESSAGE = 'Open on Saturday.';

/** One SMS per item, with the settings that a node begins with but for what the fault needs. */
export function sendingNode(subject: Subject, baseUrl: string, isKeyed: boolean): WorkflowNode {
	switch (subject) {
		case 'smsGateway':
			return {
				...smsGateway({
					operation: 'send',
					senderId: 'SHOP',
					recipient: '={{ $json.phone }}',
					message: MESSAGE,
					safeguards: isKeyed ? { deduplicationKey: '={{ $json.order }}' } : {},
					options: { timeout: TIMEOUT / 1000 },
				}),
				name: NODE,
			};
		case 'httpRequest':
			return {
				name: NODE,
				...postingNode(
					`${baseUrl}/sms/send`,
					TOKEN,
					{ sender_id: 'SHOP', recipient: '={{ $json.phone }}', message: MESSAGE },
					{ timeout: TIMEOUT },
				),
			};
		case 'twilio':
			return {
				name: NODE,
				type: 'n8n-nodes-base.twilio',
				typeVersion: 1,
				credentials: { twilioApi: TWILIO_CREDENTIAL },
				parameters: {
					resource: 'sms',
					operation: 'send',
					from: '+15005550006',
					to: '=+{{ $json.phone }}',
					toWhatsapp: false,
					message: MESSAGE,
				},
			};
	}
}

/** What a workflow knows of a recipient at its end; undefined where it knows nothing. */
export type Statement = 'sent' | 'notSent' | 'mayBeSent';

const STATEMENTS: Record<string, Statement> = {
	accepted: 'sent',
	skipped: 'sent',
	rejected: 'notSent',
	notSent: 'notSent',
	unknown: 'mayBeSent',
};

/** By the words of an error: "Accepted: +2290…, +2290…. Not sent: +2290…." Numbers as they are sent. */
export function statementsOfError(text: string): Map<string, Statement> {
	const statements = new Map<string, Statement>();
	for (const [, words = '', numbers = ''] of text.matchAll(
		/([^.:]+): ((?:\+?\d{7,15}(?:, )?)+)/g,
	)) {
		const statement = /accepted|sent to/i.test(words.replace(/not sent/i, ''))
			? 'sent'
			: /unknown|may have/i.test(words)
				? 'mayBeSent'
				: 'notSent';
		for (const number of numbers.split(', ')) statements.set(number.replace('+', ''), statement);
	}
	return statements;
}

/** What the items say, or the error where a node that stops returns none. */
export function statementsOf(
	subject: Subject,
	run: Run,
	phones: readonly string[],
): Map<string, Statement> {
	const { error } = run.data.resultData;
	const items = itemsOf(run, NODE);
	if (items.length === 0) {
		const text = `${error?.message ?? ''} ${error?.description ?? ''}`;
		return /\bnothing was sent\b|\bsent nothing\b/i.test(text)
			? new Map(phones.map((phone) => [phone, 'notSent']))
			: statementsOfError(text);
	}
	return new Map(
		items.map(({ json }, index) =>
			subject === 'smsGateway'
				? [String(json.recipient).replace('+', ''), STATEMENTS[String(json.status)]!]
				: [phones[index]!, json.error === undefined ? 'sent' : 'notSent'],
		),
	);
}
