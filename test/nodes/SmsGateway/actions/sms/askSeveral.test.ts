import '../../../../support/fast-clock';
import type { IDataObject, INode } from 'n8n-workflow';
import { causesOf } from '../../../../support/error-data';
import { createEngine } from '../../../../support/engine';
import { gateway, type Answer, type GatewayRequest } from '../../../../support/gateway';
import type { RunResult } from '../../../../engine-kit/execution';
import { accepted, e164, people, phones, refusal, sendAndWait, type Given } from '../../run';

const [ADA, BEN, CLEO] = phones(3) as [string, string, string];
const THREE = [ADA, BEN, CLEO];
const ANSWERED = 'This question has been answered.';

const lines = ({ body }: GatewayRequest): string[] => String(body!.message).split('\n');
const linkIn = (request: GatewayRequest): string => lines(request).at(-1)!;
const toIn = (link: string) => new URL(link).searchParams.get('to');

const service = (replies: Record<string, Answer> = {}) =>
	gateway().send(({ recipients: [one] }) => replies[one!] ?? accepted);

/** Asks the three; resolves to the execution, and the last link of each. */
async function ask(given: Given = {}, replies?: Record<string, Answer>) {
	const { requests } = service(replies);
	const parameters = { recipient: THREE.join(', '), ...given.parameters };
	const asked = await sendAndWait({ ...given, parameters });
	const links = new Map(requests.map((one) => [one.recipients[0]!, linkIn(one)]));
	return { asked, requests, linkOf: (phone: string) => links.get(phone)! };
}

const open = async (asked: RunResult, link: string) =>
	await (await createEngine()).visit(asked, { method: 'GET', link });
const answer = async (asked: RunResult, link: string, body: IDataObject = { answer: 'approve' }) =>
	await (await createEngine()).visit(asked, { method: 'POST', link, body });
const only = ({ items }: Pick<RunResult, 'items'>): IDataObject => {
	expect(items).toHaveLength(1);
	return items[0]!.json;
};
const statusesIn = (json: IDataObject) =>
	(json.recipients as IDataObject[]).map(({ status }) => status);

const DOUBLE: INode['parameters'] = { approvalOptions: { values: { approvalType: 'double' } } };

it.each([
	['a text with |', THREE.join('|')],
	['a text with commas', THREE.join(', ')],
	['a text with lines', THREE.join('\n')],
	['a list', '={{ $json.phones }}'],
	['a list as JSON', JSON.stringify(THREE)],
	['two numbers', `${ADA}, ${BEN}`],
])('asks several that are given as %s, each with a link of its own', async (_, recipient) => {
	const items = [{ phones: THREE }];
	const { asked, requests } = await ask({ items, parameters: { recipient } });
	const all = recipient.includes(CLEO) || recipient.startsWith('=') ? THREE : [ADA, BEN];

	expect(asked.status).toBe('waiting');
	expect(requests.map(({ recipients: [one] }) => one)).toStrictEqual(all);
	for (const one of requests) {
		expect(lines(one)).toStrictEqual(['Hello', expect.stringMatching(/&signature=[0-9a-f]{64}$/)]);
	}
	const links = requests.map(linkIn);
	expect(new Set(links.map(toIn)).size).toBe(all.length);
	// They cost the same, and none tells a number.
	expect(new Set(links.map(({ length }) => length)).size).toBe(1);
	for (const phone of all) expect(links.join()).not.toContain(phone);
	expect(only(asked)).toStrictEqual({
		answered: false,
		data: {},
		recipients: all.map((phone, index) => ({
			recipient: e164(phone),
			status: 'accepted',
			reason: 'accepted',
			explanation: expect.any(String),
			replayed: false,
			smsCount: expect.any(Number),
			request: index + 1,
			response: accepted.body,
		})),
	});
});

it.each<[string, string]>([
	['one number', ADA],
	['a list of one', `["${ADA}"]`],
])('gives %s a link without a recipient, and the output of one', async (_, recipient) => {
	const { asked, linkOf } = await ask({ parameters: { recipient } });
	expect(toIn(linkOf(ADA))).toBeNull();
	expect(only(asked)).toMatchObject({ recipient: e164(ADA), answered: false });
	const { resumed } = await answer(asked, linkOf(ADA));
	expect(only(resumed!)).toMatchObject({ answered: true, status: 'accepted' });
	expect(only(resumed!)).not.toHaveProperty('answeredBy');
	expect(only(resumed!)).not.toHaveProperty('recipients');
});

describe('all that can happen to the SMS of three', () => {
	const ENDS = {
		sent: { status: 'accepted', reply: accepted },
		unknown: { status: 'unknown', reply: { status: 502, body: 'Bad gateway' } },
		refused: { status: 'rejected', reply: refusal('Not in service') },
		excluded: { status: 'skipped', reply: accepted },
	} as const;
	type End = keyof typeof ENDS;
	const ends = Object.keys(ENDS) as End[];
	const rows = ends.flatMap((ada) => ends.flatMap((ben) => ends.map((cleo) => [ada, ben, cleo])));
	let turn = 0;

	it.each(rows)('%s, %s, %s', async (...row) => {
		const phonesThat = (...which: End[]) => THREE.filter((_, index) => which.includes(row[index]!));
		const replies = Object.fromEntries(THREE.map((one, index) => [one, ENDS[row[index]!].reply]));
		const excluded = phonesThat('excluded').join();
		const safeguards = { ...(excluded && { excludedRecipients: excluded }) };
		const { asked, requests, linkOf } = await ask({ parameters: DOUBLE, safeguards }, replies);
		expect(requests.map(({ recipients: [one] }) => one)).toStrictEqual(
			THREE.filter((phone) => !phonesThat('excluded').includes(phone)),
		);
		const mayHaveIt = phonesThat('sent', 'unknown');
		if (mayHaveIt.length === 0) {
			// Some refused it: the node fails. All were excluded: it goes on.
			expect(asked.status).toBe(row.includes('refused') ? 'error' : 'success');
			return;
		}
		expect(asked.status).toBe('waiting');
		const statuses = row.map((end) => ENDS[end].status);
		expect(statusesIn(only(asked))).toStrictEqual(statuses);

		const first = mayHaveIt[(turn += 1) % mayHaveIt.length]!;
		expect((await open(asked, linkOf(first))).page).toContain('<form');
		const others = mayHaveIt.filter((phone) => phone !== first);
		const { page, resumed } = await answer(asked, linkOf(first), { answer: 'decline' });
		expect(page).toContain('Decline');
		expect(resumed!.status).toBe('success');
		expect(only(resumed!)).toMatchObject({
			answered: true,
			answeredBy: e164(first),
			data: { approved: false, respondedAt: expect.any(String) },
		});
		expect(statusesIn(only(resumed!))).toStrictEqual(statuses);
		for (const phone of others) {
			for (const late of [open, answer]) {
				const { page, resumed, status } = await late(asked, linkOf(phone));
				expect([resumed, status]).toStrictEqual([undefined, 200]);
				expect(page).toContain(ANSWERED);
				expect(page).not.toMatch(/<form|Decline|Thank you|\d{10}/);
			}
		}
	});
});

describe('who answers', () => {
	it('is one of two at the same moment, and the page of the other never says that it was taken', async () => {
		const { asked, linkOf } = await ask({ parameters: DOUBLE });
		const both = await Promise.all([
			answer(asked, linkOf(CLEO), { answer: 'decline' }),
			answer(asked, linkOf(ADA), { answer: 'approve' }),
		]);
		const [taken, ...more] = both.filter(({ resumed }) => resumed);
		expect(more).toStrictEqual([]);
		const by = taken === both[0] ? CLEO : ADA;
		expect(only(taken!.resumed!)).toMatchObject({
			answeredBy: e164(by),
			data: { approved: by === ADA },
		});
		const other = both.find(({ resumed }) => !resumed)!;
		expect(other.page).toContain(ANSWERED);
		expect(other.page).not.toContain('Thank you');
	});

	it('still sees what was answered, on the own link', async () => {
		const { asked, linkOf } = await ask({ parameters: DOUBLE });
		const { page } = await answer(asked, linkOf(BEN), { answer: 'decline' });
		expect((await open(asked, linkOf(BEN))).page).toBe(page);
		expect((await answer(asked, linkOf(BEN))).page).toBe(page);
	});

	it('is nobody where the time is over', async () => {
		const values = { limitType: 'afterTimeInterval', resumeAmount: 2, resumeUnit: 'hours' };
		const { asked } = await ask({ options: { limitWaitTime: { values } } });
		const resumed = await (await createEngine()).resume(asked);
		expect(resumed.status).toBe('success');
		expect(only(resumed)).toMatchObject({ answered: false, data: {} });
		expect(only(resumed)).not.toHaveProperty('answeredBy');
		expect(statusesIn(only(resumed))).toStrictEqual(Array(3).fill('accepted'));
	});
});

describe('the safeguards hold for each', () => {
	it.each<[string, Given, string[], unknown[]]>([
		[
			'Allowed Recipients',
			{ safeguards: { allowedRecipients: BEN } },
			[BEN],
			['notAllowed', 'accepted', 'notAllowed'],
		],
		[
			'a duplicate',
			{ parameters: { recipient: [ADA, BEN, ADA].join() } },
			[ADA, BEN],
			['accepted', 'accepted', 'duplicate'],
		],
		[
			'an invalid number',
			{ parameters: { recipient: [ADA, '12', CLEO].join() }, onError: 'continueRegularOutput' },
			[ADA, CLEO],
			['accepted', 'invalidRecipient', 'accepted'],
		],
		[
			'Max SMS per Day',
			{ safeguards: { maxSmsPerDay: 4 }, onError: 'continueRegularOutput', workflowId: '4 a day' },
			[ADA, BEN],
			['accepted', 'accepted', 'overMaxSmsPerDay'],
		],
	])('%s', async (_, given, sentTo, reasons) => {
		const { asked, requests } = await ask({
			...given,
			options: { concurrency: 1 },
			parameters: { message: 'x'.repeat(100), ...given.parameters },
		});
		expect(requests.map(({ recipients: [one] }) => one)).toStrictEqual(sentTo);
		expect(asked.status).toBe('waiting');
		const told = only(asked).recipients as IDataObject[];
		expect(told.map(({ reason }) => reason)).toStrictEqual(reasons);
	});

	it.each<[string, Given]>([
		['an invalid number', { parameters: { recipient: [ADA, '12'].join() } }],
		['Max SMS', { safeguards: { maxSms: 2 } }],
		['Max SMS per Day', { safeguards: { maxSmsPerDay: 2 }, workflowId: '2 a day' }],
	])('with Stop, %s lets nothing go out', async (_, given) => {
		const { asked, requests } = await ask(given);
		expect(asked.status).toBe('error');
		expect(requests).toStrictEqual([]);
	});

	it('a key: nobody is asked twice, and those who are asked for the first time can answer', async () => {
		const keyed = { safeguards: { deduplicationKey: 'alert 7' }, workflowId: 'alert 7' };
		await ask({ ...keyed, parameters: { recipient: [ADA, BEN].join() } });
		const { asked, requests, linkOf } = await ask(keyed);
		expect(requests.map(({ recipients: [one] }) => one)).toStrictEqual([CLEO]);
		expect(statusesIn(only(asked))).toStrictEqual(['skipped', 'skipped', 'accepted']);
		const { resumed } = await answer(asked, linkOf(CLEO));
		expect(only(resumed!)).toMatchObject({ answeredBy: e164(CLEO) });
	});

	it('a test: its recipients have links of their own', async () => {
		const [, , , dan, eve] = phones(5) as [string, string, string, string, string];
		const { asked, requests, linkOf } = await ask({
			mode: 'manual',
			safeguards: { testRecipients: [BEN, dan, eve].join() },
		});
		expect(requests.map(({ recipients: [one] }) => one)).toStrictEqual([BEN, dan, eve]);
		expect(statusesIn(only(asked))).toStrictEqual(['skipped', 'accepted', 'skipped']);
		const { resumed } = await answer(asked, linkOf(eve));
		expect(only(resumed!)).toMatchObject({ answered: true, answeredBy: e164(eve) });
	});

	const rows = { made: [{ go: 1 }], items: people(3) };
	const all = "={{ $('Start').all().map((one) => one.json.phone) }}";
	const one = "={{ $('Start').item.json.phone }}";
	const lists = { items: [{ to: THREE, names: ['Ada', 'Ben', 'Cleo'] }] };
	const theirs = { recipient: '={{ $json.to }}' };
	const name = '=Hello {{ $json.names[0] }}';

	it.each<[string, Given]>([
		[
			'oneForAll invalidParameter Message',
			{ ...rows, parameters: { recipient: all, message: one } },
		],
		[
			'oneForAll invalidParameter Response Form Description',
			{ ...rows, parameters: { recipient: all }, options: { responseFormDescription: one } },
		],
		['oneOfList', { ...lists, parameters: { ...theirs, message: name } }],
		[
			'oneOfList invalidParameter Response Form Title',
			{ ...lists, parameters: theirs, options: { responseFormTitle: name } },
		],
		[
			'oneOfList invalidParameter Approve Label',
			{ ...lists, parameters: { ...theirs, approvalOptions: { values: { approveLabel: name } } } },
		],
	])('none gets what is meant for one: %s', async (cause, given) => {
		const { asked, requests } = await ask(given);
		expect(requests).toStrictEqual([]);
		expect(causesOf(asked.error)[0]).toContain(cause);
		const alone = await ask({ ...given, parameters: { ...given.parameters, recipient: ADA } });
		expect(alone.asked.status).toBe('waiting');
	});
});

describe("n8n's own retries", () => {
	it('ask those who were refused again, in the same execution', async () => {
		const busy = refusal('Busy');
		const { requests } = gateway().send([busy, busy, busy, busy, accepted, busy]);
		const asked = await sendAndWait({
			parameters: { recipient: THREE.join() },
			options: { concurrency: 1 },
			retryOnFail: true,
			maxTries: 2,
		});
		expect(asked.status).toBe('waiting');
		expect(requests).toHaveLength(6);
		expect(statusesIn(only(asked))).toStrictEqual(['rejected', 'accepted', 'rejected']);
		const { resumed } = await answer(asked, linkIn(requests[4]!));
		expect(only(resumed!)).toMatchObject({ answeredBy: e164(BEN) });
	});

	/** As n8n saves it when the process ends between the SMS and the wait. */
	const crashed = ({ executionData, ...waiting }: RunResult): RunResult => {
		const data = { ...executionData, waitTill: undefined };
		data.executionData!.nodeExecutionStack[0]!.data.main = [[{ json: {} }]];
		delete data.resultData.runData['SMS Gateway'];
		return { ...waiting, executionData: data };
	};

	it('ask the rest after a crash, and say whose link belongs to another execution', async () => {
		const before = await ask({}, { [BEN]: refusal('Busy') });
		const { requests } = service();
		const retried = await (await createEngine()).retry(crashed(before.asked));

		expect(requests.map(({ recipients: [one] }) => one)).toStrictEqual([BEN]);
		expect(retried.status).toBe('waiting');
		const told = only(retried).recipients as IDataObject[];
		expect(
			told.map(({ explanation }) => String(explanation).includes('another execution')),
		).toStrictEqual([true, false, true]);
		const { resumed } = await answer(retried, linkIn(requests[0]!));
		expect(only(resumed!)).toMatchObject({ answered: true, answeredBy: e164(BEN) });
	});
});

it.each([
	['continueRegularOutput', 'items'],
	['continueErrorOutput', 'errorItems'],
] as const)('says in one item that none of them could be asked: %s', async (onError, output) => {
	const replies = Object.fromEntries(THREE.map((phone) => [phone, refusal('Not in service')]));
	const { asked } = await ask({ onError }, replies);
	expect(asked.status).toBe('success');
	const [{ json }, ...more] = asked[output] as [RunResult['items'][number]];
	expect(more).toStrictEqual([]);
	const told = (json.details ?? json) as IDataObject;
	expect(told).toMatchObject({ answered: false, data: {} });
	expect(statusesIn(told)).toStrictEqual(Array(3).fill('rejected'));
});

it('has the fields of the input item once', async () => {
	const { asked } = await ask({ items: [{ alert: 7 }], options: { includeInputFields: true } });
	expect(only(asked)).toMatchObject({ input: { alert: 7 } });
	expect(only(asked).recipients).toStrictEqual(
		THREE.map(() => expect.not.objectContaining({ input: expect.anything() })),
	);
});

it('asks no more than a thousand', async () => {
	const recipient = `={{ Array.from({ length: 1001 }, (_, one) => '+229019700' + (1000 + one)) }}`;
	const { asked, requests } = await ask({ parameters: { recipient } });
	expect(requests).toStrictEqual([]);
	expect(causesOf(asked.error)[0]).toContain('tooMany');
});
