/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- runs on the developer's machine, never inside n8n */
import {
	appendFileSync,
	cpSync,
	existsSync,
	mkdirSync,
	mkdtempSync,
	rmSync,
	statSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { explain } from '../../scripts/explain';
import { PROJECT, buildPackage, cacheFolder, packPackage, run } from '../../scripts/host';
import { readKept, writeKept } from '../../scripts/start/kept';

const root = mkdtempSync(join(tmpdir(), 'sms-gateway-cache-'));
afterAll(() => rmSync(root, { recursive: true }));

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);
const notOnWindows = process.platform === 'win32' ? it.skip : it;

notOnWindows('a new cache is for this user alone; a folder that exists stays as it is', () => {
	const made = join(root, 'made');
	mkdirSync(made, { mode: 0o755 });

	expect(modeOf(cacheFolder({ SMS_GATEWAY_CACHE: made }))).toBe('755');
	expect(modeOf(cacheFolder({ SMS_GATEWAY_CACHE: join(root, 'new') }))).toBe('700');
});

notOnWindows(
	'what is kept of an n8n is for this user alone, and the same at the next start',
	() => {
		const folder = join(root, 'start');
		const kept = readKept(folder);
		writeKept(folder, { ...kept, examples: ['one'] });

		expect(readKept(folder)).toStrictEqual({ ...kept, examples: ['one'] });
		expect([modeOf(folder), modeOf(join(folder, 'npm-start.json'))]).toStrictEqual(['700', '600']);
	},
);

describe('packing', () => {
	const project = join(root, 'project');
	const INPUTS = [
		'credentials',
		'icons',
		'nodes',
		'gulpfile.js',
		'tsconfig.json',
		'tsconfig.build.json',
		'package.json',
	];

	beforeAll(() => {
		for (const input of INPUTS) {
			cpSync(join(PROJECT, input), join(project, input), { recursive: true });
		}
	});

	it('is refused without a build', async () => {
		await expect(packPackage(project)).rejects.toThrow(
			'The package is not built. Run npm run build.',
		);
	});

	it('is refused when the build is older than its sources, and only then', async () => {
		const gulp = join(PROJECT, 'node_modules', 'gulp', 'bin', 'gulp.js');
		symlinkSync(join(PROJECT, 'node_modules'), join(project, 'node_modules'), 'junction');
		await run(process.execPath, [gulp, 'quick'], { cwd: project });
		expect(existsSync(await packPackage(project))).toBe(true);

		appendFileSync(join(project, 'nodes', 'SmsGateway', 'SmsGateway.node.ts'), '// changed\n');
		await expect(packPackage(project)).rejects.toThrow('The build is older than its sources.');
	});

	it('names the file and the line of a type error', async () => {
		const file = join(project, 'nodes', 'SmsGateway', 'clock.ts');
		writeFileSync(file, "export const broken: number = 'text';\n");
		const failed: unknown = await buildPackage(() => {}, project).catch((error: unknown) => error);
		expect(explain(failed)).toMatch(
			/gulp\.js build" failed with exit code 1\. Put right what it names and start again\. It printed:\n[^]*nodes\/SmsGateway\/\S+: error TS/,
		);
	});
});
