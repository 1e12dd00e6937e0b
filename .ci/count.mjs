// node count.mjs <folder> <stage>=<exit code> …
// Sums up the Jest reports in the folder; each stage must have left <stage>.json there. A stage that
// failed although no test of it did (it crashed, or never came to its tests) counts as one failure,
// and so does one that is green by accident: a test was switched off (.only, .skip, .todo), should fail
// (.failing), passed only when repeated, or a file has none.
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
	const isBroken = report === undefined || (codes.get(name) ?? '0') !== '0';
	const accidents = report === undefined ? [] : accidentsOf(report);
	for (const accident of accidents) console.log(`${name}: ${accident}`);
	passed += report?.numPassedTests ?? 0;
	failed += (failures === 0 && isBroken ? 1 : failures) + accidents.length;
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;

function accidentsOf(report) {
	const accidents = [];
	const off = report.numPendingTests + report.numTodoTests;
	const tests = report.testResults.flatMap(({ assertionResults }) => assertionResults);
	const passed = tests.filter(({ status }) => status === 'passed');
	const bent = passed.filter((test) => test.failing || test.invocations > 1).length;
	// One that crashed counts as a failure already.
	const empty = report.testResults.filter(
		({ assertionResults, status }) => assertionResults.length === 0 && status !== 'failed',
	);
	if (off > 0) accidents.push(`${off} tests did not run (.only, .skip or .todo)`);
	if (bent > 0) accidents.push(`${bent} tests pass with .failing, or only when repeated`);
	for (const { name } of empty) accidents.push(`${name} has no test`);
	return accidents;
}

function read(file) {
	try {
		return JSON.parse(readFileSync(file, 'utf8'));
	} catch {
		return undefined;
	}
}
