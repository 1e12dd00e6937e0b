import '../../../../support/fast-clock';
import { accepted, people, phones, refusal, waysToSend } from '../../run';
import { tell } from '../../stories';

const campaign = {
	items: people(3),
	safeguards: { maxSmsPerDay: 2 },
	onError: 'continueRegularOutput',
	responds: accepted,
} as const;
const [ADA] = phones(1) as [string];
const many = <T>(count: number, value: T): T[] => Array<T>(count).fill(value);

describe.each(waysToSend)('Max SMS per Day in a %s', (route, run) => {
	const resending = { ...campaign, items: people(1), options: { uncertain: 'resend' } };

	tell([route, run], {
		'sends what is allowed, in the order of the input, over all executions': [
			{ ...campaign, safeguards: { maxSmsPerDay: 5 }, sent: phones(3) },
			{ sent: phones(2), out: { reason: ['accepted', 'accepted', 'overMaxSmsPerDay'] } },
			{
				safeguards: { maxSmsPerDay: 6 },
				sent: phones(1),
				out: { status: ['accepted', 'notSent', 'notSent'] },
			},
		],
		'gives the places of wrong numbers to those behind them, in the same execution': {
			...campaign,
			items: people(12),
			safeguards: { maxSmsPerDay: 5 },
			options: { batchSize: 1 },
			responds: [...many(5, refusal('Wrong number')), ...many(5, accepted)],
			sent: phones(10),
			out: { status: [...many(5, 'rejected'), ...many(5, 'accepted'), ...many(2, 'notSent')] },
		},
		'ends where a long SMS finds no place, and a short one to the same recipient waits for it': {
			...campaign,
			items: [
				{ phone: ADA, text: 'a'.repeat(161) },
				{ phone: ADA, text: 'b' },
			],
			parameters: { message: '={{ $json.text }}' },
			safeguards: { maxSmsPerDay: 1 },
			sent: [ADA],
			out: { reason: ['overMaxSmsPerDay', 'accepted'] },
		},
		'gives back what did not arrive': [
			{
				...campaign,
				options: { batchSize: 1, concurrency: 1 },
				responds: { error: 'ECONNREFUSED' },
				sent: phones(3).flatMap((one) => many(3, one)),
			},
			{ responds: accepted, sent: phones(2) },
		],
		'counts what may have been sent': [
			{ ...campaign, responds: { status: 500 }, sent: phones(2) },
			{ out: { reason: many(3, 'overMaxSmsPerDay') } },
		],
		'counts each attempt that may have been sent': {
			...resending,
			safeguards: { maxSmsPerDay: 1 },
			responds: [{ status: 500 }],
			sent: phones(1),
			out: { status: ['unknown'] },
		},
		'gives back the place of an attempt that was not sent, also of an SMS in doubt': [
			{
				...resending,
				responds: [{ status: 500 }, { status: 429, headers: { 'retry-after': '0' } }, accepted],
				sent: many(3, phones(1)[0]!),
			},
			{ safeguards: { maxSmsPerDay: 3 }, responds: accepted, sent: phones(1) },
		],
		'attempts it again while there is a place': {
			...resending,
			responds: [{ status: 500 }, accepted],
			sent: many(2, phones(1)[0]!),
			out: { status: ['accepted'] },
		},
		'sends nothing under Stop Workflow where it does not allow all, and leaves nothing taken': [
			{ ...campaign, onError: 'stopWorkflow', says: 'overDailyLimit overMaxSmsPerDay' },
			{ items: people(2), sent: phones(2) },
			{ items: people(1), says: 'overDailyLimit overMaxSmsPerDay' },
		],
		'counts the days of the time zone of the workflow': [
			{
				...campaign,
				settings: { timezone: 'Pacific/Kiritimati' },
				at: '2026-11-21T09:00:00Z',
				sent: phones(2),
			},
			{ at: '2026-11-21T10:00:00Z', sent: phones(2) },
			{ at: '2026-11-21T11:00:00Z' },
		],
	});
});
