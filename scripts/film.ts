/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on the developer's machine, never inside n8n */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Browser } from 'playwright-core';
import { startSandbox } from '../sandbox';
import { launchChromium } from './browser/chromium';
import { signedInPage } from './browser/editor';
import { print, runMain } from './command-line';
import { readExamples, sandboxCredential } from './examples';
import { createRecorder } from './film/recorder';
import { SCENES, WORKFLOWS } from './film/scenes';
import {
	buildPackage,
	createInstance,
	ensureHost,
	packPackage,
	PROJECT,
	requirePort,
} from './host';

const USAGE = `npm run film [-- options]

Records the walk from the installation to the first SMS and through every operation, in a real
n8n with the sandbox: captions, no sound, under five minutes. Needs Chromium and ffmpeg.

  --out <file>     where the film goes; its ending says the format (default .reports/film.webm)
  --animation      also write the short picture of the README (docs/images/film.gif)
  --help`;

/** Fixed, for they are seen in the film. */
const SANDBOX_PORT = 3030;
const SIZE = { width: 1280, height: 720 };
/** Just under five minutes. */
const MAX_SECONDS = 290;

const webm = (speed: number): string[] => [
	...['-vf', `setpts=PTS/${speed.toFixed(3)},fps=12`],
	...['-c:v', 'libvpx-vp9', '-crf', '38', '-b:v', '0', '-row-mt', '1', '-cpu-used', '5'],
];
/** Small enough for a page that people open on a phone. */
const GIF = [
	'-vf',
	'fps=4,scale=800:-1:flags=lanczos,split[a][b];[a]palettegen=max_colors=96[p];[b][p]paletteuse=dither=none',
];

async function main(): Promise<void> {
	const { values } = parseArgs({
		options: {
			out: { type: 'string', default: join(PROJECT, '.reports', 'film.webm') },
			animation: { type: 'boolean', default: false },
			help: { type: 'boolean', default: false },
		},
	});
	if (values.help) return print(USAGE);
	await requirePort(SANDBOX_PORT, 'the sandbox');
	const [host] = await Promise.all([ensureHost({ onProgress: print }), buildPackage()]);
	const instance = await createInstance({ host, tarball: await packPackage() });
	const sandbox = await startSandbox({ port: SANDBOX_PORT, balance: 1000 });
	const recorder = createRecorder();
	const short = createRecorder();
	let browser: Browser | undefined;
	try {
		await instance.importCredentials([sandboxCredential(sandbox)]);
		await instance.importWorkflows([...readExamples(), ...WORKFLOWS]);
		await instance.start();
		const { cookie } = await instance.setupOwner();
		browser = await launchChromium();
		const page = await signedInPage(browser, { url: instance.url, cookie, viewport: SIZE });
		// The machine may be slow, and a film that is cut short is worth nothing.
		page.setDefaultTimeout(60_000);
		const unseen = (work: () => Promise<void>) => recorder.without(() => short.without(work));
		const stage = { browser, page, sandbox, recorder, unseen, n8n: instance.url };
		await recorder.follow(page);
		for (const [name, scene] of Object.entries(SCENES)) {
			const isShort = values.animation && name === 'firstSms';
			if (isShort) await short.follow(page);
			await scene(stage);
			if (isShort) await short.stop();
			print(`${name.padEnd(20)} ${recorder.length().toFixed(0)} s`);
		}
		await recorder.stop();
		// On a slow machine the waits are long: then it plays faster.
		await recorder.save(values.out, webm(Math.max(1, recorder.length() / MAX_SECONDS)));
		print(values.out);
		if (values.animation) await short.save(join(PROJECT, 'docs', 'images', 'film.gif'), GIF);
	} finally {
		recorder.remove();
		short.remove();
		await browser?.close();
		await instance.remove();
		await sandbox.close();
	}
}

runMain(main);
