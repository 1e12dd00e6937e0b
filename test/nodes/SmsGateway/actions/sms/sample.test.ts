import { gateway } from '../../../../support/gateway';
import { accepted, people, phones, refusal, sendAndWait, waysToSend, e164 } from '../../run';
import { tell } from '../../stories';

const ME = '33612345678';
const YOU = '33612345679';
const mode = 'manual';
const [ADA, BEN] = phones(2) as [string, string];
const parameters = { message: '=Hello {{ $json.phone }}' };
const given = { mode, parameters, safeguards: { testRecipients: `+${ME}` } } as const;

describe.each(waysToSend)('a test of %s by one who is not in the list', (route, run) => {
	const refused = { ...given, responds: refusal('No credit'), items: people(2), sent: [ME] };
	const going = { onError: 'continueRegularOutput' } as const;
	const phone = '={{ $json.phone ?? $json.recipient }}';

	const keyed = {
		...given,
		responds: accepted,
		items: people(1),
		safeguards: { ...given.safeguards, deduplicationKey: '=order {{ $json.phone }}' },
	};

	const testing = { testRecipients: `+${ME}, +${YOU}` };

	tell([route, run], {
		'sends them the SMS of the first item as a sample, and to nobody else': {
			...given,
			responds: accepted,
			items: people(3),
			sent: [ME],
			texts: [`Hello ${ADA}`],
			out: { recipient: phones(3).map(e164), reason: ['testRun', 'testRun', 'testRun'] },
			hint: new RegExp(`^info: .*\\+${ME} .*1st`),
			noHint: 'warning:',
		},
		'counts nobody twice, nor an equal SMS that no item sends': [
			{
				...given,
				responds: accepted,
				items: [...people(1), ...people(1)],
				sent: [ME],
				out: { reason: ['testRun', 'testRun'] },
			},
			{
				items: [...people(1), { phone: '' }, { phone: '' }],
				says: 'missingValue',
				about: '2 of 3 recipients',
			},
		],
		'names a sample that the service refuses as one': {
			...given,
			responds: ({ recipients }) => (recipients.includes(ME) ? refusal('No') : accepted),
			items: people(2),
			safeguards: { testRecipients: `+${BEN}, +${ME}` },
			options: { concurrency: 1, batchSize: 1 },
			sent: [BEN, ME],
			about: 'The sample to a test number failed',
		},
		'sends to those who are in the list the SMS of their item, and a sample to the others': {
			...given,
			responds: accepted,
			items: people(2),
			safeguards: { testRecipients: `+${BEN}, +${ME}, +${YOU}` },
			options: { concurrency: 1 },
			...(route === 'send'
				? { sent: [BEN, ME, YOU], texts: [`Hello ${BEN}`, `Hello ${ADA}`, `Hello ${ADA}`] }
				: { sent: [BEN, ME, YOU], texts: [`Hello ${BEN}`, `Hello ${ADA}`] }),
		},
		'sends no second one in a Retry': [
			{
				...given,
				responds: [accepted, refusal('Busy')],
				items: people(2),
				safeguards: { testRecipients: `+${BEN}, +${ME}` },
				options: { concurrency: 1 },
				sent: [BEN, ME],
				says: 'refusedByService',
			},
			{ retryOf: 0, responds: accepted, sent: [ME] },
		],
		'sends no second one in a Retry, also where it is of another item by then': [
			{
				...given,
				responds: [accepted, refusal('Busy')],
				items: people(2),
				safeguards: testing,
				options: { concurrency: 1, batchSize: 1 },
				sent: [ME, YOU],
				says: 'refusedByService',
			},
			{
				retryOf: 0,
				saved: { safeguards: { ...testing, excludedRecipients: ADA } },
				responds: accepted,
				sent: [YOU],
			},
		],
		'records no key: the customer gets the SMS of the published workflow': [
			{ ...keyed, sent: [ME] },
			{ sent: [ME], noHint: 'empty' },
			{ mode: 'trigger', sent: [ADA] },
		],
		'leaves the sample out of a summary, but for what it cost': {
			...given,
			responds: accepted,
			items: people(2),
			options: { output: 'summary' },
			sent: [ME],
			out: {
				requests: [1],
				smsCount: [1],
				recipients: [{ total: 2, accepted: 0, rejected: 0, unknown: 0, notSent: 0, skipped: 2 }],
			},
		},
		'sends one sample per execution, however often the loop turns': {
			...given,
			responds: accepted,
			parameters: { recipient: phone, recipients: phone },
			again: { output: 0, times: 2 },
			items: people(2),
			sent: [ME],
			// In three turns.
			out: { reason: new Array(6).fill('testRun') },
			noHint: /^warning:/,
		},
		'sends no second one where it is not known whether the first was sent': {
			...given,
			...going,
			responds: { status: 500 },
			parameters: { recipient: phone, recipients: phone, message: '=Hi {{ $runIndex }}' },
			again: { output: 0, times: 1 },
			items: people(1),
			sent: [ME],
		},
		'sends to them in each turn, until all have got one': {
			...given,
			...going,
			responds: [accepted, refusal('Busy'), refusal('Busy')],
			parameters: { recipient: phone, recipients: phone },
			again: { output: 0, times: 1 },
			options: { batchSize: 1, concurrency: 1 },
			items: people(1),
			safeguards: { testRecipients: `+${ME}, +${YOU}` },
			sent: [ME, YOU, YOU],
		},
		'is counted by the limits': {
			...given,
			items: people(1),
			parameters: { message: 'x'.repeat(161) },
			safeguards: { ...given.safeguards, maxSms: 1 },
			says: 'overMaxSms overMaxSms',
		},
		'fails as the SMS of an item would': { ...refused, says: 'service refusedByService' },
		'may have got it, and the error names them': {
			...refused,
			responds: { status: 500 },
			explains: new RegExp(`^[^+]+: \\+${ME}\\.`),
		},
		'says so where the workflow continues': {
			...refused,
			...going,
			out: { reason: ['testRun', 'testRun'] },
			hint: new RegExp(`^warning: .*\\+${ME} .*No credit`),
		},
		'warns once of executing again where a sample alone failed': {
			...given,
			...going,
			items: people(1),
			safeguards: { testRecipients: `+${ADA}, +${ME}` },
			responds: ({ recipients }) => (recipients.includes(ME) ? refusal('No') : accepted),
			sent: route === 'send' ? [ADA, ME] : [ADA, ME, ADA, ME],
			hint: 'Executing again',
		},
		'blames no safeguard where the service refuses one who is in the list': {
			...refused,
			...going,
			safeguards: { testRecipients: `+${BEN}` },
			sent: [BEN],
			out: { reason: ['testRun', 'refusedByService'] },
		},
		'sends none to a number that a safeguard keeps out, and says that nobody got an SMS': {
			...given,
			items: people(2),
			safeguards: { ...given.safeguards, excludedRecipients: `+${ME}` },
			out: { reason: ['testRun', 'testRun'] },
			hint: 'This run sent nothing',
		},
	});
});

it('lets the one who tries a question answer it', async () => {
	const service = gateway().send(accepted);
	const { status } = await sendAndWait({ ...given, items: people(1) });

	expect([status, service.recipients]).toStrictEqual(['waiting', [ME]]);
});
