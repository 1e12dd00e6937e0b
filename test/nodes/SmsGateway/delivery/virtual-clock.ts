/* eslint-disable @n8n/community-nodes/no-restricted-globals -- runs on the developer's machine, never inside n8n */
import type { Clock } from '../../../../nodes/SmsGateway/clock';

type Timer = { at: number; fire(): void };

/** What a run ends with that waits for something that never comes, as after a crash. */
export const STUCK = Symbol('stuck');

export type VirtualClock = Clock & {
	/** Lets time pass as fast as it can until the work is done, or nothing is left to wait for. */
	run<T>(work: Promise<T>): Promise<T | typeof STUCK>;
	/** The process stands still for that many milliseconds: what would have happened meanwhile comes late. */
	stall(milliseconds: number): void;
};

/** More than any run asks its clock before time passes: it goes round in circles, and no timer would end it. */
const MAX_LOOKS = 200_000;
/** More than any run waits. */
const MAX_WAITS = 100_000;

const GOES_ON_FOR_EVER = 'It goes round in circles';

export const START = Date.parse('2026-01-05T12:00:00Z');

export const settle = async () => await new Promise<void>((resolve) => setImmediate(resolve));

/** @param chance what `random` answers, over and over */
export function virtualClock(chance: readonly number[] = [0.5]): VirtualClock {
	let now = START;
	let drawn = 0;
	let looks = 0;
	const timers: Timer[] = [];

	const takeNext = (): Timer | undefined => {
		const next = timers.reduce<Timer | undefined>(
			(earliest, timer) => (earliest && earliest.at <= timer.at ? earliest : timer),
			undefined,
		);
		if (next) timers.splice(timers.indexOf(next), 1);
		return next;
	};

	function look(): number {
		if (++looks > MAX_LOOKS) throw new Error(GOES_ON_FOR_EVER);
		return now;
	}

	return {
		now: look,
		uptime: look,
		random() {
			look();
			return chance[drawn++ % chance.length]!;
		},
		async wait(milliseconds, signal) {
			look();
			if (signal?.aborted || milliseconds <= 0) return;
			await new Promise<void>((resolve) => {
				const stop = () => {
					timers.splice(timers.indexOf(timer), 1);
					resolve();
				};
				const fire = () => {
					signal?.removeEventListener('abort', stop);
					resolve();
				};
				const timer = { at: now + milliseconds, fire };
				timers.push(timer);
				signal?.addEventListener('abort', stop);
			});
		},
		stall: (milliseconds) => void (now += milliseconds),
		async run(work) {
			let done = false;
			const finish = () => {
				done = true;
			};
			work.then(finish, finish);
			for (let waits = 0; waits < MAX_WAITS; waits++) {
				await settle();
				looks = 0;
				if (done) return await work;
				const timer = takeNext();
				if (timer === undefined) return STUCK;
				now = Math.max(now, timer.at);
				timer.fire();
			}
			throw new Error(GOES_ON_FOR_EVER);
		},
	};
}
