import { createEngine } from '../../../support/engine';
import { gateway } from '../../../support/gateway';
import { accepted, people, phones, send, type Given } from '../run';

const ON_ERROR = ['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'] as const;

/** n8n ends the execution while the 3rd of 5 requests is in flight, whose answer it does not wait for. */
async function ended(given: Given = {}) {
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
	await service.arrived(3);
	end.abort();
	answer();
	const execution = await running;
	return { execution, service };
}

const taskOf = ({ execution }: Awaited<ReturnType<typeof ended>>) =>
	execution.executionData.resultData.runData['SMS Gateway']!.at(-1)!;

describe.each(ON_ERROR)('an execution that n8n ends, with On Error: %s', (onError) => {
	it.each([
		['', {}],
		[' during Retry On Fail', { retryOnFail: true, maxTries: 3 }],
		[' with Always Output Data', { node: { alwaysOutputData: true } }],
	])('says who was sent to, and its retry sends the rest%s', async (_, settings) => {
		const end = await ended({ onError, ...settings });
		const { error } = taskOf(end);
		expect(error!.message).toBe(
			'n8n ended this execution before everything was sent: 2 accepted, 1 unknown (may have been sent), 2 not sent.',
		);
		const [one, two, three, four, five] = phones(5);
		expect(error!.description).toContain(
			`Accepted: ${one}, ${two}. Unknown (may have been sent): ${three}. Not sent: ${four}, ${five}.`,
		);
		expect(error!.description).toContain("n8n offers no 'Retry' for a canceled execution");
		expect(error!.description).not.toMatch(/Executions|Retry On Fail/);
		expect(end.service.recipients).toEqual([one, two, three]);

		const rest = gateway().send(accepted);
		const retried = await (await createEngine()).retry(end.execution);
		expect(rest.recipients).toEqual([four, five]);
		if (onError === 'stopWorkflow') {
			expect(retried.error!.description).toContain('4 accepted, 1 unknown');
			return;
		}
		const outcomes = [...retried.items, ...retried.errorItems].map(
			({ json }) => (json.details ?? json) as { recipient: string; status: string },
		);
		expect(Object.fromEntries(outcomes.map((o) => [o.recipient, o.status]))).toEqual({
			[one!]: 'accepted',
			[two!]: 'accepted',
			[three!]: 'unknown',
			[four!]: 'accepted',
			[five!]: 'accepted',
		});
	});

	it('in a later turn of a loop, says so of that turn', async () => {
		const end = await ended({ onError, loop: { batchSize: 2 } });
		expect(taskOf(end).error!.message).toContain('1 unknown (may have been sent), 1 not sent.');

		const rest = gateway().send(accepted);
		await (await createEngine()).retry(end.execution);
		const missing = onError === 'stopWorkflow' ? phones(4).slice(3) : phones(5).slice(3);
		expect(rest.recipients).toEqual(missing);
	});
});

it('with keys, says that a new run sends to nobody twice', async () => {
	const safeguards = { deduplicationKey: 'saturday' };
	const end = await ended({ safeguards, workflowId: 'ended' });
	expect(taskOf(end).error!.description).toMatch(/No run sends to them again/);
});

it('names everybody who is missing, as there is no button that sends to them', async () => {
	const end = await ended({ items: people(40) });
	expect(taskOf(end).error!.description).toContain(`Not sent: ${phones(40).slice(3).join(', ')}.`);
});

describe('what n8n keeps of an execution that a person stops', () => {
	const highlighted = ({ execution }: Awaited<ReturnType<typeof ended>>) =>
		Object.values(execution.executionData.resultData.metadata ?? {});

	it('is who was sent to', async () => {
		const kept = highlighted(await ended({ items: people(40) }));
		const [one, two, three, ...others] = phones(40);
		expect(kept.join(' ')).toBe(
			`n8n ended this execution before everything was sent: 2 accepted, 1 unknown (may have been sent), 37 not sent. Accepted: ${one}, ${two}. Unknown (may have been sent): ${three}. Not sent: ${others.join(', ')}.`,
		);
		expect(kept.every((part) => part.length <= 255)).toBe(true);
	});

	it('is not all of a long list, and shows that', async () => {
		const kept = highlighted(await ended({ items: people(400) }));
		expect(kept).toHaveLength(10);
		expect(kept.join(' ')).toMatch(/Accepted: \d+, \d+\. .*, …$/);
	});

	it('is only how many, where the workflow redacts what it keeps', async () => {
		const settings = { redactionPolicy: 'all' } as const;
		const kept = highlighted(await ended({ settings }));
		expect(kept.join(' ')).toMatch(/2 not sent\.$/);
	});
});
