/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- runs on the developer's machine, never inside n8n */
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
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

/** A Redis that keeps everything in memory. */
export async function startRedis(): Promise<Service> {
	const version = await tryRun('redis-server', ['--version']).catch(() => undefined);
	if (version?.code !== 0) throw new Problem(`Redis is not installed: ${INSTALL}`);
	const port = await freePort();
	const settings = ['--port', `${port}`, '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
	return await startService({ command: ['redis-server', ...settings], port });
}

export interface Postgres extends Service {
	user: string;
	database: string;
}

/** A new, empty PostgreSQL in a temporary folder, which `stop` deletes. It refuses to run as root. */
export async function startPostgres(): Promise<Postgres> {
	const programs = postgresFolder();
	const isRoot = process.getuid?.() === 0;
	const user = isRoot ? 'postgres' : userInfo().username;
	const folder = mkdtempSync(join(tmpdir(), 'sms-gateway-postgres-'));
	if (isRoot) {
		const [uid, gid] = await Promise.all(['-u', '-g'].map((flag) => idOf(flag, user)));
		chownSync(folder, uid!, gid!);
	}
	const data = join(folder, 'data');
	const port = await freePort();
	const initdb = asUser(user, [join(programs, 'initdb'), '-D', data, '-A', 'trust', '-U', user]);
	await run(initdb[0]!, initdb.slice(1), { cwd: folder });
	const settings = ['-p', `${port}`, '-h', '127.0.0.1', '-k', folder];
	// It is thrown away afterwards; what is killed here is n8n, never the database.
	const fast = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'];
	const service = await startService({
		command: [
			join(programs, 'postgres'),
			'-D',
			data,
			...settings,
			...fast.flatMap((setting) => ['-c', setting]),
		],
		port,
		user,
	});
	return {
		...service,
		user,
		database: 'postgres',
		stop: async () => {
			await service.stop();
			rmSync(folder, { recursive: true, force: true });
		},
	};
}

const idOf = async (flag: string, user: string): Promise<number> =>
	Number((await run('id', [flag, user])).stdout);
