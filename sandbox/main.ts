/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- runs on the developer's machine, never inside n8n */
import { parseArgs } from 'node:util';
import { startSandbox } from './server';

const USAGE =
	'Usage: tsx sandbox/main.ts [--port 3030] [--balance 1000] [--latency 0 (milliseconds)]';

const print = (line: string) => void process.stdout.write(`${line}\n`);
const complain = (line: string) => void process.stderr.write(`${line}\n`);

function readNumber(name: string, value: string): number {
	const parsed = Number(value);
	if (value.trim() === '' || !Number.isInteger(parsed) || parsed < 0) {
		throw new Error(`--${name} must be a whole number from 0 up, not "${value}".`);
	}
	return parsed;
}

async function main(): Promise<void> {
	const { values } = parseArgs({
		options: {
			port: { type: 'string', default: '3030' },
			balance: { type: 'string', default: '1000' },
			latency: { type: 'string', default: '0' },
			help: { type: 'boolean', default: false },
		},
	});
	if (values.help) return print(USAGE);

	const sandbox = await startSandbox({
		port: readNumber('port', values.port),
		balance: readNumber('balance', values.balance),
		latencyMs: readNumber('latency', values.latency),
		log: true,
	});
	const stop = () => void sandbox.close().then(() => process.exit(0));
	process.once('SIGINT', stop).once('SIGTERM', stop);

	print(`Inbox:        ${sandbox.url}`);
	print(`Base URL:     ${sandbox.baseUrl}`);
	print(`Access token: curl ${sandbox.url}/sandbox/token  (or the page's Connect panel)`);
	print('Ctrl+C ends it.');
}

main().catch((error: NodeJS.ErrnoException) => {
	const port = /:(\d+)/.exec(error.message)?.[1];
	const inUse = `Port ${port} is in use: something else listens there. Choose another with --port.`;
	complain(error.code === 'EADDRINUSE' ? inUse : `${error.message}\n${USAGE}`);
	process.exitCode = 1;
});
