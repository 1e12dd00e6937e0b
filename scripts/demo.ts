/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- runs on the developer's machine, never inside n8n */
import { parseArgs } from 'node:util';
import { startSandbox } from '../sandbox';
import { print, readNumber, runMain, table } from './command-line';
import { readExample, sandboxCredential } from './examples';
import { buildPackage, createInstance, ensureHost, itemsOf, packPackage } from './host';

const USAGE = `npm run demo [-- options]

Runs an example workflow in a real n8n, without a browser, against the local sandbox,
and shows what went over the wire and what came out.

  --example <file>   a workflow of examples/ (default bulk-send.json)
  --balance <n>      SMS on the sandbox's account (default 1000)
  --help`;

async function main(): Promise<void> {
	const { values } = parseArgs({
		options: {
			example: { type: 'string', default: 'bulk-send.json' },
			balance: { type: 'string', default: '1000' },
			help: { type: 'boolean', default: false },
		},
	});
	if (values.help) return print(USAGE);

	print('Building the package …');
	const [host] = await Promise.all([ensureHost({ onProgress: print }), buildPackage()]);
	const sandbox = await startSandbox({ balance: readNumber('--balance', values.balance) });
	print(`Installing it into a new n8n ${host.version}, as a user would …`);
	const instance = await createInstance({ host, tarball: await packPackage() });
	try {
		const example = readExample(values.example);
		await instance.importCredentials([sandboxCredential(sandbox)]);
		await instance.importWorkflows([example]);
		print(`Executing "${example.name}" …`);
		const run = await instance.execute(example.id);

		print('\nOver the wire:\n');
		for (const { method, path, body, status } of sandbox.requests()) {
			print(`  ${method} ${path}\n  Authorization: Bearer (hidden)`);
			if (body !== undefined) print(indent(JSON.stringify(body, null, 2)));
			print(`  -> HTTP ${status}\n`);
		}

		const nodes = example.nodes.filter(({ type }) => type.startsWith('n8n-nodes-sms-gateway.'));
		for (const { name } of nodes) {
			const items = itemsOf(run, name).map(({ json }) => json);
			print(`Out of "${name}":\n`);
			print(indent(describe(items).join('\n')));
			print();
		}
		const { error } = run.data.resultData;
		if (error)
			print(`n8n says: ${[error.message, error.description].filter(Boolean).join('. ')}\n`);
		print(`${sandbox.messageCount()} SMS in the inbox of the sandbox. To click around: npm start`);
		if (error) process.exitCode = 1;
	} finally {
		await instance.remove();
		await sandbox.close();
	}
}

const indent = (text: string) => text.replace(/^/gm, '  ');

function describe(items: Array<Record<string, unknown>>): string[] {
	if (!items.every((item) => 'recipient' in item)) return [JSON.stringify(items, null, 2)];
	const columns = ['recipient', 'status', 'reason', 'smsCount'];
	const rows = items.map((item) => columns.map((column) => String(item[column] ?? '')));
	return table(columns, rows);
}

runMain(main);
