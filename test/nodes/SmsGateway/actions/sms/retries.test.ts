import '../../../../support/fast-clock';
import { sleep, type IDataObject } from 'n8n-workflow';
import { emptyLedgerData } from '../../../../../nodes/SmsGateway/history/ledger';
import { createEngine } from '../../../../support/engine';
import { causesOf } from '../../../../support/error-data';
import type { Engine } from '../../../../support/engine';
import { gateway } from '../../../../support/gateway';
import type { Answer } from '../../../../support/gateway';
import { accepted, all, bulkSend, people, phones, refusal, send, e164, thrice } from '../../run';

const once = { concurrency: 1, batchSize: 2 };
const retryOnFail = true;
const maxTries = 2;
const ids = { body: { status: 'success', id: 7 } };

let engine: Engine;
beforeAll(async () => {
	engine = await createEngine();
});

type Safeguards = Parameters<typeof send>[0]['safeguards'];

/** The Retry of an execution with other settings, as saved meanwhile. */
async function retryWith(
	failed: Awaited<ReturnType<typeof send>>,
	safeguards: Safeguards,
	more: IDataObject = {},
) {
	const [stopped] = failed.executionData.executionData!.nodeExecutionStack;
	Object.assign(stopped!.node.parameters, { safeguards, ...more });
	return await engine.retry(failed);
}

/** Six people, in three requests; the second fails. */
const campaign = { items: people(6), options: once };
/** Refused, and each of its two recipients alone. */
const busy = [refusal('Busy'), refusal('Busy'), refusal('Busy')];
const refusing = [ids, ...busy, accepted, accepted];

describe('Retry On Fail', () => {
	it.each<[string, Answer[]]>([
		['a refusal', refusing],
		['a refused connection', [ids, ...thrice({ error: 'ECONNREFUSED' }), accepted, accepted]],
	])('sends only the rest after %s', async (_, answers) => {
		const service = gateway().bulk(answers);
		const { items, status } = await bulkSend({ ...campaign, retryOnFail, maxTries });

		expect(status).toBe('success');
		expect(service.recipients.slice(0, 4)).toStrictEqual(phones(4));
		expect(service.recipients.slice(-4)).toStrictEqual(phones(6).slice(2));
		expect(items.map(({ json }) => [json.recipient, json.status, json.replayed])).toStrictEqual(
			phones(6).map((phone, index) => [e164(phone), 'accepted', index < 2]),
		);
		// What was sent before comes without its response.
		expect(items[0]!.json).toMatchObject({ response: null, request: 1, smsCount: 1 });
		service.done();
	});

	it('never sends again what may have been sent', async () => {
		const service = gateway().bulk([ids, { error: 'ECONNRESET' }, accepted]);
		const { error } = await bulkSend({ ...campaign, retryOnFail, maxTries: 3 });

		expect(service.recipients).toStrictEqual(phones(6));
		expect(causesOf(error)).toStrictEqual(['interrupted connectionLost']);
	});

	it('sends it again with If Outcome Is Unknown set to Resend', async () => {
		const service = gateway().bulk([ids, { status: 500 }, accepted, accepted]);
		const options = { ...once, uncertain: 'resend' };
		const result = await bulkSend({ ...campaign, options, retryOnFail, maxTries });

		expect(service.recipients).toStrictEqual([...phones(4), ...phones(6).slice(2)]);
		expect(all(result, 'status')).toStrictEqual(phones(6).map(() => 'accepted'));
	});

	it('does not run again under Continue: failures carry no top-level error', async () => {
		const service = gateway().send([refusal('No'), accepted]);
		const result = await send({
			items: people(2),
			options: once,
			retryOnFail,
			maxTries,
			onError: 'continueRegularOutput',
		});

		expect(service.requests).toHaveLength(2);
		expect(all(result, 'status')).toStrictEqual(['rejected', 'accepted']);
		expect(all(result, 'replayed')).toStrictEqual([false, false]);
	});

	it('with the error output sends to the failed ones again and to nobody else', async () => {
		const service = gateway().send([refusal('Busy'), accepted, accepted]);
		const { errorItems, items } = await send({
			items: people(2),
			options: once,
			retryOnFail,
			maxTries,
			onError: 'continueErrorOutput',
		});

		const [first, second] = phones(2);
		expect(service.recipients).toStrictEqual([first, second, first]);
		expect(errorItems).toStrictEqual([]);
		expect(items.map(({ json }) => [json.status, json.replayed])).toStrictEqual([
			['accepted', false],
			['accepted', true],
		]);
	});

	it('counts only this run in a summary', async () => {
		gateway().bulk(refusing);
		const options = { ...once, output: 'summary' };
		const { items } = await bulkSend({ ...campaign, options, retryOnFail, maxTries });

		expect(items[0]!.json).toMatchObject({
			requests: 2,
			smsCount: 4,
			recipients: { total: 6, accepted: 6 },
		});
	});
});

describe('a retry with Resend that a limit stops', () => {
	const resending = { options: { uncertain: 'resend' }, retryOnFail, maxTries };

	it('names the limit, and says that it may have been sent before', async () => {
		const service = gateway()
			.bulk(thrice({ status: 500 }))
			.balance([{ body: { balance: 6 } }, { body: { balance: 1 } }]);
		const { error } = await bulkSend({
			...resending,
			items: people(2),
			safeguards: { checkBalance: true },
		});

		expect(service.requests.filter(({ method }) => method === 'POST')).toHaveLength(3);
		expect(causesOf(error)).toStrictEqual([
			'balanceTooLow balanceTooLow',
			'balanceTooLow serverError',
			'interrupted serverError',
		]);
	});
});

describe('the Retry of a saved execution', () => {
	it('sends only what is missing and hands out the first outcome of the rest', async () => {
		const service = gateway().bulk(refusing);
		const failed = await bulkSend(campaign);
		expect(failed.status).toBe('error');
		const { items, status } = await engine.retry(failed);

		expect(status).toBe('success');
		expect(service.recipients.slice(-4)).toStrictEqual(phones(6).slice(2));
		expect(items.map(({ json }) => json.replayed)).toStrictEqual(phones(6).map((_, i) => i < 2));
	});

	describe('that is retried once more, from the execution that failed first', () => {
		const workflowId = 'retried twice';
		const failsFor = (name: string | undefined) => ({
			send: ({ recipients }: { recipients: string[] }) =>
				recipients[0] === name ? refusal('Busy') : accepted,
		});
		const [ADA, BEN, CIA] = phones(3) as [string, string, string];
		let failed: Awaited<ReturnType<typeof send>>;

		beforeEach(async () => {
			engine.deduplicator.reset();
			gateway().send(failsFor(BEN).send);
			failed = await send({ items: people(3), options: once, workflowId });
			expect(failed.status).toBe('error');
		});

		describe.each<[string, string, Safeguards, Safeguards]>([
			['nothing', 'nothing', {}, {}],
			['nothing', 'a key', {}, { deduplicationKey: 'sale' }],
			['nothing', 'Skip Repeats', {}, { skipRepeats: 'ever' }],
			['a key', 'nothing', { deduplicationKey: 'sale' }, {}],
			['a key', 'another', { deduplicationKey: 'sale' }, { deduplicationKey: 'other' }],
			['Skip Repeats', 'a key', { skipRepeats: 'ever' }, { deduplicationKey: 'sale' }],
		])('after %s was changed to %s,', (_, __, before, after) => {
			const fresh = async () =>
				await send({
					items: people(3),
					options: once,
					workflowId,
					safeguards: after,
					onError: 'continueRegularOutput',
				});

			it('sends to nobody to whom the first retry has sent, nor does a new execution with a key', async () => {
				const first = gateway().send(failsFor(CIA).send);
				expect((await retryWith(failed, before)).status).toBe('error');
				expect(first.recipients).toStrictEqual([BEN, CIA]);

				const second = gateway().send(accepted);
				const result = await retryWith(failed, after);
				expect(second.recipients).toStrictEqual([CIA]);
				expect(all(result, 'reason')).toStrictEqual(['accepted', 'alreadySent', 'accepted']);
				if (Object.keys(after!).length === 0) return;

				gateway().send(accepted);
				expect(all(await fresh(), 'reason').slice(1)).toStrictEqual(['alreadySent', 'alreadySent']);
			});

			it('sends to nobody twice where both run at the same time', async () => {
				const service = gateway().send(async () => {
					await sleep(50);
					return accepted;
				});
				const first = retryWith(failed, before);
				await Promise.all([first, retryWith(failed, after)]);

				expect([...service.recipients].sort()).toStrictEqual([BEN, CIA]);
			});

			it('does not send again what the first retry left in doubt, nor does a new execution with a key', async () => {
				gateway().send([{ status: 500 }, accepted]);
				await retryWith(failed, before);

				const second = gateway().send(accepted);
				await retryWith(failed, after);
				expect(second.recipients).toStrictEqual([CIA]);
				if (Object.keys(after!).length === 0) return;

				gateway().send(accepted);
				expect(all(await fresh(), 'reason').slice(1)).toStrictEqual(['interrupted', 'alreadySent']);
			});

			it('resends it with Resend, once', async () => {
				const options = { ...once, uncertain: 'resend' };
				gateway().send([...thrice({ status: 500 }), accepted]);
				await retryWith(failed, before, { options });

				const second = gateway().send(accepted);
				await retryWith(failed, after);
				expect(second.recipients).toStrictEqual([BEN, CIA]);
				const third = gateway().send(accepted);
				await retryWith(failed, before);
				expect(third.recipients).toStrictEqual([]);
			});
		});

		it.each([
			[39_998, [BEN, CIA]],
			[39_999, []],
		])('counts its keys over all turns: beside %i of others it sends %j', async (keyed, sent) => {
			const { contextData } = failed.executionData.executionData!;
			const { turns } = contextData[`node:${failed.nodeName}`]!.smsGateway as {
				turns: Record<string, object>;
			};
			turns['1'] = { ...emptyLedgerData(), keyed };
			const service = gateway().send(accepted);
			const { status, error } = await engine.retry(failed);

			expect(service.recipients).toStrictEqual(sent);
			expect(status).toBe(sent.length > 0 ? 'success' : 'error');
			if (sent.length === 0)
				expect(causesOf(error)).toStrictEqual(['tooManyKeys invalidParameter']);
		});

		it('goes on with the retry of the retry', async () => {
			gateway().send(failsFor(CIA).send);
			const retried = await engine.retry(failed);

			const service = gateway().send(accepted);
			const result = await engine.retry(retried);
			expect(service.recipients).toStrictEqual([CIA]);
			expect(all(result, 'reason')).toStrictEqual(['accepted', 'accepted', 'accepted']);
			expect(result.items[0]!.json.recipient).toBe(e164(ADA));
		});

		it('is no retry of another execution with the same items', async () => {
			const service = gateway().send([accepted, refusal('Busy'), accepted]);
			const other = await send({ items: people(3), options: once, workflowId });
			expect(service.recipients).toStrictEqual([ADA, BEN]);
			for (const one of [failed, other]) {
				const rest = gateway().send(accepted);
				await engine.retry(one);
				expect(rest.recipients).toStrictEqual([BEN, CIA]);
			}
		});
	});

	it('sends the rest with a token that was corrected', async () => {
		const service = gateway().send([accepted, { status: 401 }, accepted, accepted]);
		const failed = await send({ items: people(3), options: once });
		const credentials = { baseUrl: 'https://sms.example.com/api/v1', accessToken: 'corrected' };
		const { status } = await engine.retry(failed, { credentials });

		expect(status).toBe('success');
		expect(service.requests.slice(2).map(({ headers }) => headers.authorization)).toStrictEqual([
			'Bearer corrected',
			'Bearer corrected',
		]);
		expect(service.recipients).toStrictEqual([...phones(2), ...phones(3).slice(1)]);
	});
});

it('sends again in each turn of a loop', async () => {
	const service = gateway().send(accepted);
	const [phone] = phones(1);
	const { turns } = await send({
		items: [{ phone }, { phone }, { phone }],
		loop: { batchSize: 1 },
	});

	expect(service.recipients).toStrictEqual([phone, phone, phone]);
	expect(turns.flat().map(({ json }) => json.replayed)).toStrictEqual([false, false, false]);
});

describe('what a failed execution says of a new run', () => {
	const workflowId = 'promises';
	const campaignOf = (safeguards: Safeguards) => ({
		items: people(3),
		workflowId,
		options: { concurrency: 1 },
		safeguards,
	});
	beforeEach(() => engine.deduplicator.reset());

	it.each<[string, Safeguards]>([
		['Skip Repeats', { skipRepeats: 'ever' }],
		['Same Day', { skipRepeats: 'sameDay' }],
		['a key', { deduplicationKey: '={{ $json.phone }}' }],
	])('is true of %s', async (_, safeguards) => {
		gateway().send([accepted, { status: 500 }]);
		const failed = await send(campaignOf(safeguards));
		expect(causesOf(failed.error)).toStrictEqual(['service serverError serverError']);

		const service = gateway().send(accepted);
		const fresh = await send({ ...campaignOf(safeguards), onError: 'continueRegularOutput' });
		expect(service.recipients).toStrictEqual([phones(3)[2]]);
		expect(all(fresh, 'status')).toStrictEqual(['skipped', 'unknown', 'accepted']);
	});
});
