import { readExample, readExamples } from '../../scripts/examples';
import { itemsOf } from '../../scripts/host';
import { createRealN8n, type RealN8n } from './support/real-n8n';

/** Starts by itself and needs nothing but the sandbox. */
const isRunnable = ({ nodes }: ReturnType<typeof readExample>) =>
	nodes.some(({ type }) => type === 'n8n-nodes-base.manualTrigger');

describe('examples', () => {
	const examples = readExamples();
	let n8n: RealN8n;

	beforeAll(async () => {
		n8n = await createRealN8n({ workflows: examples, sandbox: { balance: 500 } });
	});

	beforeEach(() => n8n.sandbox.reset());

	afterAll(() => n8n?.close());

	it.each(examples.filter(isRunnable).map((example) => [example.file, example] as const))(
		'%s runs to its end in a fresh n8n',
		async (_file, { id }) => {
			const run = await n8n.instance.execute(id);
			expect(run.data.resultData.error).toBeUndefined();
			expect(run.status).toBe('success');
		},
	);

	it('bulk-send.json texts nine of ten customers with one request, the duplicate once', async () => {
		const run = await n8n.instance.execute(readExample('bulk-send.json').id);

		const [request, ...more] = n8n.sandbox.requests();
		expect(more).toEqual([]);
		expect(request).toMatchObject({
			method: 'POST',
			path: '/api/v1/sms/bulk/send',
			status: 200,
			body: {
				sender_id: 'DEMO SHOP',
				recipients: [
					'33639980011',
					'447700900123',
					'33639980012',
					'447700900456',
					'447700900789',
					'33639980013',
					'12025550143',
					'61491570156',
					'33639980014',
				].join('|'),
				message: 'The shop is open this Saturday from 9 to 17. See you there!',
			},
		});
		expect(n8n.sandbox.messages()).toHaveLength(9);

		const outcomes = itemsOf(run, 'Text Everyone').map(({ json }) => json);
		expect(outcomes).toHaveLength(10);
		expect(outcomes.filter(({ status }) => status === 'accepted')).toHaveLength(9);
		expect(outcomes.filter(({ status }) => status !== 'accepted')).toEqual([
			expect.objectContaining({
				recipient: '447700900123',
				status: 'skipped',
				reason: 'duplicate',
			}),
		]);
		expect(itemsOf(run, 'Done')).toHaveLength(10);
	});

	it('balance.json puts out what is left on the account', async () => {
		const run = await n8n.instance.execute(readExample('balance.json').id);

		expect(n8n.sandbox.requests()).toEqual([
			expect.objectContaining({ method: 'GET', path: '/api/v1/balance/sms_module', status: 200 }),
		]);
		expect(itemsOf(run, 'Get the Balance').map(({ json }) => json)).toEqual([
			expect.objectContaining({ balance: 500 }),
		]);
	});
});
