// node against-n8n.cjs <folder of n8n's package.json>  < sequences.json  > results.json
// Runs sequences of calls through n8n's own deduplication, over a table in memory.
const { createRequire } = require('node:module');
const { join } = require('node:path');
const { readFileSync } = require('node:fs');

const inHost = createRequire(join(process.argv[2], 'package.json'));
inHost('reflect-metadata');
const { ProcessedDataRepository } = inHost('@n8n/db');
const { Container } = inHost('@n8n/di');
const { DeduplicationHelper } = inHost('./dist/deduplication/deduplication-helper.js');

let rows = new Map();
const keyOf = ({ workflowId, context }) => `${workflowId}/${context}`;
Container.set(ProcessedDataRepository, {
	findOne: async ({ where }) => structuredClone(rows.get(keyOf(where)) ?? null),
	async insert(row) {
		if (rows.has(keyOf(row))) throw new Error('UNIQUE constraint failed');
		rows.set(keyOf(row), structuredClone(row));
	},
	async update(where, row) {
		if (rows.has(keyOf(where))) rows.set(keyOf(where), structuredClone(row));
	},
	delete: async (where) => void rows.delete(keyOf(where)),
});

async function run(calls) {
	rows = new Map();
	const helper = new DeduplicationHelper();
	const results = [];
	for (const [method, ...given] of calls) {
		try {
			results.push((await helper[method](...given)) ?? null);
		} catch {
			results.push('throws');
		}
	}
	return results;
}

(async () => {
	const results = [];
	for (const calls of JSON.parse(readFileSync(0, 'utf8'))) results.push(await run(calls));
	// Into a pipe it is written bit by bit.
	process.stdout.write(JSON.stringify(results), () => process.exit());
})();
