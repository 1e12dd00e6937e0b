import type { IDataObject } from 'n8n-workflow';
import { createEngine } from '../../../../support/engine';
import { gateway } from '../../../../support/gateway';
import { accepted, all, bulkSend, people, phones, refusal, send, waysToSend } from '../../run';

const [ADA, BEN] = phones(2) as [string, string];
const lost = { error: 'ECONNRESET' };
const onError = 'continueErrorOutput';
const byError = (times: number) => ({ output: 1, times }) as const;
const byOutput = (times: number) => ({ output: 0, times }) as const;

/** Whether the item is new, or what the node has output. */
const phone = '={{ $json.phone ?? $json.recipient }}';
const TO = { recipient: phone, recipients: phone };

const detailsOf = (items: ReadonlyArray<{ json: IDataObject }>) =>
	items.map(({ json }) => json.details as IDataObject);
const statusesOf = (items: ReadonlyArray<{ json: IDataObject }>) =>
	detailsOf(items).map(({ status, replayed }) => [status, replayed]);

describe.each(waysToSend)('Max SMS in a loop of %s', (route, run) => {
	const loop = { batchSize: 2 };

	it('counts over all turns', async () => {
		const service = gateway()[route](accepted);
		const { error } = await run({ items: people(6), loop, safeguards: { maxSms: 4 } });

		expect(service.recipients).toEqual(phones(4));
		expect(error!.message).toBe(
			"This node sent nothing more: this node has sent 4 SMS in this execution, this would need 2 more, and 'Safeguards > Max SMS' allows 4 (2 too many). Send to fewer recipients, shorten the message, or raise the limit.",
		);
	});

	it('counts what may have been sent, and nothing that was not', async () => {
		const answers = [refusal('No'), lost, accepted, accepted, accepted];
		const service = gateway()[route](answers);
		const result = await run({
			items: people(5),
			loop: { batchSize: 1 },
			options: { maxAttempts: 1 },
			safeguards: { maxSms: 3 },
			onError: 'continueRegularOutput',
		});

		expect(service.recipients).toEqual(phones(4));
		const statuses = ['rejected', 'unknown', 'accepted', 'accepted', 'notSent'];
		expect(result.turns.flat().map(({ json }) => json.status)).toEqual(statuses);
		expect(result.turns[4]![0]!.json.reason).toBe('overMaxSms');
	});

	it('counts no SMS twice when a turn is retried', async () => {
		const service = gateway()[route]([accepted, accepted, refusal('Busy'), accepted, accepted]);
		const { status } = await run({
			items: people(4),
			loop,
			options: { batchSize: 1, concurrency: 1, maxAttempts: 1 },
			safeguards: { maxSms: 4 },
			retryOnFail: true,
			maxTries: 2,
		});

		expect(status).toBe('success');
		expect(service.recipients).toHaveLength(5);
	});
});

it('judges each turn by the balance of then, and says so', async () => {
	const service = gateway()
		.send(accepted)
		.balance([{ body: { balance: 2 } }, { body: { balance: 1 } }]);
	const { error } = await send({
		items: people(4),
		loop: { batchSize: 2 },
		safeguards: { checkBalance: true },
	});

	expect(service.of('send')).toHaveLength(2);
	expect(error!.message).toContain(
		'this would need 2 SMS (2 of your balance), and the balance is 1',
	);
	expect(error!.message).toContain(
		'This is about this turn of the node alone: others have sent 2 SMS in this execution.',
	);
});

it('counts Max SMS anew in each execution', async () => {
	const service = gateway().send(accepted);
	for (let turn = 0; turn < 2; turn++) {
		const { status } = await send({ items: people(2), safeguards: { maxSms: 2 } });
		expect(status).toBe('success');
	}
	expect(service.requests).toHaveLength(4);
});

describe('Max SMS of a tool', () => {
	const tool = (more: object = {}) => ({
		parameters: {
			resource: 'sms',
			operation: 'bulkSend',
			senderId: 'SHOP',
			recipients: "={{ $fromAI('to') }}",
			message: 'Hi',
			safeguards: { maxSms: 2 },
			options: { output: 'summary' },
			...more,
		},
	});

	it('counts over the calls of an agent that runs its tools itself', async () => {
		const service = gateway().bulk(accepted);
		const engine = await createEngine();
		const uses = phones(3).map((to) => ({ to }));
		const { replies } = await engine.useAsTool(tool(), uses);

		expect(service.recipients).toEqual(phones(2));
		expect(replies[2]).toContain('this node has sent 2 SMS in this execution');
	});

	it('lets no call take over what another has sent', async () => {
		const service = gateway().bulk(accepted);
		const engine = await createEngine();
		await engine.useAsTool(tool(), [{ to: ADA }, { to: ADA }]);

		expect(service.recipients).toEqual([ADA, ADA]);
	});

	it('holds for two calls at once', async () => {
		let answer: () => void = () => {};
		const asked = new Promise<void>((resolve) => (answer = resolve));
		const service = gateway().bulk(async () => {
			await asked;
			return accepted;
		});
		const engine = await createEngine();
		const uses = phones(3).map((to) => ({ to }));
		const running = engine.useAsTool(tool(), uses, { atOnce: true });
		await service.arrived(2);
		answer();
		const { replies } = await running;

		expect(service.requests).toHaveLength(2);
		expect(
			replies.filter((reply) => reply.includes("'Safeguards > Max SMS' allows 2")),
		).toHaveLength(1);
	});
});

it('sends to nobody again who was accepted beside a failure of the same item', async () => {
	const service = gateway().bulk([accepted, refusal('Busy'), refusal('Busy'), accepted]);
	const { items } = await bulkSend({
		items: [{ phone: `${ADA}|${BEN}` }],
		options: { batchSize: 1, concurrency: 1 },
		safeguards: { maxSms: 2 },
		parameters: { recipients: '={{ $json.phone }}', message: '=Now {{ Math.random() }}' },
		onError,
		again: byError(3),
	});

	expect(service.recipients).toEqual([ADA, BEN, BEN, BEN]);
	expect(items.map(({ json }) => [json.recipient, json.status, json.replayed])).toEqual([
		[ADA, 'accepted', false],
		[ADA, 'accepted', true],
		[ADA, 'accepted', true],
		[BEN, 'accepted', false],
	]);
});

describe.each(waysToSend)('what %s left in doubt', (route, run) => {
	const options = { maxAttempts: 1 };
	const doubtful = { items: people(1), options, onError, again: byError(3) } as const;

	it('is not sent again when it comes back from the error output', async () => {
		const service = gateway()[route]([{ status: 500 }]);
		const result = await run(doubtful);

		expect(service.recipients).toEqual([ADA]);
		expect(statusesOf(result.errorItems)).toEqual([
			['unknown', false],
			['unknown', true],
			['unknown', true],
			['unknown', true],
		]);
		expect(detailsOf(result.errorItems)[2]).toMatchObject({ reason: 'serverError', request: 1 });
	});

	it('is the same SMS with a time in its text, as the item descends from it', async () => {
		const service = gateway()[route]([lost]);
		await run({ ...doubtful, parameters: { message: '=It is now {{ Math.random() }}' } });

		expect(service.recipients).toEqual([ADA]);
	});

	it('is the same SMS where Skip Repeats makes another key of another text', async () => {
		const service = gateway()[route]([lost]);
		const { errorItems } = await run({
			...doubtful,
			parameters: { message: '=It is now {{ Math.random() }}' },
			safeguards: { skipRepeats: 'ever' },
		});

		expect(service.recipients).toEqual([ADA]);
		expect(statusesOf(errorItems).slice(1)).toEqual(Array(3).fill(['unknown', true]));
	});

	it('is sent again with Resend', async () => {
		const service = gateway()[route]([{ status: 500 }, accepted]);
		const { items } = await run({ ...doubtful, options: { ...options, uncertain: 'resend' } });

		expect(service.recipients).toEqual([ADA, ADA]);
		expect(items[0]!.json).toMatchObject({ status: 'accepted', replayed: false });
	});

	it('is another SMS under another key', async () => {
		const service = gateway()[route]([lost, accepted]);
		const { items } = await run({
			...doubtful,
			safeguards: { deduplicationKey: `={{ '${route}-' + $runIndex }}` },
		});

		expect(service.recipients).toEqual([ADA, ADA]);
		expect(all({ items }, 'status')).toEqual(['accepted']);
	});

	it('stays so under the same key', async () => {
		const service = gateway()[route]([lost]);
		const { errorItems } = await run({
			...doubtful,
			parameters: { message: '=It is now {{ Math.random() }}' },
			safeguards: { deduplicationKey: `in doubt by ${route}` },
		});

		expect(service.recipients).toEqual([ADA]);
		expect(statusesOf(errorItems).slice(1)).toEqual(Array(3).fill(['unknown', true]));
	});

	it.each([
		['refused', refusal('Busy')],
		['not sent', { error: 'ECONNREFUSED' }],
	])('does not keep what was %s from being sent', async (_, failure) => {
		const service = gateway()[route]([failure, accepted]);
		const { items } = await run(doubtful);

		expect(service.recipients).toEqual([ADA, ADA]);
		expect(all({ items }, 'replayed')).toEqual([false]);
	});

	it('keeps nobody else from getting the SMS', async () => {
		const service = gateway()[route]([lost, refusal('Busy'), accepted]);
		const { items } = await run({
			...doubtful,
			items: people(2),
			options: { ...options, batchSize: 1, concurrency: 1 },
		});

		expect(service.recipients).toEqual([ADA, BEN, BEN]);
		expect(all({ items }, 'recipient')).toEqual([BEN]);
	});

	it('is sent where the workflow continues: its own branches decide', async () => {
		const service = gateway()[route]([{ status: 500 }, accepted]);
		await run({
			...doubtful,
			parameters: TO,
			onError: 'continueRegularOutput',
			again: byOutput(1),
		});

		expect(service.recipients).toEqual([ADA, ADA]);
	});

	it('stays in doubt where it may no longer be sent', async () => {
		const service = gateway()[route]([lost]);
		const { errorItems } = await run({
			...doubtful,
			again: byError(1),
			safeguards: { allowedCountries: "={{ $runIndex === 0 ? ['BJ'] : ['FR'] }}" },
		});

		expect(service.recipients).toEqual([ADA]);
		expect(statusesOf(errorItems)).toEqual([
			['unknown', false],
			['unknown', true],
		]);
	});

	it('stays so where executions are redacted', async () => {
		const service = gateway()[route]([lost]);
		const settings = { redactionPolicy: 'all' } as object;
		await run({ ...doubtful, settings });

		expect(service.recipients).toEqual([ADA]);
	});

	it('stays so where the text is the same and the item is new', async () => {
		const service = gateway()[route]([lost]);
		await run({ ...doubtful, again: { ...byError(2), forgets: true } });

		expect(service.recipients).toEqual([ADA]);
	});
});

it('keeps a summary in doubt that comes back', async () => {
	const service = gateway().bulk([{ status: 500 }, { status: 500 }]);
	const { errorItems } = await bulkSend({
		items: people(2),
		parameters: { recipients: `${ADA}, ${BEN}`, message: '=Now {{ Math.random() }}' },
		options: { maxAttempts: 1, output: 'summary' },
		onError,
		again: byError(2),
	});

	expect(service.requests).toHaveLength(2);
	expect(errorItems).toHaveLength(3);
});

describe('the same SMS earlier in the execution', () => {
	const hintsOf = ({ hints }: { hints: ReadonlyArray<{ message: string }> }) =>
		hints.map(({ message }) => message).filter((message) => message.includes('earlier'));

	it('is counted where it had no key', async () => {
		gateway().send(accepted);
		const result = await send({ items: people(2), parameters: TO, again: byOutput(1) });

		expect(hintsOf(result)).toEqual([
			"2 recipients got this same SMS earlier in this execution. If that isn't meant, add a 'Safeguards > Deduplication Key'.",
		]);
	});

	it.each([
		['another text', { parameters: { ...TO, message: '=Turn {{ $runIndex }}' } }],
		['a key', { parameters: TO, safeguards: { deduplicationKey: '={{ "turn" + $runIndex }}' } }],
	])('is none with %s', async (_, given) => {
		gateway().send(accepted);
		expect(hintsOf(await send({ items: people(2), again: byOutput(1), ...given }))).toEqual([]);
	});
});
