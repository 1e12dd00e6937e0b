/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on the developer's machine, never inside n8n */
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { Problem } from './command';

async function listen(port: number): Promise<number> {
	const server = createServer().listen(port, '127.0.0.1');
	await once(server, 'listening');
	const { port: found } = server.address() as AddressInfo;
	server.close();
	await once(server, 'close');
	return found;
}

/**
 * A port of this machine that nothing listens on at the moment. Below those that the system gives to
 * connections, or one of them may have it before n8n has started.
 */
export const freePort = async (): Promise<number> =>
	await listen(11_000 + Math.floor(Math.random() * 20_000)).catch(freePort);

/** Rejects with a `Problem` that names the port and the flag to change it, when the port is taken. */
export async function requirePort(port: number, flag: string): Promise<void> {
	await listen(port).catch(({ code }: NodeJS.ErrnoException) => {
		const problem = code === 'EADDRINUSE' ? 'is in use' : `cannot be opened (${code})`;
		throw new Problem(
			`Port ${port} ${problem}: end the program that uses it, or choose another with ${flag}.`,
		);
	});
}
