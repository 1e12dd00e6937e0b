import { itemsOf, type Run, until } from '../../../host';
import { items, manualTrigger, workflow } from '../../../host/workflow';
import {
	ALWAYS_REFUSED,
	callOf,
	campaign,
	HANGS,
	NODE,
	people,
	send,
	subWorkflow,
} from '../support/campaign';
import { change, onceEach, sharedN8n, textsOf } from '../support/served';

const failureOf = ({ data }: Run) => data.resultData.runData[NODE]?.at(-1)?.error;

type Stopped = Run & { customData: Record<string, string> };

describe('endings', () => {
	const n8n = sharedN8n();
	afterEach(() => n8n.sandbox.setLatency(0));

	/** n8n saves what the node said some time after the status, part after part. */
	const highlighted = (executionId: string): Promise<string> =>
		until('what the node said', async () => {
			const ended = (await n8n.rest.execution(executionId)) as Stopped;
			const parts = Object.values(ended.customData).join(' ');
			return ended.status === 'canceled' && parts.endsWith('.') ? parts : undefined;
		});

	describe.each([
		['stopWorkflow', {}],
		['continueRegularOutput', {}],
		['continueErrorOutput', {}],
		['stopWorkflow', { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 }],
	])("n8n's time limit, with On Error: %s, %j", (onError, more) => {
		const phones = [...people(3), HANGS, ...people(10).slice(3)];

		it('keeps who was sent to', async () => {
			const { rest } = n8n;
			const saved = campaign(phones, { onError, ...more });
			const { executionId } = await n8n.launch({
				...saved,
				settings: { ...saved.settings, executionTimeout: 5 },
			});
			const ended = await rest.waitForExecution(executionId);
			expect(ended.status).toBe('canceled');
			expect(failureOf(ended)!.message).toMatch(
				/^n8n ended this execution .*: 3 accepted, 1 unknown .*, 7 not sent\.$/,
			);
			expect(await highlighted(executionId)).toMatch(
				/^n8n ended this execution .*: 3 accepted, 1 unknown .*, 7 not sent\. Accepted: \+2250700000100,/,
			);
		});
	});

	it('a stop by hand keeps who was sent to, and nothing that could be retried', async () => {
		const { sandbox, rest } = n8n;
		sandbox.setLatency(300);
		const { executionId } = await n8n.launch(campaign(people(10)));
		await sandbox.until(() => sandbox.requests().length >= 3);
		// However long it takes to stop it, it has not come to its end by then.
		sandbox.setLatency(3_600_000);
		await rest.request('POST', `/executions/${executionId}/stop`);
		expect(await highlighted(executionId)).toMatch(
			/^n8n ended this execution .*: \d accepted, 1 unknown .* Accepted: \+2250700000100, .* Not sent: .*\+2250700000109\.$/,
		);
		await expect(rest.retry(executionId)).rejects.toThrow('cannot be retried');
	});

	it('names what sends to the others after one number was refused, and it does', async () => {
		const phones = [people(1)[0]!, ALWAYS_REFUSED, ...people(4).slice(1)];
		const { workflowId, executionId } = await n8n.launch(campaign(phones));
		const failed = await n8n.rest.waitForExecution(executionId);
		expect(failureOf(failed)!.description).toContain(
			"set 'Settings > On Error' to 'Continue', and use 'Retry with currently saved workflow': it sends to the others.",
		);

		await change(n8n, workflowId, { onError: 'continueRegularOutput' });
		const retried = await n8n.rest.retry(executionId, { loadWorkflow: true });
		expect(textsOf(n8n.sandbox)).toStrictEqual(onceEach(people(4)));
		expect(itemsOf(retried, NODE).map(({ json }) => json.status)).toStrictEqual([
			'accepted',
			'rejected',
			'accepted',
			'accepted',
			'accepted',
		]);
	});

	it('names what sends to the others where one number is invalid, and it does', async () => {
		const phones = ['call me', ...people(2)];
		const { workflowId, executionId } = await n8n.launch(campaign(phones));
		const failed = await n8n.rest.waitForExecution(executionId);
		expect(failureOf(failed)).toMatchObject({
			message: 'Nothing was sent: the recipient of the 1st item is invalid.',
			description: expect.stringContaining(
				"Or set 'Settings > On Error' to 'Continue': 'Executions > Retry with currently saved workflow' then sends to the others.",
			),
		});

		await change(n8n, workflowId, { onError: 'continueRegularOutput' });
		await n8n.rest.retry(executionId, { loadWorkflow: true });
		expect(textsOf(n8n.sandbox)).toStrictEqual(onceEach(people(2)));
	});

	describe('a sub-workflow that fails', () => {
		const parentOf = (workflowId: string) =>
			workflow('parent', [
				manualTrigger(),
				items([...people(2), ALWAYS_REFUSED, '2250700000103'].map((phone) => ({ phone }))),
				callOf(workflowId),
			]);

		const childOf = async (safeguards: object) => {
			return await n8n.rest.createWorkflow(subWorkflow({ ...send, safeguards }));
		};

		it('promises no safe retry, and with a key there is one', async () => {
			const failed = await n8n.run(parentOf(await childOf({})));
			const { description } = failed.data.resultData.error as { description: string };
			expect(description).toContain(
				'This is a sub-workflow: a retry of its parent starts it from the beginning. That sends to everybody again.',
			);
			expect(description).not.toMatch(/Executions >|Retry On Fail|run it again/);

			n8n.sandbox.reset();
			const keyed = await childOf({ deduplicationKey: 'saturday' });
			const { executionId } = await n8n.launch(parentOf(keyed));
			const saved = await n8n.rest.waitForExecution(executionId);
			expect((saved.data.resultData.error as { description: string }).description).toContain(
				"No run sends the same SMS again under the same 'Safeguards > Deduplication Key'.",
			);
			await n8n.rest.retry(executionId);
			expect(textsOf(n8n.sandbox)).toStrictEqual(onceEach(people(2)));
		});
	});
});
