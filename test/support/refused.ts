import type { Cause } from '../../nodes/SmsGateway/domain/cause';
import { problemOf } from '../../nodes/SmsGateway/domain/entry';

/** Why something is refused: the first cause; undefined where it is not. */
export function refused(run: () => unknown): Cause | undefined {
	try {
		run();
	} catch (error) {
		return problemOf(error).causes[0];
	}
	return undefined;
}
