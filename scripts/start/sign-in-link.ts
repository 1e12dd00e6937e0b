/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on the developer's machine, never inside n8n */
import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Owner, signIn } from '../../host';

const ONE_WEEK_IN_SECONDS = 7 * 24 * 60 * 60;

/**
 * Serves one address that nobody can guess: it signs the browser in to n8n and opens a page of it.
 * A cookie of 127.0.0.1 counts for all its ports, so n8n gets the one that is set here.
 */
export async function serveSignInLink(n8nUrl: string, owner: Owner, page: string) {
	const path = `/${randomBytes(16).toString('hex')}`;
	const server = createServer(async (request, response) => {
		response.setHeader('Cache-Control', 'no-store').setHeader('Referrer-Policy', 'no-referrer');
		if (request.method !== 'GET' || request.url !== path) return response.writeHead(404).end();
		try {
			const { cookie } = await signIn(n8nUrl, owner);
			const session = `${cookie}; Path=/; Max-Age=${ONE_WEEK_IN_SECONDS}; HttpOnly; SameSite=Lax`;
			response.writeHead(302, { Location: n8nUrl + page, 'Set-Cookie': session }).end();
		} catch {
			// The account was changed in n8n: its owner knows the new password.
			response.writeHead(302, { Location: `${n8nUrl}/signin` }).end();
		}
	});
	await new Promise<void>((resolve, reject) => {
		server.once('error', reject).listen(0, '127.0.0.1', resolve);
	});
	const { port } = server.address() as AddressInfo;
	return {
		url: `http://127.0.0.1:${port}${path}`,
		close: () => {
			server.close();
			server.closeAllConnections();
		},
	};
}
