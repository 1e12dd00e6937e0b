import { ExecuteContext } from 'n8n-core';
import { sleep, type IDataObject } from 'n8n-workflow';
import { createEngine } from '../../../../support/engine';
import { causesOf } from '../../../../support/error-data';
import { gateway } from '../../../../support/gateway';
import { accepted, all, people, send, sendAndWait } from '../../run';

// What is told to whom: one wrong line between two rooms, and a promise is broken.

afterEach(() => jest.restoreAllMocks());

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

it('lets a request in flight finish where the execution is cancelled, keeps what came of it, and starts no other', async () => {
	const keyed = {
		items: people(2),
		options: { concurrency: 1 },
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
	expect(service.requests).toHaveLength(1);

	gateway().send(accepted);
	const again = await send({ ...keyed, onError: 'continueRegularOutput' });
	expect(all(again, 'reason')).toStrictEqual(['alreadySent', 'accepted']);
});
