import { postingNode, smsGateway } from '../workflow';

export const SEND_CONCURRENCY = 40;
/** The defaults of Bulk Send. */
export const BATCH_SIZE = 100;
export const BULK_CONCURRENCY = 5;

const PHONE = '={{ $json.phone }}';
const FIXED = 'The shop is open this Saturday from 9 to 17. See you there!';
/** A field of the item in the middle of a text. */
const PERSONAL = '=The order of {{ $json.phone }} is ready. See you there!';

const bulk = (operation: string, options: object = {}, safeguards: object = {}) =>
	smsGateway({
		operation,
		senderId: 'BENCH',
		recipients: PHONE,
		message: FIXED,
		options,
		safeguards,
	});

const send = (message: string, concurrency = SEND_CONCURRENCY) =>
	smsGateway({
		operation: 'send',
		senderId: 'BENCH',
		recipient: PHONE,
		message,
		options: { concurrency },
	});

const httpRequest = (url: string, message: string) =>
	postingNode(url, 'bench', { sender_id: 'BENCH', recipient: PHONE, message });

/** The nodes that are compared, as the editor would save them. */
export const WAYS = {
	bulkSend: { name: 'Bulk Send', node: () => bulk('bulkSend') },
	bulkSendSummary: {
		name: 'Bulk Send, output: summary',
		node: () => bulk('bulkSend', { output: 'summary' }),
	},
	bulkSendKeyed: {
		name: 'Bulk Send, with keys',
		node: () => bulk('bulkSend', {}, { deduplicationKey: PHONE }),
	},
	send: { name: `Send, concurrency ${SEND_CONCURRENCY}`, node: () => send(FIXED) },
	sendWide: { name: 'Send, concurrency 2,000', node: () => send(FIXED, 2000) },
	sendPersonal: {
		name: `Send, concurrency ${SEND_CONCURRENCY}, personal texts`,
		node: () => send(PERSONAL),
	},
	httpRequest: { name: 'HTTP Request node', node: (url: string) => httpRequest(url, FIXED) },
	httpRequestPersonal: {
		name: 'HTTP Request node, personal texts',
		node: (url: string) => httpRequest(url, PERSONAL),
	},
	preview: {
		name: 'Preview, numbers in four spellings',
		node: () =>
			bulk(
				'preview',
				{ defaultCountry: 'FR', output: 'summary' },
				{ allowedCountries: ['BJ', 'FR'] },
			),
	},
};

export type Way = keyof typeof WAYS;

/** In JavaScript, for n8n's Code node: how number `n`, six digits, is written. They reach the local service only. */
export const numbersFor = (way: Way): string =>
	way === 'preview'
		? `[
			'0033 6 12 ' + n.replace(/(..)(?=.)/g, '$1 '),
			'06.12.' + n,
			'\\u200f(+229) 01-97-' + n.replace(/(..)(?=.)/g, '$1-') + '\\u00a0',
			'97 ' + n + ' (2)',
		][n % 4]`
		: `'+2290197' + n`;
