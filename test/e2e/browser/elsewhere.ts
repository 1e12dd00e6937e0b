/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on the developer's machine, never inside n8n */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A web server that is no SMS service, as a wrong Base URL may name. */
export interface Elsewhere {
	/** Answers everything with a web page. */
	page: string;
	/** Redirects everything. */
	moved: string;
	close: () => Promise<void>;
}

export async function startElsewhere(): Promise<Elsewhere> {
	const server = createServer(({ url }, response) => {
		if (url?.startsWith('/moved')) return void response.writeHead(301, { location: '/page' }).end();
		response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Welcome</h1>');
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	return {
		page: `${base}/page`,
		moved: `${base}/moved`,
		close: () =>
			new Promise<void>((resolve) => {
				server.close(() => resolve());
				server.closeAllConnections();
			}),
	};
}
