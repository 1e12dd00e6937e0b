/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on the developer's machine, never inside n8n */
import type { Socket } from 'node:net';
import type { TlsOptions } from 'node:tls';
import { startFaultServer, type FaultRequest, type FaultServer } from '../fault-server/server';

export { answer } from '../fault-server/server';

export type RawRequest = FaultRequest & { recipients: string[] };

export type Behaviour = {
	connected?(socket: Socket): boolean;
	/** Answers, or does not; `take` notes that the service has sent the SMS. */
	received(request: RawRequest, socket: Socket, take: () => void): void;
};

export type RawServer = FaultServer & {
	/** Every recipient the service has sent an SMS to, in order: the judge of all outcomes. */
	readonly taken: readonly string[];
};

const recipientsOf = ({ body }: FaultRequest): string[] => {
	const { recipient, recipients } = JSON.parse(body || '{}') as Record<string, string>;
	return (recipients ?? recipient ?? '').split('|');
};

/** The SMS service, with every fault of the fault server. */
export async function startRawServer(behaviour: Behaviour, tls?: TlsOptions): Promise<RawServer> {
	const taken: string[] = [];
	const server = await startFaultServer(
		{
			...behaviour,
			received(request, socket, work) {
				const recipients = recipientsOf(request);
				const take = () => {
					work();
					taken.push(...recipients);
				};
				behaviour.received({ ...request, recipients }, socket, take);
			},
		},
		tls,
	);
	return Object.assign(server, { taken });
}
