import type { IExecuteFunctions } from 'n8n-workflow';
import { isEvaluation, isStartedByHand } from '../../../../nodes/SmsGateway/n8n/execution';
import { createEngine } from '../../../support/engine';
import { gateway } from '../../../support/gateway';
import { accepted, people, phones } from '../run';

const [ADA, BEN] = phones(2) as [string, string];
const safeguards = { testRecipients: BEN };

describe('a sub-workflow', () => {
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
});

// As n8n 2.41 saves it: of its parent all, of the parents of that one the trigger.
type Started = { mode: string; source?: string; parent?: object };
const byTrigger = { triggerNode: { type: 'n8n-nodes-base.manualTrigger' } };

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
	[{ mode: 'integrated', parent: { source: 'integrated', ...byTrigger } }, true],
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
