// node side-by-side.mjs <script of package.json> …
// Runs them at the same time; shows what each printed once it has ended. Fails if one fails.
import { spawn } from 'node:child_process';

const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';

async function run(script) {
	const child = spawn(npm, ['run', '--silent', script], {
		shell: process.platform === 'win32',
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	const printed = [];
	for (const stream of [child.stdout, child.stderr])
		stream.on('data', (chunk) => printed.push(chunk));
	const code = await new Promise((resolve) => child.once('close', resolve));
	process.stdout.write(Buffer.concat(printed));
	if (code !== 0) {
		process.stdout.write(`npm run ${script} failed with exit code ${code}\n`);
		process.exitCode = 1;
	}
}

await Promise.all(process.argv.slice(2).map(run));
