/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- runs on the developer's machine, never inside n8n */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSandbox } from '../sandbox';
import { print, readFlags, runMain, table } from './command-line';
import { readExample, sandboxCredential } from './examples';
import { itemsOf, type Run, rebuild } from './host';

const USAGE = `npm run demo [-- options]

Runs an example workflow in n8n's engine, without n8n's editor, against the local sandbox.
Shows what went over the wire and what came out. Takes seconds and downloads nothing.

  --example <file>   a workflow of examples/ (default bulk-send.json)
  --balance <n>      SMS on the sandbox's account (default 1000)
  --help`;

async function main(): Promise<void> {
	const flags = readFlags(USAGE, { example: 'bulk-send.json', balance: 1000 });
	const example = readExample(flags.example);
	print('Building the package …');
	await rebuild();
	const sandbox = await startSandbox({ balance: flags.balance });
	// n8n's engine writes settings into its user's folder as soon as it is loaded.
	const home = mkdtempSync(join(tmpdir(), 'sms-gateway-demo-'));
	process.env.N8N_USER_FOLDER = home;
	process.env.N8N_LOG_LEVEL = 'silent';
	try {
		print(`Executing "${example.name}" …`);
		const { runInEngine } = await import('./demo-engine');
		const { runData, error } = await runInEngine(example, sandboxCredential(sandbox));
		const run = { data: { resultData: { runData } } } as unknown as Run;

		print('\nOver the wire:\n');
		for (const { method, path, body, status } of sandbox.requests()) {
			print(`  ${method} ${path}\n  Authorization: Bearer (hidden)`);
			if (body !== undefined) print(indent(JSON.stringify(body, null, 2)));
			print(`  -> HTTP ${status}\n`);
		}

		const nodes = example.nodes.filter(({ type }) => type.startsWith('n8n-nodes-sms-gateway.'));
		for (const { name } of nodes) {
			const items = itemsOf(run, name).map(({ json }) => json);
			print(`Output of "${name}":\n`);
			print(indent(describe(items).join('\n')));
			print();
		}
		if (error) print(`Error: ${[error.message, error.description].filter(Boolean).join('. ')}\n`);
		print(`${sandbox.messageCount()} SMS in the inbox of the sandbox. To see it in n8n: npm start`);
		if (error) process.exitCode = 1;
	} finally {
		await sandbox.close();
		rmSync(home, { recursive: true, force: true });
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
