import { dataOf } from '../../../support/error-data';
import { NodeOperationError, type INode, type IRunData } from 'n8n-workflow';
import { tellWhenEnded } from '../../../../nodes/SmsGateway/n8n/cancellation';
import { SEND_TO_MISSING } from '../../../../nodes/SmsGateway/words/summary';
import { gateway } from '../../../support/gateway';
import { accepted, bulkSend, people, phones, refusal, send, type Given } from '../run';

const ON_ERROR = ['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'] as const;

/** n8n ends the execution while the request to the 3rd of 5 is in flight, whose answer it does not wait for. */
async function ended(given: Given = {}, requests = 3) {
	const end = new AbortController();
	let answer: () => void = () => {};
	const answered = new Promise<void>((resolve) => (answer = resolve));
	const service = gateway().send(async ({ recipients }) => {
		if (recipients[0] === phones(3)[2]) await answered;
		return accepted;
	});
	const running = send({
		items: people(5),
		signal: end.signal,
		...given,
		options: { concurrency: 1, ...given.options },
	});
	await service.arrived(requests);
	end.abort();
	answer();
	const execution = await running;
	return { execution, service };
}

describe('what n8n keeps of an execution that it ends', () => {
	const highlighted = ({ execution }: Pick<Awaited<ReturnType<typeof ended>>, 'execution'>) =>
		Object.values(execution.executionData.resultData.metadata ?? {});

	/** The numbers of each way to end. */
	const namesIn = (kept: string[]): string[][] =>
		(kept.join(' ').match(/(?:\+\d+(?:, )?)+/g) ?? []).map((names) => names.match(/\d+/g)!);

	it.each(ON_ERROR)('is who was sent to, with On Error: %s', async (onError) => {
		const end = await ended({ items: people(40), onError });
		const kept = highlighted(end);
		const [one, two, three, ...others] = phones(40);
		expect(namesIn(kept)).toStrictEqual([[one, two], [three], others]);
		expect(kept.every((part) => part.length <= 255)).toBe(true);
		const { error } = end.execution.executionData.resultData.runData['SMS Gateway']![0]!;
		expect(`${error!.message} ${error!.description}`).toContain(kept.join(' '));
		expect(error!.description).toContain(SEND_TO_MISSING);
		expect(dataOf(error).recipients).toMatchObject({ accepted: 2, unknown: 1, notSent: 37 });
		expect(end.service.recipients).toStrictEqual([one, two, three]);
	});

	it.each(['doNotResend', 'resend'])(
		'calls nobody missing who has got it from another execution, or may have: %s',
		async (uncertain) => {
			const keyed = { safeguards: { deduplicationKey: 'sale' }, workflowId: `ended ${uncertain}` };
			gateway().send([accepted, { status: 500 }]);
			await send({ ...keyed, items: people(2) });

			const [first, doubted, inFlight, ...others] = people(5);
			const items = [first!, inFlight!, doubted!, ...others];
			// The three are claimed together, and the next request comes later than the end.
			const options = { uncertain, concurrency: 3, requestsPerSecond: 3 };
			const [unknown] = namesIn(highlighted(await ended({ ...keyed, items, options }, 1)));
			expect(unknown).toStrictEqual([inFlight!.phone, doubted!.phone]);
		},
	);

	it.each([
		[{}, {}, ['interrupted']],
		[{ checkBalance: true }, { batchSize: 2, concurrency: 1 }, ['interrupted', 'interrupted']],
	])('is as in the output, but of those in flight: %j', async (safeguards, options, inFlight) => {
		const end = new AbortController();
		let requests = 0;
		const service = gateway().bulk(() => {
			if (++requests === 2) end.abort();
			return refusal('No');
		});
		service.balance(() => ({ body: { status: 'success', balance: 9 - requests } }));
		const items = [...people(4), { phone: 'abc' }];
		const onError = 'continueRegularOutput';
		const given = { items, onError, safeguards, options, signal: end.signal } as const;
		const { executionData, items: output } = await bulkSend(given);
		const { error } = executionData.resultData.runData['SMS Gateway']![0]!;
		const { ended: told } = dataOf(error);
		const others = told!.filter(({ reason }, index) => reason !== output[index]!.json.reason);
		expect(others.map(({ reason }) => reason)).toStrictEqual(inFlight);
	});

	it('is that of its own turn in a loop', async () => {
		const end = await ended({ loop: { batchSize: 2 } });
		expect(namesIn(highlighted(end)).map(({ length }) => length)).toStrictEqual([1, 1]);
		const turns = end.execution.executionData.resultData.runData['SMS Gateway']!;
		expect(turns.map(({ error }) => error !== undefined)).toStrictEqual([false, true]);
	});

	it.each([
		['all', 0],
		['non-manual', 0],
		['none', 3],
	] as const)('is only how many, with the redaction %s', async (redactionPolicy, lists) => {
		const kept = highlighted(await ended({ settings: { redactionPolicy } }));
		expect(namesIn(kept)).toHaveLength(lists);
		expect(kept.join(' ')).toMatch(/2 \D+ 1 \D+ 2 \D/);
	});
});

describe('an end that n8n tells', () => {
	/** Ends the execution while the work goes on. */
	async function keptOf(given: { words?: number; type?: string }) {
		const end = new AbortController();
		const kept = new Map<string, string>();
		const resultData = { runData: {} as IRunData, lastNodeExecuted: 'Before' };
		const ctx = {
			getNode: () => ({ name: 'SMS', type: given.type ?? 'smsGateway' }),
			getWorkflowDataProxy: () => ({ $runIndex: 1 }),
			getExecuteData: () => ({ source: { main: [{ previousNode: 'Before' }] } }),
			getExecutionCancelSignal: () => end.signal,
			customData: { set: (name: string, part: string) => kept.set(name, part) },
			runExecutionData: { resultData },
		};
		let finish: (result: string) => void = () => {};
		const work = new Promise<string>((resolve) => (finish = resolve));
		const told = tellWhenEnded(ctx as never, work, () => ({
			error: new NodeOperationError({ name: 'SMS' } as INode, 'Ended.'),
			counts: 'Ended.',
			names: new Array(given.words ?? 1).fill('a'.repeat(255)).join(' '),
		}));
		end.abort();
		finish('done');
		return { result: await told, kept, resultData };
	}

	const inTurn = { executionStatus: 'error', source: [{ previousNode: 'Before' }] };
	const asError = { lastNodeExecuted: 'SMS', runData: { SMS: [undefined, inTurn] } };
	const nothing = { lastNodeExecuted: 'Before', runData: {} };

	it.each<[string, object, object]>([
		['as the error of this turn, which n8n shows first', {}, asError],
		['as nothing of a tool, where it is for its agent', { type: 'smsGatewayTool' }, nothing],
	])('is kept %s', async (_, given, expected) => {
		const { resultData, result, kept } = await keptOf(given);
		expect(result).toBe('done');
		expect(resultData).toMatchObject(expected);
		expect(kept.size).toBe(2);
	});

	it.each([
		[9, 10, 'a'],
		[10, 10, '…'],
		[20, 10, '…'],
	])('is highlighted in ten parts at most: %i and one in %i', async (words, parts, end) => {
		const { kept } = await keptOf({ words });
		const numbered = Array.from({ length: parts - 1 }, (_, part) => `sms_gateway_${part + 2}`);
		expect([...kept.keys()]).toStrictEqual(['sms_gateway', ...numbered]);
		expect([...kept.values()].at(-1)!.at(-1)).toBe(end);
	});
});
