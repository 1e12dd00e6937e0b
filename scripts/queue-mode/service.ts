/* eslint-disable @n8n/community-nodes/no-dangerous-functions, @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- runs on the developer's machine, never inside n8n */
import { spawn } from 'node:child_process';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Problem } from '../host';

/** A program of the system that listens, and ends with the process that started it. */
export interface Service {
	stop(): Promise<void>;
}

export interface ServiceOptions {
	command: string[];
	/** A port of 127.0.0.1, or the path of a socket. */
	listensOn: number | string;
	/** A user of the system to run it as. Only root can choose one. */
	user?: string;
}

/** Runs its arguments until its stdin ends, which it does however the parent ends. */
const END_WITH_STDIN = '"$@" & pid=$!; cat > /dev/null; kill -INT $pid; wait $pid';

export const asUser = (user: string | undefined, command: string[]): string[] =>
	user !== undefined && process.getuid?.() === 0
		? ['runuser', '-u', user, '--', ...command]
		: command;

/** Starts it and resolves once it accepts connections. */
export async function startService({ command, listensOn, user }: ServiceOptions): Promise<Service> {
	const [program, ...args] = asUser(user, ['sh', '-c', END_WITH_STDIN, 'sh', ...command]);
	const child = spawn(program!, args, { stdio: ['pipe', 'pipe', 'pipe'] });
	let printed = '';
	const read = (chunk: Buffer) => void (printed = (printed + chunk.toString()).slice(-4000));
	child.stdout.on('data', read);
	child.stderr.on('data', read);
	const exited = new Promise<void>((resolve) => child.once('close', () => resolve()));
	let ended = false;
	void exited.then(() => (ended = true));

	const deadline = Date.now() + 30_000;
	while (!(await accepts(listensOn))) {
		if (ended || Date.now() > deadline) {
			child.stdin.end();
			throw new Problem(`${command[0]} does not listen on ${listensOn}:\n${printed}`);
		}
		await sleep(50);
	}
	return {
		stop: async () => {
			child.stdin.end();
			await exited;
		},
	};
}

const accepts = (place: number | string): Promise<boolean> =>
	new Promise((resolve) => {
		const socket = typeof place === 'number' ? connect(place, '127.0.0.1') : connect(place);
		socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
		socket.once('connect', () => socket.destroy());
	});
