import type { IPollFunctions } from 'n8n-workflow';
import { MINUTE } from '../clock';
import type { BalanceMemory } from './rule';

/** What the workflow's static data keeps; another rule or account starts with nothing remembered. */
type Stored = { rule?: string; memory?: BalanceMemory };

/**
 * What the last poll of each node remembered, and was given. n8n's scheduler of polls gives each one a copy
 * of what is saved, and saves only what starts the workflow; nothing else knows that a balance recovered. Where a
 * start is not saved in time, n8n has dropped it, and what was known `before` it counts.
 */
type Known = Readonly<{ given: string; stored: Stored; start?: { before: Stored; until: number } }>;

const latest = new Map<string, Known>();

/** @param rule as JSON, with the account that it is for */
export function openMemory(ctx: IPollFunctions, rule: string, now: number) {
	const saved = ctx.getWorkflowStaticData('node') as Stored;
	const id = `${ctx.getWorkflow().id} ${ctx.getNode().id}`;
	const given = JSON.stringify(saved);
	const kept = latest.get(id);
	const last: Known = kept?.given === given ? kept : { given, stored: { ...saved } };
	const { before, until = Infinity } = last.start ?? {};
	const isDropped = now >= until;
	const known = isDropped ? before! : last.stored;
	return {
		previous: known.rule === rule ? known.memory : undefined,
		/** @param isStart whether it starts the workflow: n8n saves that within a minute, or has dropped the start */
		keep(memory: BalanceMemory, isStart: boolean) {
			const earlier = isDropped ? undefined : last.start;
			// Of two starts in a minute, none is saved yet.
			const start = isStart ? { before: before ?? known, until: now + MINUTE } : earlier;
			latest.set(id, { given, stored: { rule, memory }, start });
			Object.assign(saved, { rule, memory });
		},
	};
}
