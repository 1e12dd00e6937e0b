import { ExecuteContext } from 'n8n-core';
import { sleep, type IDataObject } from 'n8n-workflow';
import { createEngine } from '../../../../support/engine';
import { causesOf } from '../../../../support/error-data';
import { gateway } from '../../../../support/gateway';
import {
	accepted,
	all,
	bulkSend,
	people,
	phones,
	refusal,
	send,
	sendAndWait,
	thrice,
} from '../../run';

// What is told to whom: one wrong line between two rooms, and a promise is broken.

afterEach(() => jest.restoreAllMocks());

it('does not take the price of accepted SMS for that of refused ones', async () => {
	const [wrong] = phones(4).slice(3);
	let balance = 100;
	gateway()
		.bulk(({ recipients }) => {
			if (recipients.includes(wrong!)) return refusal('Invalid recipient');
			balance -= 5 * recipients.length;
			return accepted;
		})
		.balance(() => ({ body: { status: 'success', module: 'sms_module', balance } }));
	const result = await bulkSend({
		items: people(4),
		safeguards: { checkBalance: true },
		options: { batchSize: 2, concurrency: 1, unitsPerSms: 5 },
		onError: 'continueRegularOutput',
	});

	expect(all(result, 'status')).toStrictEqual(['accepted', 'accepted', 'accepted', 'rejected']);
});

it('keeps the question before its link is on its way', async () => {
	const original = ExecuteContext.prototype.getContext;
	let kept: IDataObject = {};
	jest.spyOn(ExecuteContext.prototype, 'getContext').mockImplementation(function (
		this: ExecuteContext,
		type,
	) {
		kept = original.call(this, type);
		return kept;
	});
	let keptThen: unknown;
	gateway().send(() => {
		keptThen = kept.smsGatewayQuestion;
		return accepted;
	});
	await sendAndWait({ items: people(1), parameters: { message: 'Approve?' } });

	expect(keptThen).toContain('Approve?');
});

it('does not wait for an answer to the question of an earlier turn', async () => {
	const service = gateway().send({ status: 500 });
	const [ada] = people(1);
	const waiting = await sendAndWait({
		items: [ada!, ada!],
		loop: { batchSize: 1 },
		safeguards: { deduplicationKey: 'asked once' },
		workflowId: 'asked once',
	});
	expect(waiting.status).toBe('waiting');
	const link = String(service.requests[0]!.body!.message).split('\n').at(-1)!;
	const engine = await createEngine();
	const { resumed } = await engine.visit(waiting, {
		method: 'POST',
		link,
		body: { answer: 'approve' },
	});

	expect(causesOf(resumed!.error)).toStrictEqual(['askedElsewhere interrupted']);
	expect(service.requests).toHaveLength(1);
});

it('counts an SMS that is sent again as one that was wanted', async () => {
	const service = gateway().send([...thrice({ status: 500 }), accepted]);
	const result = await send({
		items: people(1),
		safeguards: { maxSms: 1 },
		options: { uncertain: 'resend' },
		retryOnFail: true,
		maxTries: 2,
	});

	expect(all(result, 'status')).toStrictEqual(['accepted']);
	expect(service.requests).toHaveLength(4);
});

it('lets a request in flight finish where the execution is cancelled, and keeps what came of it', async () => {
	const keyed = {
		items: people(1),
		safeguards: { deduplicationKey: 'sale' },
		workflowId: 'cancelled',
	};
	const stop = new AbortController();
	let answer: () => void = () => {};
	const answered = new Promise<void>((resolve) => (answer = resolve));
	const service = gateway().send(async () => {
		await answered;
		return accepted;
	});
	const running = send({ ...keyed, signal: stop.signal });
	await service.arrived(1);
	stop.abort();
	await sleep(20);
	answer();
	await running;
	await sleep(50);

	gateway();
	const again = await send({ ...keyed, onError: 'continueRegularOutput' });
	expect(all(again, 'reason')).toStrictEqual(['alreadySent']);
});
