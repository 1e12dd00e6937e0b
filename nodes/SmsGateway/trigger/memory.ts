import type { IPollFunctions } from 'n8n-workflow';
import { MINUTE } from '../clock';
import type { BalanceMemory } from './rule';

/** What the workflow's static data keeps; another rule or account starts with nothing remembered. */
type Stored = { rule?: string; memory?: BalanceMemory };

/**
 * What the last poll of each node remembered, and was given. n8n's scheduler of polls gives each one a copy
 * of what is saved, and saves only what starts the workflow; nothing else knows that a balance recovered.
 */
const latest = new Map<string, Readonly<{ given: string; stored: Stored; until: number }>>();

/** @param rule as JSON, with the account that it is for */
export function openMemory(ctx: IPollFunctions, rule: string, now: number) {
	const stored = ctx.getWorkflowStaticData('node') as Stored;
	const id = `${ctx.getWorkflow().id} ${ctx.getNode().id}`;
	const given = JSON.stringify(stored);
	const last = latest.get(id);
	const isLatest = last?.given === given && now < last.until;
	const { stored: known, until } = isLatest ? last : { stored, until: Infinity };
	return {
		previous: known.rule === rule ? known.memory : undefined,
		/** @param isStart whether it starts the workflow: n8n saves that within a minute, or has dropped the start */
		keep(memory: BalanceMemory, isStart: boolean) {
			latest.set(id, { given, stored: { rule, memory }, until: isStart ? now + MINUTE : until });
			Object.assign(stored, { rule, memory });
		},
	};
}
