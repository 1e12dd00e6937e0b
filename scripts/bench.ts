/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- runs on the developer's machine, never inside n8n */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
	buildPackage,
	createInstance,
	ensureHost,
	HOST_VERSIONS,
	type Instance,
	packPackage,
	Problem,
} from '../host';
import { sandboxCredential } from '../host/examples';
import { manualTrigger, postingNode, smsGateway, workflow } from '../host/workflow';
import { print, readFlags, runMain } from './command-line';

const USAGE = `npm run bench [-- options]

Measures this package against n8n's HTTP Request node in a real n8n, with a local service that
responds in 20 ms. About five minutes; prints a table for docs/dev/evidence.md.

  --only <text>   ways whose name contains this
  --help`;

/** Milliseconds that the service takes to respond. */
const LATENCY = 20;
const PHONE = '={{ $json.phone }}';
const FIXED = 'The shop is open this Saturday from 9 to 17. See you there!';
/** A field of the item in the middle of a text. */
const PERSONAL = '=The order of {{ $json.phone }} is ready. See you there!';

const bulk = (parameters: object = {}) =>
	smsGateway({
		operation: 'bulkSend',
		senderId: 'BENCH',
		recipients: PHONE,
		message: FIXED,
		...parameters,
	});
const send = (message: string) =>
	smsGateway({
		operation: 'send',
		senderId: 'BENCH',
		recipient: PHONE,
		message,
		options: { concurrency: 40 },
	});
const httpRequest = (message: string) => (url: string) =>
	postingNode(url, 'bench', { sender_id: 'BENCH', recipient: PHONE, message });

interface Way {
	name: string;
	/** As the editor would save it. */
	node: (url: string) => object;
	/** How many; each count is a run of its own. */
	recipients: number[];
	/** Recipients of one item; 1 unless given. */
	perItem?: number;
	/** Milliseconds that the service takes to respond; LATENCY unless given. */
	latency?: number;
}

/** The HTTP Request node is left out at 100,000: it opens them all at once, more than a machine has ports. */
const WAYS: readonly Way[] = [
	{ name: 'Bulk Send', node: () => bulk(), recipients: [1, 1000, 10_000, 100_000] },
	{
		name: 'Bulk Send, with keys',
		node: () => bulk({ safeguards: { deduplicationKey: PHONE } }),
		recipients: [1, 10_000],
	},
	{ name: 'Bulk Send, 50 ms', node: () => bulk(), recipients: [10_000], latency: 50 },
	{
		name: 'Bulk Send, with keys, 50 ms',
		node: () => bulk({ safeguards: { deduplicationKey: PHONE } }),
		recipients: [10_000],
		latency: 50,
	},
	{
		name: 'Bulk Send, output: summary',
		node: () => bulk({ options: { output: 'summary' } }),
		recipients: [1_000_000],
		perItem: 1000,
	},
	{ name: 'Send, concurrency 40', node: () => send(FIXED), recipients: [1000, 10_000] },
	{ name: 'HTTP Request node', node: httpRequest(FIXED), recipients: [1000, 10_000] },
	{ name: 'Send, personal texts', node: () => send(PERSONAL), recipients: [10_000] },
	{ name: 'HTTP Request, personal texts', node: httpRequest(PERSONAL), recipients: [10_000] },
	{
		name: 'Preview',
		node: () => bulk({ operation: 'preview', options: { output: 'summary' } }),
		recipients: [100_000],
		perItem: 1000,
	},
];

/** As cheap as a service can be, so that what is measured is the client: it reads, counts, waits. */
async function startService() {
	const seen = { requests: 0, connections: 0, latency: LATENCY };
	let open = 0;
	const server = createServer((request, response) => {
		seen.requests++;
		request.resume().once('end', () => {
			setTimeout(() => {
				response.setHeader('content-type', 'application/json');
				response.end('{"status":"success","message":"Accepted."}');
			}, seen.latency);
		});
	});
	server.on('connection', (socket) => {
		seen.connections = Math.max(seen.connections, ++open);
		socket.once('close', () => open--);
	});
	// Who opens 10,000 connections at once must not be measured by the length of the queue.
	server.listen({ port: 0, host: '127.0.0.1', backlog: 65_535 });
	await once(server, 'listening');
	const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	return { baseUrl, seen, close: () => server.close().closeAllConnections() };
}

const NODE = 'Node';
const HEAP = { NODE_OPTIONS: '--max-old-space-size=4096' };
const PATIENCE = 600_000;

/** Numbers that reach the local service only. */
const workflowOf = (id: string, { node, perItem = 1 }: Way, recipients: number, url: string) =>
	workflow(id, [
		manualTrigger(),
		{
			name: 'Items',
			type: 'n8n-nodes-base.code',
			typeVersion: 2,
			parameters: {
				jsCode: `
					const phone = (index) => '+2290197' + String(index).padStart(6, '0');
					return Array.from({ length: ${recipients / perItem} }, (_, item) => ({ json: {
						phone: Array.from({ length: ${perItem} }, (_, index) => phone(item * ${perItem} + index)).join('|'),
					} }));`,
			},
		},
		{ ...(node(`${url}/sms/send`) as ReturnType<typeof smsGateway>), name: NODE },
	]);

/** The most memory that a process took so far, in MB; undefined once it has ended, or where this is not Linux. */
function memoryOf(pid: number): number | undefined {
	try {
		const [, kilobytes] = /^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))!;
		return Number(kilobytes) / 1000;
	} catch {
		return undefined;
	}
}

/** In a process of its own, with its database, credentials and expressions; seconds by n8n's own clock. */
async function execute(instance: Instance, id: string) {
	const { pid, kill, done } = await instance.launch(id, HEAP);
	let memory = NaN;
	const watch = setInterval(() => (memory = memoryOf(pid) ?? memory), 50);
	const late = setTimeout(kill, PATIENCE);
	const run = await done.finally(() => (clearInterval(watch), clearTimeout(late)));
	const { error, runData } = run?.data.resultData ?? { error: { message: 'n8n takes too long' } };
	if (error) throw new Error(`${id}: ${error.message}`);
	return { seconds: runData![NODE]![0]!.executionTime! / 1000, memory };
}

const whole = (value: number): string => Math.round(value).toLocaleString('en');

async function main(): Promise<void> {
	const { only } = readFlags(USAGE, { only: '' });
	const ways = WAYS.filter(({ name }) => name.includes(only));
	if (ways.length === 0) throw new Problem(`No way's name contains ${only}`);
	await buildPackage(print);
	const [host, tarball] = await Promise.all([ensureHost({ onProgress: print }), packPackage()]);
	const instance = await createInstance({ host, tarball });
	const service = await startService();
	const { baseUrl, seen } = service;
	const runs = ways.flatMap((way, index) =>
		way.recipients.map((count) => ({ way, count, id: `way-${index}-${count}` })),
	);
	try {
		await instance.importCredentials([sandboxCredential({ baseUrl, token: 'bench' })]);
		await instance.importWorkflows(
			runs.map(({ way, count, id }) => workflowOf(id, way, count, baseUrl)),
		);
		print(`\nn8n ${HOST_VERSIONS[0]}, a service that responds in ${LATENCY} ms\n`);
		print('| way | recipients | seconds | requests | connections | memory (MB) |');
		print('| --- | ---: | ---: | ---: | ---: | ---: |');
		for (const { way, count, id } of runs) {
			Object.assign(seen, { requests: 0, connections: 0, latency: way.latency ?? LATENCY });
			const { seconds, memory } = await execute(instance, id);
			const cells = [whole(count), seconds.toFixed(2), whole(seen.requests)];
			print(`| ${[way.name, ...cells, whole(seen.connections), whole(memory)].join(' | ')} |`);
		}
	} finally {
		service.close();
		await instance.remove();
	}
}

runMain(main);
