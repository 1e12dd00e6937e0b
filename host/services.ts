/* eslint-disable @n8n/community-nodes/no-dangerous-functions, @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/require-node-api-error -- runs on the developer's machine, never inside n8n */
import { spawn, type SpawnOptions } from 'node:child_process';
import { once } from 'node:events';
import {
	chownSync,
	existsSync,
	mkdtempSync,
	openSync,
	readdirSync,
	readFileSync,
	rmSync,
} from 'node:fs';
import { connect } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { Problem, freePort, run, until } from './index';

export type Postgres = Awaited<ReturnType<typeof startPostgres>>;

const INSTALL = 'apt-get install --yes redis-server postgresql';
const newFolder = (name: string): string => mkdtempSync(join(tmpdir(), `sms-gateway-${name}-`));

/** A Redis that keeps everything in memory. n8n cannot reach one through a socket, so it has a port. */
export async function startRedis() {
	const port = await freePort();
	const settings = ['--port', String(port), '--bind', '127.0.0.1', '--save', ''];
	return { port, ...(await startService(newFolder('redis'), ['redis-server', ...settings], port)) };
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
 * nowhere else: so it asks for no password. It refuses to run as root.
 */
export async function startPostgres() {
	const programs = postgresFolder();
	const isRoot = process.getuid?.() === 0;
	const user = isRoot ? 'postgres' : userInfo().username;
	const idOf = async (flag: string) => Number((await run('id', [flag, user])).stdout);
	const [uid, gid] = await Promise.all([idOf('-u'), idOf('-g')]);
	const host = newFolder('postgres');
	chownSync(host, uid, gid);
	const as = isRoot ? { uid, gid } : {};
	const data = join(host, 'data');
	const access = ['-A', 'trust', '-U', user];
	await run(join(programs, 'initdb'), ['-D', data, ...access], { cwd: host, ...as });
	const settings = [
		'listen_addresses=',
		`unix_socket_directories=${host}`,
		// It is thrown away afterwards; what is killed here is n8n, never the database.
		...['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'],
	].flatMap((setting) => ['-c', setting]);
	const command = [join(programs, 'postgres'), '-D', data, ...settings];
	return { host, user, ...(await startService(host, command, join(host, '.s.PGSQL.5432'), as)) };
}

/** What n8n needs to know of it. */
export const postgresEnvironment = ({ host, user }: Postgres) => ({
	DB_TYPE: 'postgresdb',
	DB_POSTGRESDB_HOST: host,
	DB_POSTGRESDB_DATABASE: 'postgres',
	DB_POSTGRESDB_USER: user,
});

/** Runs a command until its stdin ends, which it does however the parent ends. */
const UNTIL_STDIN_ENDS = '"$@" & pid=$!; cat > /dev/null; kill -INT $pid; wait $pid';

/**
 * Starts a program of the system in a folder of its own and resolves once it accepts connections at a
 * port or a socket. It ends with this process, or with `stop`, which also deletes the folder.
 */
async function startService(
	folder: string,
	command: string[],
	place: number | string,
	as: Pick<SpawnOptions, 'uid' | 'gid'> = {},
) {
	const logFile = join(folder, 'log');
	const log = openSync(logFile, 'w');
	const child = spawn('sh', ['-c', UNTIL_STDIN_ENDS, 'sh', ...command], {
		cwd: folder,
		stdio: ['pipe', log, log],
		...as,
	});
	const stop = async () => {
		child.stdin!.end();
		if (child.exitCode === null) await once(child, 'close');
		rmSync(folder, { recursive: true, force: true });
	};
	const isReady = async () => {
		if (child.exitCode !== null) throw new Error('It has ended');
		return (await accepts(place)) || undefined;
	};
	try {
		await until(`${command[0]} on ${place}`, isReady);
	} catch {
		const printed = readFileSync(logFile, 'utf8');
		await stop();
		throw new Problem(
			`${command[0]} does not listen on ${place}; is it there (${INSTALL})?\n${printed}`,
		);
	}
	return { stop };
}

async function accepts(place: number | string): Promise<boolean> {
	const socket = typeof place === 'number' ? connect(place, '127.0.0.1') : connect(place);
	try {
		await once(socket, 'connect');
		return true;
	} catch {
		return false;
	} finally {
		socket.destroy();
	}
}
