/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- runs on the developer's machine, never inside n8n */
import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { Problem, freePort, run, tryRun } from '../host';
import { asUser, startService, type Service } from './service';

const INSTALL = 'apt-get install --yes redis-server postgresql';

/** Where Debian and others put PostgreSQL's programs; the newest version comes first. */
function postgresFolder(): string {
	const versions = '/usr/lib/postgresql';
	const found = existsSync(versions) ? readdirSync(versions).sort((a, b) => +b - +a) : [];
	const folders = [...found.map((version) => join(versions, version, 'bin')), '/usr/local/bin'];
	const folder = folders.find((one) => existsSync(join(one, 'initdb')));
	if (folder === undefined) throw new Problem(`PostgreSQL is not installed: ${INSTALL}`);
	return folder;
}

export interface Redis extends Service {
	port: number;
	password: string;
}

const newPassword = (): string => randomBytes(24).toString('hex');

/** A Redis that keeps everything in memory. n8n cannot reach one through a socket, so it has a port. */
export async function startRedis(): Promise<Redis> {
	const version = await tryRun('redis-server', ['--version']);
	if (version.code !== 0) throw new Problem(`Redis is not installed: ${INSTALL}`);
	const port = await freePort();
	const password = newPassword();
	const folder = mkdtempSync(join(tmpdir(), 'sms-gateway-redis-'));
	const settings = { port, bind: '127.0.0.1', requirepass: password, save: '""', dir: folder };
	const file = join(folder, 'redis.conf');
	// Not on the command line, which every user of the machine can see.
	const lines = Object.entries(settings).map(([name, value]) => `${name} ${value}\n`);
	writeFileSync(file, lines.join(''), { mode: 0o600 });
	const service = await startService({ command: ['redis-server', file], listensOn: port });
	return { port, password, stop: stopAndDelete(service, folder) };
}

export interface Postgres extends Service {
	/** The folder with its socket. */
	host: string;
	user: string;
	password: string;
}

/**
 * A new, empty PostgreSQL in a temporary folder, which `stop` deletes. It listens on a socket in that
 * folder, which is its user's alone, and nowhere else. It refuses to run as root.
 */
export async function startPostgres(): Promise<Postgres> {
	const programs = postgresFolder();
	const isRoot = process.getuid?.() === 0;
	const user = isRoot ? 'postgres' : userInfo().username;
	const password = newPassword();
	const folder = mkdtempSync(join(tmpdir(), 'sms-gateway-postgres-'));
	const passwordFile = join(folder, 'password');
	writeFileSync(passwordFile, password, { mode: 0o600 });
	if (isRoot) {
		const [uid, gid] = await Promise.all(['-u', '-g'].map((flag) => idOf(flag, user)));
		for (const path of [folder, passwordFile]) chownSync(path, uid!, gid!);
	}
	const data = join(folder, 'data');
	const access = ['-A', 'scram-sha-256', `--pwfile=${passwordFile}`, '-U', user];
	const initdb = asUser(user, [join(programs, 'initdb'), '-D', data, ...access]);
	await run(initdb[0]!, initdb.slice(1), { cwd: folder });
	const settings = {
		listen_addresses: '',
		unix_socket_directories: folder,
		// It is thrown away afterwards; what is killed here is n8n, never the database.
		fsync: 'off',
		synchronous_commit: 'off',
		full_page_writes: 'off',
	};
	const service = await startService({
		command: [
			join(programs, 'postgres'),
			'-D',
			data,
			...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
		],
		listensOn: join(folder, '.s.PGSQL.5432'),
		user,
	});
	return { host: folder, user, password, stop: stopAndDelete(service, folder) };
}

/** What n8n needs to know of it. */
export const postgresEnvironment = ({ host, user, password }: Postgres) => ({
	DB_TYPE: 'postgresdb',
	DB_POSTGRESDB_HOST: host,
	DB_POSTGRESDB_DATABASE: 'postgres',
	DB_POSTGRESDB_USER: user,
	DB_POSTGRESDB_PASSWORD: password,
});

const stopAndDelete = (service: Service, folder: string) => async (): Promise<void> => {
	await service.stop();
	rmSync(folder, { recursive: true, force: true });
};

const idOf = async (flag: string, user: string): Promise<number> =>
	Number((await run('id', [flag, user])).stdout);
