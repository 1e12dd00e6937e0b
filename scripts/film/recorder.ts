/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on the developer's machine, never inside n8n */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CDPSession, Page } from 'playwright-core';
import { Problem, tryRun } from '../host';

/** Pictures of a page, each with the seconds at which it was taken. */
interface Frame {
	file: string;
	at: number;
}

export interface Recorder {
	/** Records this page from now on, and no other. */
	follow(page: Page): Promise<void>;
	/** Records nothing of the work, such as a page that loads. */
	without(work: () => Promise<void>): Promise<void>;
	/** Ends the recording; nothing is painted into it any more. */
	stop(): Promise<void>;
	/** Seconds recorded so far. */
	length(): number;
	/** Writes what was recorded; the ending of the file says in which format. */
	save(file: string, options?: string[]): Promise<void>;
	remove(): void;
}

/** Milliseconds. A scene that stands still for longer is not worth watching. */
const LONGEST_STILL = 4000;

/** Records what Chromium paints. It needs ffmpeg to make a film of it. */
export function createRecorder(): Recorder {
	const folder = mkdtempSync(join(tmpdir(), 'sms-gateway-film-'));
	const frames: Frame[] = [];
	let session: CDPSession | undefined;
	let elapsed = 0;
	let last: number | undefined;
	let isPaused = false;

	/** Chromium paints nothing while a page stands still, which is when it is read. */
	const passTime = (): void => {
		const now = Date.now();
		elapsed += last === undefined ? 0 : Math.min(now - last, LONGEST_STILL) / 1000;
		last = now;
	};

	const stop = async (): Promise<void> => {
		await session?.send('Page.stopScreencast').catch(() => undefined);
		session = undefined;
	};

	return {
		async follow(page) {
			await stop();
			session = await page.context().newCDPSession(page);
			const current = session;
			current.on('Page.screencastFrame', ({ data, sessionId }) => {
				void current.send('Page.screencastFrameAck', { sessionId }).catch(() => undefined);
				if (session !== current || isPaused) return;
				passTime();
				const file = join(folder, `${String(frames.length).padStart(6, '0')}.jpg`);
				writeFileSync(file, data, 'base64');
				frames.push({ file, at: elapsed });
			});
			await current.send('Page.startScreencast', {
				format: 'jpeg',
				quality: 85,
				maxWidth: 1280,
				maxHeight: 720,
			});
		},
		async without(work) {
			passTime();
			isPaused = true;
			await work();
			isPaused = false;
			last = undefined;
		},
		stop,
		length: () => elapsed,
		async save(file, options = []) {
			const list = join(folder, 'frames.txt');
			const lines = frames.flatMap((frame, index) => [
				`file '${frame.file}'`,
				`duration ${((frames[index + 1]?.at ?? frame.at + 2) - frame.at).toFixed(3)}`,
			]);
			writeFileSync(list, [...lines, `file '${frames.at(-1)!.file}'`, ''].join('\n'));
			const input = ['-y', '-loglevel', 'error', '-f', 'concat', '-safe', '0', '-i', list];
			const made = await tryRun('ffmpeg', [...input, ...options, file], { timeout: 600_000 }).catch(
				() => undefined,
			);
			if (made === undefined) throw new Problem('ffmpeg is not installed: apt-get install ffmpeg');
			if (made.code !== 0) throw new Error(`ffmpeg failed:\n${made.stderr}`);
		},
		remove: () => {
			// Pictures may still arrive.
			session = undefined;
			rmSync(folder, { recursive: true, force: true });
		},
	};
}
