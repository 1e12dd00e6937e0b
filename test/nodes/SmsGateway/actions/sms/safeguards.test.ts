import { causesOf, dataOf } from '../../../../support/error-data';
import { atTime, realClock } from '../../../../support/clock';
import { createEngine } from '../../../../support/engine';
import { gateway } from '../../../../support/gateway';
import { accepted, all, bulkSend, people, phones, refusal, waysToSend } from '../../run';

const onError = 'continueRegularOutput';
const [ADA, BEN, CLEO] = phones(3) as [string, string, string];
const messagesOf = ({ hints }: { hints: Array<{ message: string }> }) =>
	hints.map(({ message }) => message).join(' ');

afterEach(realClock);

describe.each(waysToSend)('%s', (route, run) => {
	describe('Allowed Countries', () => {
		const items = [{ phone: ADA }, { phone: '33612345678' }, { phone: '12125550123' }];

		it.each([
			['a list', ['BJ', 'US']],
			['an expression with text', '={{ "bj, us" }}'],
		])('are the only ones that are sent to: %s', async (_, allowedCountries) => {
			const service = gateway()[route](accepted);
			const result = await run({ items, safeguards: { allowedCountries }, onError });

			expect(service.recipients).toStrictEqual([ADA, '12125550123']);
			expect(all(result, 'reason')).toStrictEqual(['accepted', 'countryNotAllowed', 'accepted']);
			expect(all(result, 'status')[1]).toBe('notSent');
		});
	});

	describe('Do Not Send After', () => {});

	describe('Send Window', () => {
		const items = [{ phone: ADA }, { phone: '33612345678' }];

		it("keeps to the workflow's clock, and says when it opens next", async () => {
			// The time zone of the test workflow is New York, where it is 02:30.
			atTime('2026-07-01T06:30:00Z');
			const service = gateway();
			const sendWindow = { window: { from: '08:00', until: '20:00' } };
			const result = await run({ items, safeguards: { sendWindow }, onError });

			expect(service.requests).toStrictEqual([]);
			expect(all(result, 'reason')).toStrictEqual(['outsideWindow', 'outsideWindow']);
			expect(all(result, 'sendAt')[0]).toBe('2026-07-01T08:00:00.000-04:00');
		});
	});

	describe('Test Recipients', () => {
		const safeguards = { testRecipients: `+${BEN}` };

		it('are the only ones that an execution started by hand sends to', async () => {
			const service = gateway()[route](accepted);
			const result = await run({ items: people(3), safeguards, mode: 'manual' });

			expect(service.recipients).toStrictEqual([BEN]);
			expect(all(result, 'reason')).toStrictEqual(['testRun', 'accepted', 'testRun']);
			expect(all(result, 'status')).toStrictEqual(['skipped', 'accepted', 'skipped']);
			expect(messagesOf(result)).toContain('Safeguards > Test Recipients');
		});

		it('have no effect in an active workflow, which says so', async () => {
			const service = gateway()[route](accepted);
			const result = await run({ items: people(3), safeguards });

			expect(service.recipients).toStrictEqual(phones(3));
			expect(messagesOf(result)).toContain('Safeguards > Test Recipients');
		});
	});

	describe('Replace Special Characters', () => {
		const message = `${'a'.repeat(80)}’`;

		it('sends plain characters where that saves SMS, and says which', async () => {
			const service = gateway()[route](accepted);
			const result = await run({
				items: people(1),
				parameters: { message },
				options: { replaceSpecialCharacters: 'typographic' },
			});

			expect(service.requests[0]!.body).toMatchObject({ message: `${'a'.repeat(80)}'` });
			expect(result.items[0]!.json.explanation).toContain("’ → '");
		});
	});

	it('Include Input Fields hands the input item on, for failures too', async () => {
		gateway()[route](accepted);
		const items = [
			{ phone: ADA, name: 'Ada' },
			{ phone: 'abc', name: 'Ben' },
		];
		const result = await run({ items, options: { includeInputFields: true }, onError });

		expect(all(result, 'input')).toStrictEqual(items);
		expect(all(await run({ items: people(1) }), 'input')).toStrictEqual([undefined]);
	});
});

describe('in a retry', () => {
	const sendWindow = { window: { from: '08:00', until: '20:00' } };
	const options = { batchSize: 1, concurrency: 1 };

	it.each([
		['the window has closed', { sendWindow }, 'outsideWindow'],
		['the time has passed', { doNotSendAfter: '2026-07-01T20:00:00Z' }, 'expired'],
	])('who was sent to stays accepted, the others are not sent: %s', async (_, safeguards, why) => {
		// 15:00 in New York, the time zone of the test workflow.
		atTime('2026-07-01T19:00:00Z');
		const service = gateway().bulk([accepted, refusal('Busy')]);
		const failed = await bulkSend({ items: people(3), safeguards, options });
		expect(failed.error?.message).toContain('Busy');

		atTime('2026-07-03T01:00:00Z');
		const { error } = await (await createEngine()).retry(failed);

		expect(service.recipients).toStrictEqual([ADA, BEN]);
		expect(causesOf(error)[0]).toContain(why);
		expect(dataOf(error).recipients).toMatchObject({ accepted: 1, notSent: 2 });
	});
});

it('Include Input Fields hands on the item of each of several recipients', async () => {
	gateway().bulk(accepted);
	const items = [
		{ phone: `${ADA}, ${BEN}`, name: 'a couple' },
		{ phone: CLEO, name: 'Cleo' },
	];
	const result = await bulkSend({ items, options: { includeInputFields: true } });

	expect(all(result, 'input')).toStrictEqual([items[0], items[0], items[1]]);
});
