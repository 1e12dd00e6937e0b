/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-dangerous-functions -- runs on the developer's machine, never inside n8n */
import { fork, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { Problem } from '../../host';
import type { Seen, Turn } from './turn';

/** A turn takes a thousandth of it. */
const PATIENCE = 20_000;

type Asked = {
	serial: number;
	turn: Turn;
	resolve: (seen: Seen) => void;
	reject: (error: Error) => void;
};
type Said = { ready?: true; serial: number; seen: Seen };

const failed = (failure: string): Seen => ({
	wire: [],
	requests: [],
	executions: [],
	pages: [],
	polls: [],
	failure,
});

/** A process that runs turns with one version, one after another. */
class Runner {
	private child?: ChildProcess;

	private readonly asked: Asked[] = [];

	private timer?: NodeJS.Timeout;

	private isReady = false;

	constructor(private readonly folder: string) {}

	async see(serial: number, turn: Turn): Promise<Seen> {
		return await new Promise((resolve, reject) => {
			const one = { serial, turn, resolve, reject };
			this.asked.push(one);
			if (this.child) this.send(one);
			else this.start();
		});
	}

	stop(): void {
		clearTimeout(this.timer);
		this.child?.removeAllListeners('exit');
		if (this.child?.connected) this.child.disconnect();
	}

	private send({ serial, turn }: Asked): void {
		this.child?.send({ serial, turn });
		if (this.isReady && !this.timer) this.expect();
	}

	private start(): void {
		const child = fork(join(__dirname, 'child.ts'), [this.folder], {
			execArgv: ['--import', 'tsx'],
		});
		this.child = child;
		this.isReady = false;
		child.on('message', ({ ready, seen, serial }: Said) => {
			if (ready) this.isReady = true;
			else this.take(serial)?.resolve(seen);
			this.expect();
		});
		// Whatever it was at is to blame; the next process goes on behind it.
		child.on('exit', () => {
			this.child = undefined;
			const [first] = this.asked;
			if (!this.isReady) {
				const error = new Problem(`What was built in ${this.folder} cannot be loaded.`);
				for (const { reject } of this.asked.splice(0)) reject(error);
			} else if (first) this.take(first.serial)?.resolve(failed('crashes, or stands still'));
			if (this.asked.length > 0) this.start();
		});
		for (const one of this.asked) this.send(one);
	}

	private take(serial: number): Asked | undefined {
		const at = this.asked.findIndex((one) => one.serial === serial);
		return at < 0 ? undefined : this.asked.splice(at, 1)[0];
	}

	private expect(): void {
		clearTimeout(this.timer);
		this.timer = undefined;
		if (this.asked.length > 0) this.timer = setTimeout(() => this.child?.kill('SIGKILL'), PATIENCE);
	}
}

/** Two versions, each in a process of its own, so that neither finds what the other left in memory. */
export class Pair {
	private readonly runners: readonly [Runner, Runner];

	private serial: number;

	/** @param first serials of its turns begin here, so that no other pair uses them */
	constructor(folders: readonly [old: string, now: string], first: number) {
		this.runners = [new Runner(folders[0]), new Runner(folders[1])];
		this.serial = first;
	}

	async see(turn: Turn): Promise<[old: Seen, now: Seen]> {
		const serial = ++this.serial;
		const [old, now] = this.runners;
		return await Promise.all([old.see(serial, turn), now.see(serial, turn)]);
	}

	stop(): void {
		for (const runner of this.runners) runner.stop();
	}
}
