import type { IExecuteFunctions } from 'n8n-workflow';
import { refuse } from '../domain/entry';
import { SETTINGS } from '../domain/settings';
import { workflowZone } from '../n8n/place';
import type { Settings } from './readSettings';

/**
 * By the time zone of n8n itself, it would be sent in the night, or after its deadline.
 *
 * @throws ProblemError
 */
export function refuseWithoutZone(
	ctx: IExecuteFunctions,
	{ maxSmsPerDay, sendWindow, skipRepeats }: Settings,
): void {
	if (workflowZone(ctx) !== undefined) return;
	const needs = (field: string, cure: string) => refuse({ name: 'needsZone', field, cure });
	if (sendWindow?.clock === 'workflow') {
		needs(SETTINGS.sendWindow, "Set its 'Time Zone' to 'Recipient's Country'");
	}
	if (maxSmsPerDay !== Infinity) needs(SETTINGS.maxSmsPerDay, 'Remove it');
	if (skipRepeats === 'sameDay') needs(SETTINGS.skipRepeats, "Choose 'Ever'");
}
