import type { Clock } from '../../../../nodes/SmsGateway/clock';
import type { SmsRequest } from '../../../../nodes/SmsGateway/domain/entry';
import { classify } from '../../../../nodes/SmsGateway/domain/service/classify';
import { mayDivide } from '../../../../nodes/SmsGateway/domain/service/retryPolicy';
import type { Failure, ServiceResult } from '../../../../nodes/SmsGateway/domain/service/result';

/** What happens to one request. */
export type Fate = Readonly<{
	reply: ServiceResult;
	/** Whether the service took the SMS, whatever it answers. */
	took: boolean;
	after: number;
}>;

/** What the service knows of a request: the judge of every promise. */
export type Arrival = SmsRequest & {
	readonly started: number;
	/** Undefined while it is in flight. */
	ended?: number;
	readonly took: boolean;
	readonly reply: ServiceResult;
};

export type SimulatedService = {
	readonly log: Arrival[];
	send(message: SmsRequest): Promise<ServiceResult>;
};

export const answer = (
	status: number,
	body: unknown = '',
	headers: Record<string, string> = {},
): ServiceResult => ({
	kind: 'response',
	status,
	headers,
	body: typeof body === 'string' ? body : JSON.stringify(body),
});

export const failure = (found: Failure): ServiceResult => ({ kind: 'failure', facts: { found } });

export const ACCEPTED = answer(200, { status: 'success', message: 'SMS sent' });
export const REFUSED = answer(400, { status: 'error', message: 'Unknown sender' });

/** Its recipients were asked about again in parts. */
export const wasDivided = ({ reply, recipients }: Arrival): boolean =>
	mayDivide(classify(reply, 1, 1), recipients.length);

/** A fate as short as a test needs it; taken where the service accepts. */
export const fate = (
	reply: ServiceResult,
	{ took = reply === ACCEPTED, after = 10 } = {},
): Fate => ({ reply, took, after });

/** Whether a service refuses a request that it would have taken; `log` is of those before. */
export type Refuses = (message: SmsRequest, log: readonly Arrival[]) => boolean;

export const countTaken = (log: readonly Arrival[]): number =>
	log.reduce((sum, { took, recipients }) => sum + (took ? recipients.length : 0), 0);

/**
 * @param fates of the requests in the order of their arrival; the service accepts all further ones
 * @param refuses of those that it accepts
 */
export function simulatedService(
	clock: Clock,
	fates: readonly Fate[] = [],
	refuses: Refuses = () => false,
): SimulatedService {
	const log: Arrival[] = [];
	return {
		log,
		async send(message) {
			const coming = fates[log.length] ?? fate(ACCEPTED);
			const isRefused = coming.reply === ACCEPTED && refuses(message, log);
			const { reply, took, after } = isRefused ? fate(REFUSED) : coming;
			const arrival: Arrival = { ...message, started: clock.now(), took, reply };
			log.push(arrival);
			await clock.wait(after);
			arrival.ended = clock.now();
			return reply;
		},
	};
}
