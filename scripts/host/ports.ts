/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/require-node-api-error -- runs on the developer's machine, never inside n8n */
import { createServer } from 'node:net';
import { Problem } from './problem';

const HOST = '127.0.0.1';

function listen(port: number): Promise<number> {
	return new Promise((resolve, reject) => {
		const server = createServer();
		server.once('error', reject);
		server.listen(port, HOST, () => {
			const address = server.address();
			server.close(() => resolve(typeof address === 'object' && address ? address.port : port));
		});
	});
}

/** A port of this machine that nothing listens on at the moment. */
export const freePort = (): Promise<number> => listen(0);

/** Rejects with a `Problem` that names the port and the flag to change it, when the port is taken. */
export async function requirePort(port: number, flag: string): Promise<void> {
	try {
		await listen(port);
	} catch (error) {
		const { code } = error as NodeJS.ErrnoException;
		throw new Problem(
			code === 'EADDRINUSE'
				? `Port ${port} is in use: end the program that uses it, or choose another with ${flag}.`
				: `Port ${port} cannot be opened (${code}): choose another with ${flag}.`,
		);
	}
}
