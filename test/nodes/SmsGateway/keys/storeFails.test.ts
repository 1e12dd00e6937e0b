import '../../../support/fast-clock';
import type { INode } from 'n8n-workflow';
import { createEngine, type Engine } from '../../../support/engine';
import { gateway } from '../../../support/gateway';
import { accepted, all, phones, send } from '../run';

const [ADA] = phones(1) as [string];
const given = { items: [{ phone: ADA }], onError: 'continueRegularOutput' as const };

let engine: Engine;
beforeAll(async () => {
	engine = await createEngine();
});
beforeEach(() => engine.deduplicator.reset());
afterEach(() => jest.restoreAllMocks());

it('sends an SMS whose claim could not be released at once', async () => {
	const { deduplicator } = engine;
	const service = gateway().send([
		() => {
			jest.spyOn(deduplicator, 'checkProcessedAndRecord').mockRejectedValueOnce(new Error('lost'));
			return { status: 429, headers: { 'retry-after': '1' } };
		},
		accepted,
	]);
	const result = await send({ ...given, safeguards: { deduplicationKey: 'k' } });

	expect(all(result, 'reason')).toStrictEqual(['accepted']);
	expect(service.recipients).toStrictEqual([ADA, ADA]);
});

it.each<[INode['parameters']]>([[{ maxSmsPerDay: 10 }], [{ deduplicationKey: 'k' }]])(
	'leaves nothing behind where it fails before it is known to remember: %j',
	async (safeguards) => {
		const { deduplicator } = engine;
		const record = deduplicator.checkProcessedAndRecord.bind(deduplicator);
		let failures = 0;
		const spy = jest.spyOn(deduplicator, 'checkProcessedAndRecord');
		spy.mockImplementation(async (items, ...more) => {
			const isProbe = items.join() === 'tried' && ++failures === 1;
			return isProbe ? await Promise.reject(new Error('lost')) : await record(items, ...more);
		});
		const workflowId = `fails for ${Object.keys(safeguards).join()}`;
		gateway().send(accepted);
		await send({ ...given, safeguards, workflowId });
		const second = await send({ ...given, safeguards, workflowId });

		expect(failures).toBeGreaterThan(0);
		expect(all(second, 'reason')).toStrictEqual(['accepted']);
	},
);
