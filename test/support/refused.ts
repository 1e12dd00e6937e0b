import type { Cause } from '../../nodes/SmsGateway/domain/cause';
import { whyOf } from '../../nodes/SmsGateway/domain/refusal';

/** Why something is refused: the first cause; undefined where it is not. */
export function refused(run: () => unknown): Cause | undefined {
	try {
		run();
	} catch (error) {
		return whyOf(error).causes[0];
	}
	return undefined;
}
