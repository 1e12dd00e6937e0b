import { createEngine } from '../../../../support/engine';
import { gateway } from '../../../../support/gateway';
import { accepted, all, people, phones, refusal, sendAndWait, waysToSend, e164 } from '../../run';
import { hintsOf, tell } from '../../stories';

const ME = '33612345678';
const YOU = '33612345679';
const mode = 'manual';
const [ADA, BEN] = phones(2) as [string, string];
const parameters = { message: '=Hello {{ $json.phone }}' };
const given = { mode, parameters, safeguards: { testRecipients: `+${ME}` } } as const;

describe.each(waysToSend)('a test of %s by one who is not in the list', (route, run) => {
	const textsOf = (service: ReturnType<typeof gateway>) =>
		service.of(route).map(({ recipients, body }) => [...recipients, body!.message]);

	it('sends them the SMS of the first item as a sample, and to nobody else', async () => {
		const service = gateway()[route](accepted);
		const result = await run({ ...given, items: people(3) });

		expect(textsOf(service)).toStrictEqual([[ME, `Hello ${ADA}`]]);
		expect(all(result, 'recipient')).toStrictEqual(phones(3).map(e164));
		expect(all(result, 'reason')).toStrictEqual(['testRun', 'testRun', 'testRun']);
		expect(hintsOf(result)[0]).toMatch(new RegExp(`^info: .*\\+${ME} .*1st`));
		expect(hintsOf(result).join()).not.toContain('warning:');
	});

	it('sends to those who are in the list the SMS of their item, and a sample to the others', async () => {
		const service = gateway()[route](accepted);
		const safeguards = { testRecipients: `+${BEN}, +${ME}, +${YOU}` };
		await run({ ...given, items: people(2), safeguards });

		expect(textsOf(service).flat().sort()).toStrictEqual(
			route === 'send'
				? [BEN, ME, YOU, `Hello ${ADA}`, `Hello ${ADA}`, `Hello ${BEN}`].sort()
				: [BEN, ME, YOU, `Hello ${ADA}`, `Hello ${BEN}`].sort(),
		);
	});

	it('sends no second one in a retry', async () => {
		const service = gateway()[route]([accepted, refusal('Busy'), accepted]);
		const options = { concurrency: 1 };
		const safeguards = { testRecipients: `+${BEN}, +${ME}` };
		const failed = await run({ ...given, items: people(2), safeguards, options });
		expect(failed.status).toBe('error');
		expect(service.recipients).toStrictEqual([BEN, ME]);

		await (await createEngine()).retry(failed);
		expect(service.recipients).toStrictEqual([BEN, ME, ME]);
	});

	it('records no key: the customer gets the SMS of the published workflow', async () => {
		const service = gateway()[route](accepted);
		const workflowId = `sample by ${route}`;
		const safeguards = { ...given.safeguards, deduplicationKey: '=order {{ $json.phone }}' };
		await run({ ...given, workflowId, items: people(1), safeguards });
		const test = await run({ ...given, workflowId, items: people(1), safeguards });
		expect(hintsOf(test).join()).not.toContain('empty');
		const real = await run({
			...given,
			mode: 'trigger',
			workflowId,
			items: people(1),
			safeguards,
		});

		expect(service.recipients).toStrictEqual([ME, ME, ADA]);
		expect(all(real, 'status')).toStrictEqual(['accepted']);
	});

	const refused = { ...given, responds: refusal('No credit'), items: people(2), sent: [ME] };
	const going = { onError: 'continueRegularOutput' } as const;
	const phone = '={{ $json.phone ?? $json.recipient }}';

	tell([route, run], {
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
		'warns in each turn, until all have got one': {
			...given,
			...going,
			responds: [accepted, refusal('Busy'), refusal('Busy')],
			parameters: { recipient: phone, recipients: phone },
			again: { output: 0, times: 1 },
			options: { batchSize: 1, concurrency: 1 },
			items: people(1),
			safeguards: { testRecipients: `+${ME}, +${YOU}` },
			sent: [ME, YOU, YOU],
			// The one that names no sample.
			hint: /^warning: [^+]*$/,
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
			hint: 'If you execute again',
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
			hint: /^warning:/,
		},
	});

	it('leaves it out of a summary, but for what it cost', async () => {
		gateway()[route](accepted);
		const { items } = await run({ ...given, items: people(2), options: { output: 'summary' } });

		expect(items[0]!.json).toMatchObject({
			requests: 1,
			smsCount: 1,
			recipients: { total: 2, accepted: 0, skipped: 2 },
		});
	});
});

it('lets the one who tries a question answer it', async () => {
	const service = gateway().send(accepted);
	const { status } = await sendAndWait({ ...given, items: people(1) });

	expect(service.recipients).toStrictEqual([ME]);
	expect(status).toBe('waiting');
});
