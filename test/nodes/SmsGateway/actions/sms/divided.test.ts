import '../../../../support/fast-clock';
import { gateway, type Answer, type GatewayRequest } from '../../../../support/gateway';
import { accepted, all, bulkSend, people, phones, refusal } from '../../run';
import { causesOf } from '../../../../support/error-data';

// A refusal is the request's, an outcome is the recipient's.

const HTTP_400 = { status: 400, ...refusal('Unexpected error') };
const onError = 'continueRegularOutput' as const;

type Service = (request: Pick<GatewayRequest, 'recipients'>) => Answer;

const refusing =
	(wrong: readonly string[], no: Answer = HTTP_400): Service =>
	({ recipients }) =>
		recipients.some((one) => wrong.includes(one)) ? no : accepted;

const statusesOf = (result: Awaited<ReturnType<typeof bulkSend>>) =>
	Object.fromEntries(
		['accepted', 'rejected', 'unknown', 'notSent', 'skipped'].flatMap((status) => {
			const count = all(result, 'status').filter((one) => one === status).length;
			return count > 0 ? [[status, count]] : [];
		}),
	);

/** What the service took, which must be nobody twice. */
function takenOf(service: ReturnType<typeof gateway>, answer: Service): string[] {
	const taken = service.requests
		.filter((request) => request.method === 'POST' && answer(request) === accepted)
		.flatMap(({ recipients }) => recipients);
	expect(taken).toHaveLength(new Set(taken).size);
	return taken.sort();
}

it.each([{ concurrency: 1 }, { concurrency: 5 }, { requestsPerSecond: 100 }])(
	'a wrong number costs nobody else the SMS, and few requests: %j',
	async (options) => {
		for (const [count, wrong, most] of [
			[100, [37], 20],
			[300, [3, 140, 141, 299], 60],
		] as const) {
			const service = refusing(wrong.map((one) => phones(count)[one]!));
			const log = gateway().bulk(service);
			const safeguards = { deduplicationKey: `={{ $json.phone + ' of ${count}' }}` };
			const result = await bulkSend({ items: people(count), options, safeguards, onError });
			const others = count - wrong.length;
			expect(statusesOf(result)).toStrictEqual({ accepted: others, rejected: wrong.length });
			expect(wrong.map((one) => result.items[one]!.json.status)).not.toContain('accepted');
			expect(takenOf(log, service)).toHaveLength(others);
			expect(log.requests.length).toBeLessThanOrEqual(most);
		}
	},
);

it.each([1, 5])('nobody later gets their place of the day: %d at once', async (concurrency) => {
	const log = gateway().bulk(refusing([phones(4)[3]!]));
	const options = { batchSize: 16, concurrency };
	const safeguards = { maxSmsPerDay: 30 };
	const result = await bulkSend({ items: people(40), options, safeguards, onError });
	const status = (index: number) => (index > 30 ? 'notSent' : 'accepted');
	const expected = people(40).map((_, index) => (index === 3 ? 'rejected' : status(index)));
	expect(all(result, 'status')).toStrictEqual(expected);
	expect(log.requests.length).toBeLessThanOrEqual(13);
});

describe('where the whole is at fault', () => {
	it.each([1, 5])('asks three alone for all batches of a text: %i at once', async (concurrency) => {
		const log = gateway().bulk(refusal('Insufficient credit'));
		const result = await bulkSend({ items: people(500), options: { concurrency }, onError });
		expect(statusesOf(result)).toStrictEqual({ rejected: 500 });
		expect(log.requests).toHaveLength(5 + 3);
		for (const explanation of all(result, 'explanation')) {
			expect(explanation).toContain('Insufficient credit');
		}
	});

	it('gives nobody the words about another', async () => {
		gateway().bulk(({ recipients }) =>
			recipients.length > 1 ? HTTP_400 : refusal(`${recipients[0]} is not valid`),
		);
		const result = await bulkSend({ items: people(50), onError });
		expect(statusesOf(result)).toStrictEqual({ rejected: 50 });
		for (const { json } of result.items) {
			const [named] = /\d{11,}/.exec(String(json.explanation)) ?? [];
			expect([undefined, String(json.recipient).replace('+', '')]).toContain(named);
		}
	});
});

describe('a service that', () => {
	it('runs out of credit is used up to its last SMS, and asked little more', async () => {
		let credit = 250;
		const log = gateway().bulk(({ recipients }) => {
			if (recipients.length > credit) return refusal('Insufficient credit');
			credit -= recipients.length;
			return accepted;
		});
		const result = await bulkSend({ items: people(1000), options: { concurrency: 1 }, onError });
		expect(statusesOf(result)).toStrictEqual({ accepted: 250, rejected: 750 });
		expect(log.requests.length).toBeLessThanOrEqual(2 + 30 + 7 * 2);
	});

	it('loses connections after a wrong number refuses nobody else', async () => {
		let lost = 0;
		const wrong = phones(50)[20]!;
		gateway().bulk((request) => {
			if (request.recipients.length === 50) return HTTP_400;
			return lost++ < 3 ? { error: 'ECONNRESET' } : refusing([wrong])(request);
		});
		const result = await bulkSend({ items: people(50), onError });
		expect(statusesOf(result)).toStrictEqual({ unknown: 2, notSent: 48 });
	});

	it.each([401, 403, 404, 429, 302, 500])(
		'responds with %i is asked in parts only after a refusal',
		async (status) => {
			const log = gateway().bulk({ status, headers: { location: '/elsewhere' } });
			await bulkSend({ items: people(12), onError });
			expect(log.requests).toHaveLength({ 404: 4, 429: 3 }[status] ?? 1);
		},
	);
});

it('sends with Stop Workflow to the others of the refused request, and starts no other', async () => {
	const service = refusing([phones(30)[4]!]);
	const log = gateway().bulk(service);
	const options = { batchSize: 10, concurrency: 1 };
	const { error } = await bulkSend({ items: people(30), options });
	const others = phones(10).filter((_, index) => index !== 4);
	expect(takenOf(log, service)).toStrictEqual(others.sort());
	expect(causesOf(error)).toStrictEqual(['service refusedByService refusedByService']);
});

describe('with Check Balance', () => {
	const safeguards = { checkBalance: true };

	it('forgets nobody where the balance is limited while a refused request is divided', async () => {
		let reads = 0;
		gateway()
			.bulk(refusing([phones(20)[7]!]))
			.balance(() => (reads++ === 0 ? { body: { balance: 99 } } : { status: 429 }));
		const keyed = { ...safeguards, deduplicationKey: '={{ $json.phone }}' };
		const result = await bulkSend({ items: people(20), safeguards: keyed, onError });
		expect(statusesOf(result)).toStrictEqual({ unknown: 20 });
		expect([result.items[0]!.json.reason, reads]).toStrictEqual(['balanceFell', 2]);
	});

	const keyed = { checkBalance: true, skipRepeats: 'ever' };

	it.each([
		['fell', 97, 'unknown', ['unknown', 'unknown', 'unknown']],
		['has not fallen', 100, 'unknown', ['alreadySent', 'refusedByService', 'alreadySent']],
	])(
		'another execution does not send what a refused request may have sent: the balance %s',
		async (_, after, meanwhile, later) => {
			const service = refusing([phones(3)[1]!]);
			const given = { items: people(3), safeguards: keyed, options: { timeout: 3 }, onError };
			let reads = 0;
			let second: unknown[] = [];
			const log = gateway()
				.bulk(service)
				.balance(async () => {
					if (++reads === 2) second = all(await bulkSend(given), 'status');
					return { body: { balance: reads < 3 ? 100 : after } };
				});
			await bulkSend(given);

			expect(second).toStrictEqual(Array(3).fill(meanwhile));
			expect(takenOf(log, service)).toHaveLength(after === 97 ? 0 : 2);
			const third = await bulkSend(given);
			expect(all(third, after === 97 ? 'status' : 'reason')).toStrictEqual(later);
		},
	);

	it('is read before the next requests start, and again before the refused ones are divided', async () => {
		const wrong = phones(30)[4]!;
		const log = gateway()
			.bulk(refusing([wrong]))
			.balance({ body: { balance: 100 } });
		const options = { batchSize: 10, concurrency: 1 };
		await bulkSend({ items: people(30), options, safeguards, onError });
		const kinds = log.requests.map(({ route, recipients }) => [route, recipients.length].join(' '));
		expect(kinds.slice(0, 7)).toStrictEqual([
			'balance 0',
			'bulk 10',
			'balance 0',
			'bulk 10',
			'bulk 10',
			'balance 0',
			'bulk 1',
		]);
	});
});

it('knows of a text that it was accepted before', async () => {
	const half = phones(300)
		.slice(200)
		.filter((_, index) => index % 2 === 0);
	for (let run = 0; run < 2; run++) {
		const service = refusing(half);
		const log = gateway().bulk(service);
		await bulkSend({ items: people(300), onError });
		expect(takenOf(log, service)).toHaveLength(250);
	}
});
