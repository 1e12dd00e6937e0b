import type { INode } from 'n8n-workflow';
import type { Entry } from '../../../../nodes/SmsGateway/domain/entry';
import { withoutRequest, type Outcome } from '../../../../nodes/SmsGateway/domain/outcome';
import { planRequests } from '../../../../nodes/SmsGateway/domain/plan/plan';
import { summarize } from '../../../../nodes/SmsGateway/domain/summary';
import {
	failedDeliveryError,
	refusedEntriesError,
} from '../../../../nodes/SmsGateway/output/errors';

const nodeOf = (type: string): INode => ({
	id: '1',
	name: 'SMS Gateway',
	type,
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
});

const node = nodeOf('n8n-nodes-sms-gateway.smsGateway');
const tool = nodeOf('n8n-nodes-sms-gateway.smsGatewayTool');

const entry = (recipient: string, problem?: string): Entry => ({
	item: 0,
	senderId: 'SHOP',
	message: 'Hi',
	key: '',
	recipient,
	...(problem ? { problem: { reason: 'invalidRecipient', explanation: problem } } : {}),
});

const entries = [entry('46701740611'), entry('46701740612'), entry('46701740613')];
const outcomes: Outcome[] = [
	{ status: 'accepted', reason: 'accepted', explanation: 'Fine.', smsCount: 1, request: 1 },
	{ status: 'rejected', reason: 'refusedByService', explanation: 'No.', smsCount: 0, request: 2 },
	withoutRequest('notSent', 'stopped', 'Not sent: an earlier request failed.'),
];
const failed = (on: INode) =>
	failedDeliveryError(on, entries, outcomes, summarize(entries, outcomes), 'doNotResend');

describe('an error of the node', () => {
	it('has the reason of the service as its message, and what stands now below it', () => {
		const { message, description } = failed(node);
		expect(message).toBe('No.');
		expect(description).toContain('1 accepted, 1 refused by the service, 1 not sent');
		expect(description).toContain('A retry is safe');
	});
});

describe('an error of the tool, of which an AI agent reads the message alone', () => {
	it('names who has the SMS already, and never calls a repeat safe', () => {
		const { message } = failed(tool);
		expect(message).toBe(
			'No. Accepted: 46701740611. Refused by the service: 46701740612. Not sent: 46701740613. Do not send again to those accepted. Those refused or not sent did not get it; send again to them only, after mending the cause.',
		);
	});

	it('names all that is wrong with the numbers, without items, which an agent does not know', () => {
		const wrong = [entry('12', '"12" is short.'), entry('anna', '"anna" holds letters.')];
		const { message } = refusedEntriesError(tool, planRequests([...entries, ...wrong], {}));
		expect(message).toBe(
			'2 of 5 recipients cannot be texted. The first: "12" is short. Nothing was sent. Correct or leave out what is named here, then send.\n"12" is short.\n"anna" holds letters.',
		);
	});

	it('says of a single wrong number that nothing was sent', () => {
		const { message } = refusedEntriesError(
			tool,
			planRequests([entry('12', '"12" is short.')], {}),
		);
		expect(message).toMatch(/^"12" is short\. Nothing was sent\./);
	});
});
