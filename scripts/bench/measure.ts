/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- runs on the developer's machine, never inside n8n */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sandboxCredential } from '../examples';
import { createInstance, ensureHost, packPackage, type Instance } from '../host';
import { manualTrigger, workflow } from '../workflow';
import { startProfiler, type ProcessorTime } from './profile';
import { numbersFor, WAYS, type Way } from './ways';

export interface Measurement {
	way: Way;
	recipients: number;
	/** Recipients of one item; 1 where it is left out. */
	perItem?: number;
	/** Milliseconds that the service takes to respond; 20 where it is left out. */
	latency?: number;
	/** Run so many times, in turns with the others; the fastest counts. */
	times?: number;
	/** With a profiler, which makes it slower. */
	isProfiled?: boolean;
}

export interface Result extends Required<Measurement> {
	/** Of the node, by n8n's own clock. */
	seconds: number;
	requests: number;
	/** The most that were open at once. */
	connections: number;
	/** The most memory that this n8n took in all, in bytes; NaN where the system does not say. */
	memory: number;
	/** Of the whole process; undefined unless profiled. */
	processorTime?: ProcessorTime;
}

export const LATENCY = 20;

/** As cheap as a service can be, so that what is measured is the client: it reads, counts, waits. */
async function startService() {
	const seen = { requests: 0, connections: 0 };
	let latency = 0;
	let open = 0;
	const server = createServer((request, response) => {
		seen.requests++;
		request.resume().once('end', () => {
			setTimeout(() => {
				response.setHeader('content-type', 'application/json');
				response.end('{"status":"success","message":"Accepted."}');
			}, latency);
		});
	});
	server.keepAliveTimeout = 60_000;
	server.on('connection', (socket) => {
		seen.connections = Math.max(seen.connections, ++open);
		socket.once('close', () => open--);
	});
	// Who opens 10,000 connections at once must not be measured by the length of the queue.
	server.listen({ port: 0, host: '127.0.0.1', backlog: 65_535 });
	await once(server, 'listening');
	return {
		baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		seen,
		reset(wait: number) {
			Object.assign(seen, { requests: 0, connections: 0 });
			latency = wait;
		},
		close: () => server.close().closeAllConnections(),
	};
}

function workflowOf(id: string, { way, recipients, perItem }: Result, baseUrl: string) {
	const jsCode = `
		const phone = (index) => ((n) => ${numbersFor(way)})(String(index).padStart(6, '0'));
		const phones = (item) => Array.from({ length: ${perItem} }, (_, index) => phone(item * ${perItem} + index));
		return Array.from({ length: ${recipients / perItem} }, (_, item) => ({ json: { phone: phones(item).join('|') } }));`;
	const code = { name: 'Items', type: 'n8n-nodes-base.code', typeVersion: 2 };
	return workflow(id, [
		manualTrigger(),
		{ ...code, parameters: { jsCode } },
		{ ...WAYS[way].node(`${baseUrl}/sms/send`), name: NODE },
	]);
}

const NODE = 'Node';
const HEAP = '--max-old-space-size=4096';
const PATIENCE = 600_000;

/** In seconds and bytes. */
async function execute(instance: Instance, id: string, isProfiled: boolean) {
	const profiler = isProfiled ? startProfiler() : undefined;
	const nodeOptions = [HEAP, profiler?.nodeOptions].join(' ').trim();
	const { pid, kill, done } = await instance.launch(id, { NODE_OPTIONS: nodeOptions });
	let memory = NaN;
	const watch = setInterval(() => (memory = memoryOf(pid) ?? memory), 50);
	const late = setTimeout(kill, PATIENCE);
	const run = await done.finally(() => (clearInterval(watch), clearTimeout(late)));
	const { error, runData } = run?.data.resultData ?? { error: { message: 'n8n takes too long' } };
	if (error) throw new Error(`${id}: ${error.message}`);
	const seconds = runData![NODE]![0]!.executionTime! / 1000;
	const processorTime = profiler?.read();
	profiler?.remove();
	return { seconds, memory, processorTime };
}

/** The most so far. */
function memoryOf(pid: number): number | undefined {
	try {
		const [, kilobytes] = /^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))!;
		return Number(kilobytes) * 1024;
	} catch {
		// It has ended, or this is not Linux.
		return undefined;
	}
}

/** Executes each in a real n8n, in a process of its own, with its database, credentials and expressions. */
export async function measure(
	measurements: readonly Measurement[],
	onProgress: (line: string) => void = () => {},
): Promise<Result[]> {
	const [host, tarball] = await Promise.all([ensureHost(), packPackage()]);
	const instance = await createInstance({ host, tarball });
	const service = await startService();
	const results = measurements.map((measurement): Result => ({
		perItem: 1,
		latency: LATENCY,
		times: 1,
		isProfiled: false,
		...measurement,
		seconds: Infinity,
		requests: 0,
		connections: 0,
		memory: 0,
	}));
	const rounds = [...Array(Math.max(...results.map(({ times }) => times))).keys()];
	/** Keys belong to a workflow, so each run has one of its own. */
	const runs = rounds.flatMap((round) =>
		results
			.filter(({ times }) => times > round)
			.map((result) => ({
				result,
				id: `${result.way}-${result.recipients}-${result.latency}-${round + 1}${result.isProfiled ? '-profiled' : ''}`,
			})),
	);
	try {
		await instance.importCredentials([
			sandboxCredential({ baseUrl: service.baseUrl, token: 'bench' }),
		]);
		await instance.importWorkflows(
			runs.map(({ result, id }) => workflowOf(id, result, service.baseUrl)),
		);
		for (const { result, id } of runs) {
			service.reset(result.latency);
			const measured = await execute(instance, id, result.isProfiled);
			if (measured.seconds < result.seconds) Object.assign(result, measured, service.seen);
			onProgress(`${id}: ${measured.seconds} s`);
		}
		return results;
	} finally {
		service.close();
		await instance.remove();
	}
}
