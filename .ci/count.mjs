// node count.mjs <folder> <stage>=<exit code> …
// Sums up the Jest reports in the folder; each stage must have left <stage>.json there. A stage that
// failed although no test of it did (it crashed, or never came to its tests) counts as one failure.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const [folder, ...stages] = process.argv.slice(2);
const codes = new Map(stages.map((stage) => stage.split('=')));
const reports = readdirSync(folder)
	.filter((file) => file.endsWith('.json'))
	.map((file) => file.replace(/\.json$/, ''));

let passed = 0;
let failed = 0;
for (const name of new Set([...reports, ...codes.keys()])) {
	const report = read(join(folder, `${name}.json`));
	const failures = (report?.numFailedTests ?? 0) + (report?.numRuntimeErrorTestSuites ?? 0);
	const broken = report === undefined || (codes.get(name) ?? '0') !== '0';
	passed += report?.numPassedTests ?? 0;
	failed += failures === 0 && broken ? 1 : failures;
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;

function read(file) {
	try {
		return JSON.parse(readFileSync(file, 'utf8'));
	} catch {
		return undefined;
	}
}
