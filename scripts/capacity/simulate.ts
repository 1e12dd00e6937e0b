/** A fleet that sends one SMS, or one batch, per execution. All times are in milliseconds. */
export interface Fleet {
	workers: number;
	/** Executions that one worker runs at once. */
	executionsPerWorker: number;
	/** Processor cores that all workers of a machine share, and the workers of one machine; Infinity for all. */
	coresPerMachine: number;
	workersPerMachine: number;
	/** Recipients per execution, and per request. */
	recipients: number;
	batchSize: number;
	/** Requests in flight per execution. */
	concurrency: number;
	/** Processor time of a worker for an execution without requests, and for one request. */
	executionCost: number;
	requestCost: number;
	/** Processor time of the main process, Redis and the database for an execution. */
	sharedCost: number;
	/** Cores of the machine that these have for themselves; 0 where they run beside the workers. */
	sharedCores: number;
	/** Until the SMS service responds. */
	latency: number;
	/** Requests per second that the service takes from all together; Infinity for no limit. */
	serviceLimit: number;
	/** Workflows that the SMS are spread over: each has a lock of its own for its keys. */
	workflows: number;
	/** How long a claim or confirmation holds the lock; 0 without deduplication keys. */
	lockHold: number;
	/** SMS per second that are asked for. */
	demand: number;
}

export interface Load {
	/** SMS per second that are sent. */
	smsPerSecond: number;
	/** From the event to the last response, median and 95th percentile. */
	median: number;
	p95: number;
	/** 0 to 1 of each resource. What comes first to 1 is what breaks first. */
	use: { processor: number; shared: number; executions: number; service: number; lock: number };
}

/** Something that serves one after the other, in the order in which they ask. */
class Resource {
	private readonly free: number[];
	private busy = 0;

	/** @param until the end of what `use` tells */
	constructor(
		private readonly places: number,
		private readonly until: number,
	) {
		this.free = new Array<number>(places).fill(0);
	}

	/** The time at which this many milliseconds of it are over, asked for at `now`. */
	serve(now: number, duration: number): number {
		const next = this.free.indexOf(Math.min(...this.free));
		const end = Math.max(now, this.free[next]!) + duration;
		this.free[next] = end;
		this.busy += Math.max(0, Math.min(end, this.until) - (end - duration));
		return end;
	}

	/** 0 to 1: how much of it was in use. */
	get use(): number {
		return this.busy / this.places / this.until;
	}
}

type Event = { at: number; run: (now: number) => void };

/** One thread: it does one thing at a time, each on whichever core of its machine is free first. */
class Worker {
	private isBusy = false;
	private readonly waiting: Array<{ duration: number; then: Event['run'] }> = [];

	constructor(
		private readonly cores: Resource,
		private readonly agenda: { add(at: number, run: Event['run']): void },
	) {}

	work(now: number, duration: number, then: Event['run']): void {
		if (this.isBusy) return void this.waiting.push({ duration, then });
		this.isBusy = true;
		this.agenda.add(this.cores.serve(now, duration), (end) => {
			this.isBusy = false;
			const next = this.waiting.shift();
			if (next) this.work(end, next.duration, next.then);
			then(end);
		});
	}
}

/** What happens, earliest first: a binary heap. */
function createAgenda() {
	const events: Event[] = [];
	const swap = (one: number, other: number) => {
		[events[one], events[other]] = [events[other]!, events[one]!];
	};
	return {
		add(at: number, run: Event['run']): void {
			let index = events.push({ at, run }) - 1;
			for (let parent = (index - 1) >> 1; index > 0 && events[parent]!.at > at;) {
				swap(index, parent);
				index = parent;
				parent = (index - 1) >> 1;
			}
		},
		next(): Event | undefined {
			const first = events[0];
			const last = events.pop();
			if (first === undefined || last === undefined || events.length === 0) return first;
			events[0] = last;
			for (let index = 0; ;) {
				const children = [2 * index + 1, 2 * index + 2].filter((child) => child < events.length);
				const least = children.reduce(
					(one, child) => (events[child]!.at < events[one]!.at ? child : one),
					index,
				);
				if (least === index) return first;
				swap(index, least);
				index = least;
			}
		},
	};
}

/** Numbers from 0 to 1 that are the same in every run (mulberry32). */
function createRandom(seed: number): () => number {
	let state = seed;
	return () => {
		state = (state + 0x6d2b79f5) | 0;
		let value = Math.imul(state ^ (state >>> 15), 1 | state);
		value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
		return ((value ^ (value >>> 14)) >>> 0) / 2 ** 32;
	};
}

const at = (sorted: readonly number[], share: number): number =>
	sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;

/**
 * Events arrive at random moments (Poisson) for `duration` milliseconds and are worked off in
 * their order: a place in a worker, the main process and the database, processor time, the lock, the
 * requests, the lock again.
 */
export function simulate(fleet: Fleet, duration = 60_000, seed = 1): Load {
	const random = createRandom(seed);
	const agenda = createAgenda();
	const machines = Math.max(1, Math.ceil(fleet.workers / fleet.workersPerMachine));
	const processors = Array.from(
		{ length: machines },
		() => new Resource(fleet.coresPerMachine, duration),
	);
	const shared = fleet.sharedCores > 0 ? new Resource(fleet.sharedCores, duration) : processors[0]!;
	const workers = Array.from(
		{ length: fleet.workers },
		(_, index) => new Worker(processors[index % machines]!, agenda),
	);
	const locks = Array.from({ length: fleet.workflows }, () => new Resource(1, duration));
	const service = new Resource(1, duration);
	const spacing = 1000 / fleet.serviceLimit;
	const requests = Math.ceil(fleet.recipients / fleet.batchSize);
	const places = fleet.workers * fleet.executionsPerWorker;
	const waiting: number[] = [];
	const delays: number[] = [];
	let running = 0;
	let placesBusy = 0;
	let done = 0;
	let started = 0;

	function begin(arrived: number, now: number): void {
		running++;
		const execution = started++;
		const worker = workers[execution % workers.length]!;
		const lock = locks[execution % fleet.workflows]!;
		let left = requests;
		let inFlight = 0;

		const end = (time: number) => {
			running--;
			placesBusy += time - now;
			delays.push(time - arrived);
			done += fleet.recipients;
			const next = waiting.shift();
			if (next !== undefined) begin(next, time);
		};
		const locked = (time: number, then: Event['run']) =>
			fleet.lockHold > 0 ? agenda.add(lock.serve(time, fleet.lockHold), then) : then(time);
		const respond = (time: number) => {
			inFlight--;
			if (left > 0) return request(time);
			if (inFlight === 0) locked(time, end);
		};
		const request = (time: number): void => {
			left--;
			inFlight++;
			worker.work(time, fleet.requestCost, (ready) => {
				agenda.add(service.serve(ready, spacing), (taken) => {
					agenda.add(taken + fleet.latency, respond);
				});
			});
		};
		agenda.add(shared.serve(now, fleet.sharedCost), (taken) => {
			worker.work(taken, fleet.executionCost, (ready) => {
				locked(ready, (time) => {
					const first = Math.min(fleet.concurrency, left);
					for (let index = 0; index < first; index++) request(time);
				});
			});
		});
	}

	const between = (1000 * fleet.recipients) / fleet.demand;
	const arrive = (now: number): void => {
		if (running < places) begin(now, now);
		else waiting.push(now);
		agenda.add(now - Math.log(1 - random()) * between, arrive);
	};
	agenda.add(0, arrive);
	for (let event = agenda.next(); event && event.at <= duration; event = agenda.next()) {
		event.run(event.at);
	}

	delays.sort((one, other) => one - other);
	const busiest = (resources: readonly Resource[]) => Math.max(...resources.map(({ use }) => use));
	return {
		smsPerSecond: (1000 * done) / duration,
		median: at(delays, 0.5),
		p95: at(delays, 0.95),
		use: {
			processor: busiest(processors),
			shared: busiest([shared]),
			executions: Math.min(1, placesBusy / places / duration),
			service: busiest([service]),
			lock: busiest(locks),
		},
	};
}
