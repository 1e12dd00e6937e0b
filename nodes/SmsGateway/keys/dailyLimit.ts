import type { Clock } from '../clock';
import type { Entry } from '../domain/entry';
import { notSaved, type Outcome } from '../domain/outcome';
import { overDailyLimit } from '../domain/plan/limits';
import { estimateSms } from '../domain/text/segments';
import type { Claim, Deduplication, KeyEnd } from './deduplication';
import type { InLease } from './leases';

export type DailyLimit = Readonly<{
	most: number;
	/** The calendar day of an instant, in the workflow's time zone. */
	dayAt(instant: number): string;
}>;

/** Changes how many SMS of a day a node has taken; whether the count was lost, as reading it was cut off. */
export type DailyCount = (day: string, change: (count: number) => number) => Promise<boolean>;

/** Bits of a count: 16 million. */
const COUNT_BITS = 24;

/** All of them: reading it was cut off. The day counts as used up then. */
const CUT_OFF = 2 ** COUNT_BITS - 1;

/**
 * Keeps the count as the bits of a number, as the store only tells whether a mark is there. To read it
 * is to record all its bits, so a crash counts too much, never too little. At each change it moves to
 * the other of two copies: then its marks are new, and those of keys cannot push them out.
 */
export function createDailyCount(inLease: InLease): DailyCount {
	let last: Promise<unknown> = Promise.resolve();
	return async (day, change) => {
		const [a, b] = ['a', 'b'].map((copy) =>
			Array.from({ length: COUNT_BITS }, (_, bit) => `sms ${day} ${copy} ${bit}`),
		) as [string[], string[]];
		let changed: number | undefined;
		const write = async () =>
			await inLease({
				record: [...a, ...b],
				remove(known) {
					const countIn = (bits: string[]) =>
						bits.reduce((sum, mark, bit) => sum + (known.has(mark) ? 2 ** bit : 0), 0);
					const count = Math.max(countIn(a), countIn(b));
					// A second attempt finds what the first has left, or what others have made of it.
					if (changed === undefined) changed = count === CUT_OFF ? count : change(count);
					else if (count !== CUT_OFF) changed = count;
					const [old, fresh] = countIn(a) > 0 ? [a, b] : [b, a];
					return [...old, ...fresh.filter((_, bit) => (changed! >> bit) % 2 === 0)];
				},
			});
		// One after another: what a failed one leaves would look cut off to the next.
		const written = last.then(write).catch(write);
		last = written.catch(() => {});
		await written;
		return changed === CUT_OFF;
	};
}

/**
 * Claims that take their SMS from the daily limit too, with or without a key. A request that fails
 * keeps its SMS for the same entries; once the requests in progress have ended, anybody may take them. What may have
 * been sent stays counted.
 */
export class DailyClaims implements Deduplication {
	/** Entries that are claimed, and that were and may be again, each with the day from which it took its SMS. */
	private readonly counted = new Map<Entry, string>();
	private readonly kept = new Map<Entry, string>();
	/** SMS that the run has taken and no entry has; how many the day had left after that. */
	private spare = { day: '', sms: 0 };
	private left = 0;
	private isLost = false;

	constructor(
		private readonly keys: Deduplication,
		private readonly count: DailyCount,
		private readonly limit: DailyLimit,
		private readonly clock: Pick<Clock, 'now'>,
	) {}

	/** Takes as many as are left of these; what n8n's store failed with. */
	private async fill(sms: number): Promise<Outcome | undefined> {
		const day = this.limit.dayAt(this.clock.now());
		if (day !== this.spare.day) this.spare = { day, sms: 0 };
		const { spare } = this;
		if (sms <= spare.sms) return undefined;
		const take = (used: number): number => {
			const free = Math.max(0, this.limit.most - used);
			const more = Math.max(0, Math.min(sms - spare.sms, free));
			spare.sms += more;
			this.left = free - more;
			return used + more;
		};
		return await this.count(day, take).then((isLost) => void (this.isLost = isLost), notSaved);
	}

	/** Whether SMS of today wait for it from an earlier attempt. */
	private takeOwn(entry: Entry): boolean {
		const day = this.kept.get(entry);
		this.kept.delete(entry);
		if (day !== this.limit.dayAt(this.clock.now())) return false;
		this.counted.set(entry, day);
		return true;
	}

	private takeSpare(entry: Entry): boolean {
		if (smsOf(entry) > this.spare.sms) return false;
		this.spare.sms -= smsOf(entry);
		this.counted.set(entry, this.spare.day);
		return true;
	}

	private giveBack(): void {
		const { spare } = this;
		for (const [entry, day] of this.kept) if (day === spare.day) spare.sms += smsOf(entry);
		this.kept.clear();
	}

	private tooMany(sms: number): Outcome {
		return overDailyLimit(sms, this.limit.most, this.left + this.spare.sms, this.isLost);
	}

	async reserve(sms: number): Promise<Outcome | undefined> {
		const failure = await this.fill(sms);
		return failure ?? (sms > this.spare.sms ? this.tooMany(sms) : undefined);
	}

	async claim(entries: readonly Entry[]): Promise<ReadonlyMap<Entry, Claim>> {
		const claims = new Map(await this.keys.claim(entries));
		const isOurs = (entry: Entry) => (claims.get(entry)?.kind ?? 'claimed') === 'claimed';
		const wanted = entries.filter((entry) => isOurs(entry) && !this.takeOwn(entry));
		if (wanted.length === 0) return claims;
		const failure = await this.fill(wanted.reduce((sum, entry) => sum + smsOf(entry), 0));
		const refused: Entry[] = [];
		const freed: Entry[] = [];
		for (const entry of wanted) {
			// It asks again once the requests before it have ended, and given back what they did not need: one behind
			// it, to the same recipient, may wait for it.
			const mayAskAgain = !failure && this.counted.size + this.kept.size > 0;
			if (!failure && this.takeSpare(entry)) continue;
			refused.push(entry);
			const claim = claims.get(entry);
			const doubt = claim?.kind === 'claimed' ? claim.doubt : undefined;
			if (!doubt) freed.push(entry);
			const why = failure ?? this.tooMany(smsOf(entry));
			// What may have been sent before stays in doubt.
			const outcome = doubt ? { ...doubt, causes: [...doubt.causes, ...why.causes] } : why;
			claims.set(entry, mayAskAgain ? { kind: 'elsewhere' } : { kind: 'settled', outcome });
		}
		await this.keys.finish(freed, 'free');
		await this.keys.finish(refused, 'inDoubt');
		return claims;
	}

	async othersEnded(entries: readonly Entry[], signal?: AbortSignal): Promise<void> {
		this.giveBack();
		await this.keys.othersEnded(entries, signal);
	}

	async finish(entries: readonly Entry[], end: KeyEnd, wasSent = end !== 'free'): Promise<void> {
		for (const entry of entries) {
			const day = this.counted.get(entry);
			if (!wasSent && day !== undefined) this.kept.set(entry, day);
			this.counted.delete(entry);
		}
		await this.keys.finish(entries, end);
	}

	async end(): Promise<void> {
		this.giveBack();
		const { day, sms } = this.spare;
		// What was in progress when the run ended may have been sent, and stays counted.
		if (sms > 0) await this.count(day, (used) => Math.max(0, used - sms)).catch(() => {});
		await this.keys.end();
	}
}

const smsOf = ({ message }: Entry): number => estimateSms(message);
