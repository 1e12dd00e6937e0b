import type { IExecuteFunctions } from 'n8n-workflow';
import {
	isEvaluation,
	isStartedByHand,
	retriedExecution,
} from '../../../../nodes/SmsGateway/n8n/execution';

// As n8n 2.41 saves it: of its parent all, of the parents of that one the trigger. (In a real n8n: gate/loops.)
type Started = { mode: string; source?: string; parent?: { source?: string } };
const byTrigger = { triggerNode: { type: 'n8n-nodes-base.manualTrigger' } };

it.each<[Started, boolean]>([
	[{ mode: 'manual' }, true],
	[{ mode: 'evaluation' }, true],
	[{ mode: 'retry' }, true],
	[{ mode: 'webhook' }, false],
	[{ mode: 'retry', source: 'webhook' }, false],
	[{ mode: 'retry', source: 'manual' }, true],
	[{ mode: 'retry', source: 'evaluation' }, true],
	[{ mode: 'integrated', parent: { source: 'evaluation' } }, true],
	[{ mode: 'retry', source: 'integrated', parent: { source: 'evaluation' } }, true],
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
	const isTestRun = [source ?? mode, parent?.source].includes('evaluation');
	expect(isEvaluation(ctx as unknown as IExecuteFunctions)).toBe(isTestRun);
});

it('knows a retried execution by the items of its first run, without their files', () => {
	const retriedWith = (...items: object[]) => {
		const first = { startTime: 1, executionTime: 2, executionIndex: 0, data: { main: [items] } };
		const runExecutionData = { resultData: { runData: { Start: [first] } } };
		return retriedExecution({ getMode: () => 'retry', runExecutionData } as never);
	};
	const [one, again] = ['a', 'b'].map((id) => ({ json: { of: 1 }, binary: { file: { id } } }));
	expect(retriedWith(again!)).toBe(retriedWith(one!));
	expect(retriedWith({ json: { of: 2 } })).not.toBe(retriedWith(one!));
});
