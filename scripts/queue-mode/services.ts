/* eslint-disable @n8n/community-nodes/no-dangerous-functions, @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- runs on the developer's machine, never inside n8n */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Problem, freePort, run } from '../host';

/** A program of the system with a folder of its own. It ends with the process that started it. */
interface Service {
	/** Ends it and deletes its folder. */
	stop(): Promise<void>;
}

export interface Redis extends Service {
	port: number;
	password: string;
}

export interface Postgres extends Service {
	/** The folder with its socket. */
	host: string;
	user: string;
	password: string;
}

const INSTALL = 'apt-get install --yes redis-server postgresql';
const newFolder = (name: string): string => mkdtempSync(join(tmpdir(), `sms-gateway-${name}-`));
const newPassword = (): string => randomBytes(24).toString('hex');

/** A Redis that keeps everything in memory. n8n cannot reach one through a socket, so it has a port. */
export async function startRedis(): Promise<Redis> {
	await run('redis-server', ['--version']).catch(() => {
		throw new Problem(`Redis is not installed: ${INSTALL}`);
	});
	const port = await freePort();
	const password = newPassword();
	const folder = newFolder('redis');
	const settings = { port, bind: '127.0.0.1', requirepass: password, save: '""', dir: folder };
	const file = join(folder, 'redis.conf');
	// Not on the command line, which every user of the machine can see.
	const lines = Object.entries(settings).map(([name, value]) => `${name} ${value}\n`);
	writeFileSync(file, lines.join(''), { mode: 0o600 });
	const stop = await startService(folder, [...UNTIL_STDIN_ENDS, 'redis-server', file], port);
	return { port, password, stop };
}

/** Where Debian and others put PostgreSQL's programs; the newest version comes first. */
function postgresFolder(): string {
	const versions = '/usr/lib/postgresql';
	const found = existsSync(versions) ? readdirSync(versions).sort((a, b) => +b - +a) : [];
	const folders = [...found.map((version) => join(versions, version, 'bin')), '/usr/local/bin'];
	const folder = folders.find((one) => existsSync(join(one, 'initdb')));
	if (folder === undefined) throw new Problem(`PostgreSQL is not installed: ${INSTALL}`);
	return folder;
}

/**
 * A new, empty PostgreSQL. It listens on a socket in its folder, which is its user's alone, and
 * nowhere else. It refuses to run as root.
 */
export async function startPostgres(): Promise<Postgres> {
	const programs = postgresFolder();
	const isRoot = process.getuid?.() === 0;
	const user = isRoot ? 'postgres' : userInfo().username;
	const asUser = isRoot ? ['runuser', '-u', user, '--'] : [];
	const password = newPassword();
	const host = newFolder('postgres');
	const passwordFile = join(host, 'password');
	writeFileSync(passwordFile, password, { mode: 0o600 });
	if (isRoot) {
		const [uid, gid] = await Promise.all(
			['-u', '-g'].map(async (flag) => Number((await run('id', [flag, user])).stdout)),
		);
		for (const path of [host, passwordFile]) chownSync(path, uid!, gid!);
	}
	const data = join(host, 'data');
	const access = ['-A', 'scram-sha-256', `--pwfile=${passwordFile}`, '-U', user];
	const [initdb, ...args] = [...asUser, join(programs, 'initdb'), '-D', data, ...access];
	await run(initdb!, args, { cwd: host });
	const settings = {
		listen_addresses: '',
		unix_socket_directories: host,
		// It is thrown away afterwards; what is killed here is n8n, never the database.
		fsync: 'off',
		synchronous_commit: 'off',
		full_page_writes: 'off',
	};
	const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
	const stop = await startService(
		host,
		[...asUser, ...UNTIL_STDIN_ENDS, join(programs, 'postgres'), '-D', data, ...flags],
		join(host, '.s.PGSQL.5432'),
	);
	return { host, user, password, stop };
}

/** What n8n needs to know of it. */
export const postgresEnvironment = ({ host, user, password }: Postgres) => ({
	DB_TYPE: 'postgresdb',
	DB_POSTGRESDB_HOST: host,
	DB_POSTGRESDB_DATABASE: 'postgres',
	DB_POSTGRESDB_USER: user,
	DB_POSTGRESDB_PASSWORD: password,
});

/** Runs a command until its stdin ends, which it does however the parent ends. */
const UNTIL_STDIN_ENDS = [
	'sh',
	'-c',
	'"$@" & pid=$!; cat > /dev/null; kill -INT $pid; wait $pid',
	'sh',
];

/** Starts it and resolves once it accepts connections at a port or a socket. */
async function startService(
	folder: string,
	command: string[],
	place: number | string,
): Promise<() => Promise<void>> {
	const [program, ...args] = command;
	const child = spawn(program!, args, { stdio: ['pipe', 'pipe', 'pipe'] });
	let printed = '';
	const read = (chunk: Buffer) => void (printed = (printed + chunk.toString()).slice(-4000));
	child.stdout.on('data', read);
	child.stderr.on('data', read);
	let ended = false;
	const exited = new Promise<void>((resolve) => child.once('close', () => resolve()));
	void exited.then(() => (ended = true));
	const stop = async () => {
		child.stdin.end();
		await exited;
		rmSync(folder, { recursive: true, force: true });
	};
	const deadline = Date.now() + 30_000;
	while (!(await accepts(place))) {
		if (ended || Date.now() > deadline) {
			await stop();
			throw new Problem(`${program} does not listen on ${place}:\n${printed}`);
		}
		await sleep(50);
	}
	return stop;
}

const accepts = (place: number | string): Promise<boolean> =>
	new Promise((resolve) => {
		const socket = typeof place === 'number' ? connect(place, '127.0.0.1') : connect(place);
		socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
		socket.once('connect', () => socket.destroy());
	});
