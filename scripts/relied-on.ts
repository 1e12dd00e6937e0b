/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- runs on the developer's machine, never inside n8n */
import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { print, readFlags, runMain } from './command-line';
import { ensureHost, HOST_VERSIONS } from './host';

const USAGE = `npx tsx scripts/relied-on.ts [--n8n <version>]

Prints which files of n8n that the promise of this package rests on are no longer as they were when
what is relied on was last tried, and what that is. When it still holds (npm run test:e2e, npm run
test:queue, and a look at the change), write the new hash here.`;

interface ReliedOn {
	/** In n8n's node_modules. */
	file: string;
	/** The one function of a large file that counts. */
	part?: string;
	/** The first 16 digits of the SHA-256. */
	hash: string;
	sentence: string;
}

/** As tried in n8n 2.41.1. */
const RELIED_ON: readonly ReliedOn[] = [
	{
		file: 'n8n/dist/deduplication/deduplication-helper.js',
		hash: '73deaa7049b0ec06',
		sentence:
			'The store of processed data: of several processes that insert the same row one succeeds; each write replaces the whole row; to update a row that is gone changes nothing.',
	},
	{
		file: '@n8n/db/dist/entities/processed-data.js',
		hash: '18797c24ed50f1c6',
		sentence:
			'The primary key of a row is workflow and context. The lock of the keys is made of it.',
	},
	{
		file: 'n8n-core/dist/data-deduplication-service.js',
		hash: '583a0f19a77f13ce',
		sentence: 'What a node records, removes and clears reaches that store as it is.',
	},
	{
		file: 'n8n-core/dist/execution-engine/node-execution-context/utils/deduplication-helper-functions.js',
		hash: 'b82a55b2ca58503c',
		sentence: 'A node gets the same functions, in the scopes "node" and "workflow".',
	},
	{
		file: 'n8n-workflow/dist/cjs/node-helpers.js',
		part: 'getContext',
		hash: '055fe90ed4fee9c0',
		sentence: "A node's context lies in the data of the execution: saved with it, kept in a retry.",
	},
	{
		file: 'n8n-core/dist/execution-engine/node-execution-context/base-execute-context.js',
		hash: 'e9c67b10a44db04e',
		sentence: 'A node is told when the execution is cancelled, and what On Error is set to.',
	},
	{
		file: 'n8n-core/dist/execution-engine/workflow-execute.js',
		hash: '3bc32b348c647c2b',
		sentence:
			'Retry On Fail runs the whole node again with the same items, context and run index; an item with "error" goes to the error output.',
	},
	{
		file: 'n8n/dist/executions/execution.service.js',
		part: 'retry',
		hash: '87bdc15e3a3ebdf2',
		sentence:
			'A retry of a saved execution begins with its data, the context of its nodes included.',
	},
	{
		file: 'n8n/dist/webhooks/waiting-webhooks.js',
		hash: 'c0c8c4852b46dea1',
		sentence:
			'A link with a wrong signature is refused; a response without data leaves the execution waiting, one with data resumes it.',
	},
	{
		file: 'n8n/dist/wait-tracker.js',
		hash: '034a82fdceec79f5',
		sentence: 'An execution whose wait is over is resumed once, with what the node returned.',
	},
	{
		file: '@n8n/backend-network/dist/http/axios/request.js',
		hash: '44a70acbf88a047c',
		sentence:
			'With ignoreHttpStatusErrors an HTTP error is a response, or is thrown with its response and connection where it is an exception; no request is repeated.',
	},
	{
		file: 'n8n-core/dist/execution-engine/node-execution-context/utils/request-helpers/authentication.js',
		hash: 'e06aa155810af0e2',
		sentence: 'A request with a credential is only repeated when it has thrown a 401.',
	},
];

/** The text of a function or a method, up to the next one that begins as far to the left. */
function partOf(text: string, name: string): string {
	const lines = text.split('\n');
	const start = lines.findIndex((line) =>
		new RegExp(`^\\s*(async )?(function )?${name}\\(.*\\{$`).test(line),
	);
	const indent = /^\s*/.exec(lines[start] ?? '')![0];
	const end = lines.findIndex((line, index) => index > start && line === `${indent}}`);
	return start === -1 ? '' : lines.slice(start, end + 1).join('\n');
}

/** What changed in an n8n, in sentences; empty where everything is as it was. */
export function changesIn(folder: string): string[] {
	return RELIED_ON.flatMap(({ file, part, hash, sentence }) => {
		const path = join(folder, 'node_modules', file);
		const name = part ? `${file} (${part})` : file;
		if (!existsSync(path)) return [`${name} is gone. Relied on: ${sentence}`];
		const text = readFileSync(path, 'utf8');
		const found = createHash('sha256')
			.update(part ? partOf(text, part) : text)
			.digest('hex')
			.slice(0, 16);
		return found === hash ? [] : [`${name} changed (${found}). Relied on: ${sentence}`];
	});
}

async function main(): Promise<void> {
	const { n8n: version } = readFlags(USAGE, { n8n: HOST_VERSIONS[0] });
	const { folder } = await ensureHost({ version });
	const changes = changesIn(folder);
	const title = `n8n ${version}: ${changes.length || 'none'} of ${RELIED_ON.length} files that are relied on changed`;
	const lines = [title, '', ...changes.map((change) => `- ${change}`)];
	print(lines.join('\n'));
	const { GITHUB_STEP_SUMMARY, GITHUB_OUTPUT } = process.env;
	if (GITHUB_STEP_SUMMARY) appendFileSync(GITHUB_STEP_SUMMARY, `${lines.join('\n')}\n`);
	if (GITHUB_OUTPUT) appendFileSync(GITHUB_OUTPUT, `changes<<END\n${changes.join('\n')}\nEND\n`);
}

if (require.main === module) runMain(main);
