import { HOST_VERSIONS, itemsOf, type Run } from '../../../host';
import {
	manualTrigger,
	items,
	smsGateway,
	workflow,
	type WorkflowNode,
} from '../../../host/workflow';
import { callOf, loopOver, subWorkflow } from '../support/campaign';
import { onceEach, textsOf, sharedN8n } from '../support/served';

const TAKEN_BUT_500 = '12255550100';
const ADA = '46701740611';
const people = (count: number) =>
	Array.from({ length: count }, (_, index) => String(2_250_700_000_101 + index));
const failureOf = (run: Run) =>
	run.data.resultData.error as { message: string; description?: string } | undefined;

const send = {
	operation: 'send',
	senderId: 'SHOP',
	recipient: '={{ $json.phone }}',
	message: '=It is {{ $now.toMillis() }}.',
	options: { concurrency: 1 },
};

describe.each(HOST_VERSIONS)('what holds for the whole execution, in n8n %s', (version) => {
	const n8n = sharedN8n(version);

	const list = (phones: readonly string[]) => items(phones.map((phone) => ({ phone })));

	it('counts Max SMS over all turns of a loop', async () => {
		const loop = loopOver(2);
		const node = smsGateway({ ...send, safeguards: { maxSms: 4 } });
		const failed = await n8n.run(
			workflow(
				'loop',
				[manualTrigger(), list(people(6)), loop],
				[
					[loop, 1, node],
					[node, 0, loop],
				],
			),
		);

		expect(textsOf(n8n.sandbox)).toStrictEqual(onceEach(people(4)));
		expect(failureOf(failed)!.message).toContain(
			"This node sent nothing more: this node has sent 4 SMS in this execution, this would need 2 more, and 'Safeguards > Max SMS per Execution' allows 4",
		);
		expect(failureOf(failed)!.description).toContain('A new run starts from the beginning.');
	});

	it('sends once to one whose SMS comes back from the error output, through a wait, in doubt', async () => {
		const wait: WorkflowNode = {
			name: 'Wait',
			type: 'n8n-nodes-base.wait',
			typeVersion: 1.1,
			parameters: { amount: 1, unit: 'seconds' },
		};
		const again: WorkflowNode = {
			name: 'Again?',
			type: 'n8n-nodes-base.filter',
			typeVersion: 2.2,
			parameters: {
				conditions: {
					options: { caseSensitive: true, leftValue: '', typeValidation: 'strict', version: 2 },
					conditions: [
						{
							id: '1',
							leftValue: '={{ $runIndex < 3 }}',
							rightValue: '',
							operator: { type: 'boolean', operation: 'true', singleValue: true },
						},
					],
					combinator: 'and',
				},
				options: {},
			},
		};
		const node = smsGateway(send, { onError: 'continueErrorOutput' });
		const ended = await n8n.run(
			workflow(
				'again',
				[manualTrigger(), list([TAKEN_BUT_500, ADA]), node],
				[
					[node, 1, wait],
					[wait, 0, again],
					[again, 0, node],
				],
			),
		);

		expect(ended.status).toBe('success');
		expect(textsOf(n8n.sandbox)).toStrictEqual(onceEach([ADA, TAKEN_BUT_500]));
		expect(n8n.sandbox.requests()).toHaveLength(2);
		const turns = ended.data.resultData.runData['SMS Gateway']!;
		expect(turns).toHaveLength(4);
		const last = (turns[3] as { data: { main: Array<Array<{ json: object }>> } }).data.main[1]!;
		const [{ json }] = last as [{ json: Record<string, unknown> }];
		expect(json.details ?? json.message).toMatchObject({ status: 'unknown', replayed: true });
	});

	it('says in a sub-workflow, called once per item, that this node alone sent nothing', async () => {
		const child = await n8n.rest.createWorkflow(
			subWorkflow({ ...send, options: { output: 'recipients' } }),
		);
		const failed = await n8n.run(
			workflow('parent', [
				manualTrigger(),
				list([...people(2), 'call me']),
				callOf(child, { mode: 'each' }),
			]),
		);

		expect(textsOf(n8n.sandbox)).toStrictEqual(onceEach(people(2)));
		const { message, description } = failureOf(failed)!;
		expect(message).toContain('This node sent nothing: the recipient is invalid.');
		expect(`${message} ${description}`).not.toMatch(
			/[Nn]othing was sent|run (it|the workflow) again/,
		);
	});

	it('says the same behind a node that called a sub-workflow', async () => {
		const child = await n8n.rest.createWorkflow(subWorkflow(send));
		const failed = await n8n.run(
			workflow('parent', [
				manualTrigger(),
				list([ADA]),
				callOf(child),
				smsGateway({ ...send, recipient: 'call me' }, { name: 'Then' }),
			]),
		);

		expect(textsOf(n8n.sandbox)).toStrictEqual(onceEach([ADA]));
		expect(failureOf(failed)!.message).toContain('This node sent nothing:');
		expect(failureOf(failed)!.description).not.toMatch(/run (it|the workflow) again/);
	});

	it('sends a sample to one who tries the workflow and is not in the list', async () => {
		const tried = await n8n.run(
			workflow('test', [
				manualTrigger(),
				list(people(3)),
				smsGateway({
					...send,
					message: '=Hi {{ $json.phone }}',
					safeguards: { testRecipients: `+${ADA}` },
				}),
			]),
		);

		expect(n8n.sandbox.messages().map(({ recipient, text }) => [recipient, text])).toStrictEqual([
			[ADA, `Hi ${people(1)[0]}`],
		]);
		expect(itemsOf(tried, 'SMS Gateway').map(({ json }) => json.reason)).toStrictEqual(
			people(3).map(() => 'testRun'),
		);
	});
});
