import { itemsOf, type Run } from '../../../host';
import { loopOver } from '../support/campaign';
import { onceEach, sharedN8n, textsOf } from '../support/served';
import {
	items,
	manualTrigger,
	noOp,
	smsGateway,
	workflow,
	type WorkflowNode,
} from '../../../host/workflow';

const ALWAYS_REFUSED = '12045550122';
const REFUSED_ONCE = '12145550100';

const RETRY_ON_FAIL = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };

const [first, second, third] = ['2250700000101', '2250700000102', '2250700000103'] as const;

const send = (options: object = {}) => ({
	operation: 'send',
	senderId: 'SHOP',
	recipient: '={{ $json.phone }}',
	message: '=Order {{ $json.order }} is ready.',
	options: { concurrency: 1, ...options },
});

const bulkSend = (options: object = {}) => ({
	operation: 'bulkSend',
	senderId: 'SHOP',
	recipients: '={{ $json.phone }}',
	message: 'Open on Saturday.',
	options: { batchSize: 1, concurrency: 1, ...options },
});

const jsonOf = (run: Run, node: string) => itemsOf(run, node).map(({ json }) => json);
const pairingOf = (run: Run, node: string) =>
	itemsOf(run, node).map(({ pairedItem }) => (pairedItem as { item: number }).item);

describe('branches', () => {
	const n8n = sharedN8n();

	/** Behind each output stands a node that looks up the order of every message, by its pairing. */
	const branching = (phones: string[], parameters: object, settings: object, behind = orderOf) => {
		const node = smsGateway({ ...parameters }, { ...settings });
		const list = items(phones.map((phone, index) => ({ phone, order: `A${index}` })));
		return workflow(
			'branches',
			[manualTrigger(), list, node],
			[
				[node, 0, behind('Sent')],
				[node, 1, behind('Failed')],
			],
		);
	};

	const orderOf = (name: string): WorkflowNode => ({
		name,
		type: 'n8n-nodes-base.set',
		typeVersion: 3.4,
		parameters: {
			includeOtherFields: true,
			assignments: {
				assignments: [
					{ id: '1', name: 'order', type: 'string', value: "={{ $('Items').item.json.order }}" },
				],
			},
			options: {},
		},
	});

	describe.each([
		['Send', send()],
		['Bulk Send', bulkSend()],
	])('%s under Retry On Fail, when the first item fails', (_name, parameters) => {
		const phones = [ALWAYS_REFUSED, first, second];

		it('sends to the others once and hands the failure on, with On Error: Continue', async () => {
			const settings = { ...RETRY_ON_FAIL, onError: 'continueRegularOutput' };
			const run = await n8n.run(branching(phones, parameters, settings));

			expect(run.status).toBe('success');
			expect(textsOf(n8n.sandbox)).toStrictEqual(onceEach([first, second]));
			expect(n8n.sandbox.requests()).toHaveLength(3);
			expect(jsonOf(run, 'Sent')).toStrictEqual([
				expect.objectContaining({
					recipient: `+${ALWAYS_REFUSED}`,
					status: 'rejected',
					order: 'A0',
				}),
				expect.objectContaining({ recipient: `+${first}`, status: 'accepted', order: 'A1' }),
				expect.objectContaining({ recipient: `+${second}`, status: 'accepted', order: 'A2' }),
			]);
			expect(pairingOf(run, 'SMS Gateway')).toStrictEqual([0, 1, 2]);
			expect(jsonOf(run, 'Failed')).toStrictEqual([]);
		});

		it('sends to the others once and sends the failure to the error output', async () => {
			const settings = { ...RETRY_ON_FAIL, onError: 'continueErrorOutput' };
			const run = await n8n.run(branching(phones, parameters, settings));

			expect(run.status).toBe('success');
			expect(textsOf(n8n.sandbox)).toStrictEqual(onceEach([first, second]));
			expect(
				jsonOf(run, 'Sent').map(({ recipient, status, order }) => [recipient, status, order]),
			).toStrictEqual([
				[`+${first}`, 'accepted', 'A1'],
				[`+${second}`, 'accepted', 'A2'],
			]);
			expect(jsonOf(run, 'Failed')).toStrictEqual([
				expect.objectContaining({
					order: 'A0',
					error: expect.stringContaining('422'),
					details: expect.objectContaining({ recipient: `+${ALWAYS_REFUSED}`, status: 'rejected' }),
				}),
			]);
		});
	});

	it('empties the error output when a later attempt of n8n succeeds', async () => {
		const settings = { ...RETRY_ON_FAIL, onError: 'continueErrorOutput' };
		const phones = [REFUSED_ONCE, first, second];
		const run = await n8n.run(branching(phones, send(), settings));

		expect(textsOf(n8n.sandbox)).toStrictEqual(onceEach(phones));
		expect(jsonOf(run, 'Sent').map(({ recipient }) => recipient)).toStrictEqual(
			phones.map((phone) => `+${phone}`),
		);
		expect(jsonOf(run, 'Failed')).toStrictEqual([]);
	});

	it('sends a summary with failures to the error output, and sends to nobody twice for it', async () => {
		const settings = { ...RETRY_ON_FAIL, onError: 'continueErrorOutput' };
		const phones = [ALWAYS_REFUSED, first];
		const run = await n8n.run(branching(phones, bulkSend({ output: 'summary' }), settings, noOp));

		expect(textsOf(n8n.sandbox)).toStrictEqual(onceEach([first]));
		expect(jsonOf(run, 'Sent')).toStrictEqual([]);
		expect(jsonOf(run, 'Failed')).toStrictEqual([
			expect.objectContaining({
				details: expect.objectContaining({
					recipients: expect.objectContaining({ total: 2, accepted: 1, rejected: 1 }),
				}),
			}),
		]);
	});

	describe('Loop Over Items', () => {
		const looping = (phones: string[], settings: object = {}, options: object = {}) => {
			const loop = loopOver(2);
			const node = smsGateway(bulkSend(options), { ...settings });
			return workflow(
				'loop',
				[manualTrigger(), items(phones.map((phone) => ({ phone }))), loop],
				[
					[loop, 0, noOp('Done')],
					[loop, 1, node],
					[node, 0, loop],
				],
			);
		};

		it('sends in every turn, to the same person as well', async () => {
			const phones = [first, second, first, third, first, second];
			const run = await n8n.run(looping(phones));

			expect(run.status).toBe('success');
			expect(textsOf(n8n.sandbox)).toStrictEqual({ [first]: 3, [second]: 2, [third]: 1 });
			expect(jsonOf(run, 'Done')).toHaveLength(6);
			expect(
				jsonOf(run, 'Done').every(({ status, replayed }) => status === 'accepted' && !replayed),
			).toBe(true);
		});

		it('repeats nothing when a later turn fails at first under Retry On Fail', async () => {
			const phones = [first, second, first, REFUSED_ONCE, first, third];
			const run = await n8n.run(looping(phones, RETRY_ON_FAIL));

			expect(run.status).toBe('success');
			expect(textsOf(n8n.sandbox)).toStrictEqual({
				[first]: 3,
				[second]: 1,
				[REFUSED_ONCE]: 1,
				[third]: 1,
			});
		});

		it('goes on where it stopped when the failed execution is retried', async () => {
			const phones = [first, second, first, REFUSED_ONCE, first, third];
			const failed = await n8n.run(looping(phones));
			expect(failed.status).toBe('error');
			const retried = await n8n.rest.retry(String(failed.id));

			expect(retried.status).toBe('success');
			expect(textsOf(n8n.sandbox)).toStrictEqual({
				[first]: 3,
				[second]: 1,
				[REFUSED_ONCE]: 1,
				[third]: 1,
			});
		});
	});
});
