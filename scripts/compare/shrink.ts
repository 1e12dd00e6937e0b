import type { Turn } from './turn';

const without = <T>(all: readonly T[], at: number): T[] => all.filter((_, index) => index !== at);

/** Turns that are one step smaller, the greatest steps first. */
function* smaller(turn: Turn): Generator<Turn> {
	const lists = ['items', 'made', 'uses', 'starts', 'retries', 'calls', 'polls'] as const;
	for (const name of lists) {
		const list: readonly unknown[] = turn[name] ?? [];
		const least = ['items', 'made', 'uses', 'starts'].includes(name) ? 1 : 0;
		if (list.length > least + 2) {
			const half = Math.ceil(list.length / 2);
			yield { ...turn, [name]: list.slice(0, half) };
			yield { ...turn, [name]: list.slice(half) };
		}
		if (list.length > least)
			for (const at of list.keys()) yield { ...turn, [name]: without(list, at) };
	}
	for (const name of ['safeguards', 'options', 'node'] as const) {
		for (const key of Object.keys(turn[name])) {
			const rest: Record<string, unknown> = { ...turn[name] };
			delete rest[key];
			yield { ...turn, [name]: rest };
		}
	}
	for (const name of [
		'made',
		'loop',
		'again',
		'cancelAt',
		'cancelRetryAt',
		'mode',
		'retriesAtOnce',
	] as const) {
		if (turn[name] !== undefined) yield { ...turn, [name]: undefined };
	}
	const { service, store } = turn;
	for (const one of Object.keys(service.fates)) {
		const fates = { ...service.fates };
		delete fates[one];
		yield { ...turn, service: { ...service, fates } };
	}
	for (const [one, fates] of Object.entries(service.fates)) {
		for (const at of fates.keys()) {
			yield {
				...turn,
				service: { ...service, fates: { ...service.fates, [one]: without(fates, at) } },
			};
		}
	}
	for (const name of ['inOrder', 'wrong', 'balanceFates'] as const) {
		for (const at of service[name].keys()) {
			yield { ...turn, service: { ...service, [name]: without<string>(service[name], at) } };
		}
	}
	const usual = { takes: 20, balance: 10_000, price: 1 };
	for (const [name, value] of Object.entries(usual)) {
		if (service[name as keyof typeof usual] !== value)
			yield { ...turn, service: { ...service, [name]: value } };
	}
	if (store.takes !== 1) yield { ...turn, store: { ...store, takes: 1 } };
	for (const at of store.fails.keys())
		yield { ...turn, store: { ...store, fails: without(store.fails, at) } };
	const where = { zone: 'UTC', now: '2026-01-05T12:00:00Z' } as const;
	for (const [name, value] of Object.entries(where)) {
		if (turn[name as keyof typeof where] !== value) yield { ...turn, [name]: value };
	}
	const plain = {
		message: 'Hello',
		senderId: 'SHOP',
		recipient: '={{ $json.phone }}',
		recipients: '={{ $json.phone }}',
	};
	for (const [name, value] of Object.entries(plain)) {
		const given = turn.parameters[name];
		if (given !== undefined && given !== value)
			yield { ...turn, parameters: { ...turn.parameters, [name]: value } };
	}
	for (const [at, item] of turn.items.entries()) {
		for (const field of Object.keys(item)) {
			const rest = { ...item };
			delete rest[field];
			yield { ...turn, items: turn.items.map((one, index) => (index === at ? rest : one)) };
		}
	}
}

/**
 * The smallest turn that can be reached, by leaving something out, without losing what is asked for.
 *
 * @param most turns that may be tried
 */
export async function shrink(
	turn: Turn,
	holds: (turn: Turn) => Promise<boolean>,
	most: number,
): Promise<Turn> {
	let smallest = turn;
	let left = most;
	for (let isSmaller = true; isSmaller && left > 0;) {
		isSmaller = false;
		for (const one of smaller(smallest)) {
			if (left-- <= 0) break;
			if (!(await holds(one))) continue;
			smallest = one;
			isSmaller = true;
			break;
		}
	}
	return smallest;
}
