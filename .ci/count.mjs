// node count.mjs <folder> <stage>=<exit code> …
// Sums up the Jest reports in the folder; each stage must have left <stage>.json there. A stage that
// failed although no test of it did (it crashed, or never came to its tests) counts as one failure,
// and so does one that is green by accident: fewer tests passed than sizes.json says, or one was
// switched off (.only, .skip, .todo), should fail (.failing) or passed only when repeated. Lower a number there only with the reason in the commit.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const [folder, ...stages] = process.argv.slice(2);
const codes = new Map(stages.map((stage) => stage.split('=')));
const sizes = read(new URL('sizes.json', import.meta.url)) ?? {};
const reports = readdirSync(folder)
	.filter((file) => file.endsWith('.json'))
	.map((file) => file.replace(/\.json$/, ''));

let passed = 0;
let failed = 0;
for (const name of new Set([...reports, ...codes.keys()])) {
	const report = read(join(folder, `${name}.json`));
	const failures = (report?.numFailedTests ?? 0) + (report?.numRuntimeErrorTestSuites ?? 0);
	const isBroken = report === undefined || (codes.get(name) ?? '0') !== '0';
	const accidents = report === undefined ? [] : accidentsOf(name, report);
	for (const accident of accidents) console.log(`${name}: ${accident}`);
	passed += report?.numPassedTests ?? 0;
	failed += (failures === 0 && isBroken ? 1 : failures) + accidents.length;
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;

function accidentsOf(name, report) {
	const accidents = [];
	const off = report.numPendingTests + report.numTodoTests;
	const size = report.numPassedTests + report.numFailedTests;
	const tests = report.testResults.flatMap(({ assertionResults }) => assertionResults);
	const passed = tests.filter(({ status }) => status === 'passed');
	const bent = passed.filter((test) => test.failing || test.invocations > 1).length;
	const recorded = sizes[name];
	if (off > 0) accidents.push(`${off} tests did not run (.only, .skip or .todo)`);
	if (bent > 0) accidents.push(`${bent} tests pass with .failing, or only when repeated`);
	if (recorded === undefined) accidents.push('has no size in .ci/sizes.json');
	else if (size < recorded) accidents.push(`${size} tests ran, .ci/sizes.json says ${recorded}`);
	else if (size > recorded) console.log(`${name}: ${size} tests, record them in .ci/sizes.json`);
	return accidents;
}

function read(file) {
	try {
		return JSON.parse(readFileSync(file, 'utf8'));
	} catch {
		return undefined;
	}
}
