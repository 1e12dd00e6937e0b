import type { IExecuteFunctions } from 'n8n-workflow';
import { isEvaluation, isStartedByHand } from '../../../../nodes/SmsGateway/n8n/startedByHand';
import { createEngine } from '../../../support/engine';
import { gateway } from '../../../support/gateway';
import { accepted, people, phones, refusal, waysToSend } from '../run';

const [ADA, BEN] = phones(2) as [string, string];
const safeguards = { testRecipients: BEN };

describe.each(waysToSend)('%s with Test Recipients', (route, run) => {
	it('sends to them only in a retry that does not tell how it was started', async () => {
		const service = gateway()[route]([refusal('Busy'), accepted]);
		const failed = await run({ items: people(2), safeguards, mode: 'manual' });
		// As n8n saved it before it had execution contexts.
		delete failed.executionData.executionData!.runtimeData;
		await (await createEngine()).retry(failed);

		expect(service.recipients).toStrictEqual([BEN, BEN]);
	});
});

describe('a sub-workflow', () => {
	// As n8n 2.41 saves it: of its parent all, of the parents of that one the trigger.
	const isByHand = (source: string, trigger: string) =>
		isStartedByHand({
			getMode: () => 'integrated',
			getExecutionContext: () => ({ source: 'integrated' }),
			runExecutionData: {
				parentExecution: { executionContext: { source, triggerNode: { type: trigger } } },
			},
		} as unknown as IExecuteFunctions);

	it.each([
		['manual', [BEN]],
		['trigger', [ADA, BEN]],
	] as const)('sends as its parent that is %s: in the engine', async (mode, expected) => {
		const service = gateway().bulk(accepted);
		const engine = await createEngine();
		const { status } = await engine.runInSubWorkflow({
			items: people(2),
			parameters: {
				operation: 'bulkSend',
				senderId: 'MyShop',
				recipients: '={{ $json.phone }}',
				message: 'Hello',
				safeguards,
			},
			mode,
		});

		expect(status).toBe('success');
		expect(service.recipients).toStrictEqual(expected);
	});

	it.each([
		['manual', 'n8n-nodes-base.scheduleTrigger', true],
		['integrated', 'n8n-nodes-base.manualTrigger', true],
		['webhook', 'n8n-nodes-base.webhook', false],
		['integrated', 'n8n-nodes-base.webhook', false],
	])('whose parent is %s, by %s: by hand is %s', (source, trigger, expected) => {
		expect(isByHand(source, trigger)).toBe(expected);
	});
});

type Started = { mode: string; source?: string; parent?: object };

it.each<[Started, boolean]>([
	[{ mode: 'manual' }, true],
	[{ mode: 'evaluation' }, true],
	[{ mode: 'retry' }, true],
	[{ mode: 'webhook' }, false],
	[{ mode: 'retry', source: 'webhook' }, false],
	[{ mode: 'retry', source: 'manual' }, true],
	[{ mode: 'integrated', parent: { source: 'manual' } }, true],
	[{ mode: 'integrated', parent: { source: 'webhook' } }, false],
	[{ mode: 'integrated', parent: {} }, false],
])('%j: by hand is %p', ({ mode, source, parent }, expected) => {
	const ctx = {
		getMode: () => mode,
		getExecutionContext: () => (source ? { source } : undefined),
		runExecutionData: parent ? { parentExecution: { executionContext: parent } } : null,
	};
	expect(isStartedByHand(ctx as unknown as IExecuteFunctions)).toBe(expected);
	const isTestRun = [source ?? mode, parent].includes('evaluation');
	expect(isEvaluation(ctx as unknown as IExecuteFunctions)).toBe(isTestRun);
});

it('knows the start in an n8n without execution contexts', () => {
	const ctx = { getMode: () => 'manual' } as unknown as IExecuteFunctions;
	expect(isStartedByHand(ctx)).toBe(true);
});
