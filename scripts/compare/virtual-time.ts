/* eslint-disable @n8n/community-nodes/no-restricted-globals -- runs on the developer's machine, never inside n8n */

/** More timers than any turn waits for. */
const MAX_TIMERS = 200_000;

type Timer = { at: number; order: number; fire: () => void };

const real = { Date, setImmediate };

/**
 * Time and chance of this process, in place of the real ones: nothing happens between two timers, so the
 * clock goes straight from one to the next, and the same turn takes the same course each time.
 */
export class VirtualTime {
	private now = 0;

	private readonly began = 1_000;

	private elapsed = 0;

	private order = 0;

	private immediates = 0;

	private draws = 0;

	private timers: Timer[] = [];

	/** Replaces the globals for good. */
	install(): void {
		const isSelf = (target: unknown) => target === FakeDate;
		const FakeDate: DateConstructor = new Proxy(real.Date, {
			construct: (target, given, newTarget) =>
				Reflect.construct(
					target,
					given.length > 0 ? given : [this.now],
					isSelf(newTarget) ? target : newTarget,
				) as Date,
			apply: () => new real.Date(this.now).toString(),
			get: (target, name) =>
				name === 'now' ? () => this.now : (Reflect.get(target, name) as unknown),
		});
		Object.assign(globalThis, {
			Date: FakeDate,
			setTimeout: (run: (...given: unknown[]) => void, after = 0, ...given: unknown[]) =>
				this.timer(() => run(...given), after),
			setInterval: () => this.timer(() => {}, Infinity),
			clearTimeout: (timer?: { clear?: () => void }) => timer?.clear?.(),
			clearInterval: (timer?: { clear?: () => void }) => timer?.clear?.(),
			setImmediate: (run: (...given: unknown[]) => void, ...given: unknown[]) => {
				this.immediates++;
				return real.setImmediate(() => {
					this.immediates--;
					run(...given);
				});
			},
		});
		performance.now = () => this.began + this.elapsed;
		// By the time, so that one draw more does not change those of later.
		Math.random = () => {
			let hash = Math.imul(this.elapsed, 0x9e3779b1) + Math.imul(++this.draws, 0x27d4eb2f);
			hash = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b);
			hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
			return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
		};
		AbortSignal.timeout = (after) => {
			const controller = new AbortController();
			const reason = new DOMException('The operation was aborted due to timeout', 'TimeoutError');
			this.timer(() => controller.abort(reason), after);
			return controller.signal;
		};
	}

	/** @param now ISO 8601 */
	begin(now: string): void {
		this.now = real.Date.parse(now);
		this.elapsed = 0;
		this.order = 0;
		this.draws = 0;
		this.timers = [];
	}

	async wait(milliseconds: number): Promise<void> {
		await new Promise<void>((resolve) => this.timer(resolve, milliseconds));
	}

	/**
	 * Lets time pass until the work is done, and then until nothing is left to happen.
	 *
	 * @returns false where the work waits for something that never comes
	 */
	async run(work: Promise<void>): Promise<boolean> {
		let isDone = false;
		void work.then(() => (isDone = true));
		for (let fired = 0; fired < MAX_TIMERS; fired++) {
			await this.settle();
			const next = this.next();
			if (next === undefined) return isDone;
			this.pass(next.at - this.elapsed);
			next.fire();
		}
		return false;
	}

	/** Everything that is ready to go on goes on. */
	private async settle(): Promise<void> {
		do await new Promise<void>((resolve) => real.setImmediate(resolve));
		while (this.immediates > 0);
	}

	private pass(milliseconds: number): void {
		if (milliseconds <= 0) return;
		this.elapsed += milliseconds;
		this.now += milliseconds;
		this.draws = 0;
	}

	private next(): Timer | undefined {
		const earliest = this.timers.reduce<Timer | undefined>(
			(one, other) =>
				one && (one.at < other.at || (one.at === other.at && one.order < other.order))
					? one
					: other,
			undefined,
		);
		if (earliest) this.remove(earliest);
		return earliest;
	}

	private remove(timer: Timer): void {
		const at = this.timers.indexOf(timer);
		if (at >= 0) this.timers.splice(at, 1);
	}

	/** An interval keeps nothing going. */
	private timer(fire: () => void, after: number) {
		const delay = Math.max(1, Math.trunc(Number(after)) || 1);
		const timer = { at: this.elapsed + delay, order: ++this.order, fire };
		if (after !== Infinity) this.timers.push(timer);
		const handle = {
			clear: () => this.remove(timer),
			ref: () => handle,
			unref: () => handle,
			hasRef: () => true,
			refresh: () => handle,
			[Symbol.toPrimitive]: () => timer.order,
		};
		return handle;
	}
}
