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

describe('what n8n keeps of an execution that it ends', () => {
	const highlighted = ({ execution }: Awaited<ReturnType<typeof ended>>) =>
		Object.values(execution.executionData.resultData.metadata ?? {});

	it.each(ON_ERROR)('is who was sent to, with On Error: %s', async (onError) => {
		const end = await ended({ items: people(40), onError });
		const kept = highlighted(end);
		const [one, two, three, ...others] = phones(40);
		expect(kept.join(' ')).toBe(
			`n8n ended this execution before everything was sent: 2 accepted, 1 unknown (may have been sent), 37 not sent. Accepted: ${one}, ${two}. Unknown (may have been sent): ${three}. Not sent: ${others.join(', ')}.`,
		);
		expect(kept.every((part) => part.length <= 255)).toBe(true);
		const { error } = end.execution.executionData.resultData.runData['SMS Gateway']![0]!;
		expect(`${error!.message} ${error!.description}`).toBe(kept.join(' '));
		expect(end.service.recipients).toEqual([one, two, three]);
	});

	it('is that of its own turn in a loop', async () => {
		const end = await ended({ loop: { batchSize: 2 } });
		expect(highlighted(end).join(' ')).toContain(
			'before everything was sent: 1 unknown (may have been sent), 1 not sent.',
		);
		const turns = end.execution.executionData.resultData.runData['SMS Gateway']!;
		expect(turns.map(({ error }) => error !== undefined)).toEqual([false, true]);
	});

	it('names no button, as there is none', async () => {
		const { execution } = await ended();
		expect(execution.error?.description ?? '').not.toMatch(/Executions >|Retry On Fail/);
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
