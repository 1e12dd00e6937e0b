import type { IExecuteFunctions } from 'n8n-workflow';
import { workflowZone } from '../n8n/place';
import type { Settings } from './readSettings';

/**
 * By the time zone of n8n itself, it would be sent in the night, or after its deadline.
 *
 * @param cure what to do in the node, such as "Choose 'Ever'"
 */
export const needsWorkflowZone = (label: string, cure: string): string =>
	`'${label}' needs the workflow's time zone, which n8n's Engine 2.0 does not give to nodes. ${cure}, or choose n8n's default engine in the workflow's settings.`;

/** @throws Error with a sentence for the user */
export function refuseWithoutZone(
	ctx: IExecuteFunctions,
	{ maxSmsPerDay, sendWindow, skipRepeats }: Settings,
): void {
	if (workflowZone(ctx) !== undefined) return;
	if (sendWindow?.clock === 'workflow') {
		const cure = "Set its 'Time Zone' to 'Recipient's Country'";
		throw new Error(needsWorkflowZone('Send Window', cure));
	}
	if (maxSmsPerDay !== Infinity) {
		throw new Error(needsWorkflowZone('Max SMS per Day', 'Remove it'));
	}
	if (skipRepeats === 'sameDay') {
		throw new Error(needsWorkflowZone('Skip Repeats: Same Day', "Choose 'Ever'"));
	}
}
