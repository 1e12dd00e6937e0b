import fc from 'fast-check';
import {
	decideBalance,
	type BalanceMemory,
	type BalanceRule,
} from '../../../../nodes/SmsGateway/trigger/rule';

const HOUR = 3_600_000;
const NOW = Date.UTC(2026, 0, 1);

type Below = Extract<BalanceRule, { event: 'balanceBelow' }>;

const below = (more: Partial<Below> = {}): Below => ({
	event: 'balanceBelow',
	threshold: 100,
	reminderHours: 0,
	fireOnActivation: false,
	...more,
});

const changes = (minimumChange = 0): BalanceRule => ({ event: 'balanceChanges', minimumChange });

const memory = (balance: number, low = false, since = NOW): BalanceMemory => ({
	balance,
	low,
	since,
});

/** The indexes of the balances at which the trigger fires, polled once an hour. */
function firings(rule: BalanceRule, balances: readonly number[]): number[] {
	let previous: BalanceMemory | undefined;
	return balances.flatMap((balance, hour) => {
		const { emit, next } = decideBalance(rule, previous, balance, NOW + hour * HOUR);
		previous = next;
		return emit ? [hour] : [];
	});
}

describe('balance falls below', () => {
	it.each<[string, Below, BalanceMemory | undefined, number, boolean]>([
		['first poll, low, told to', below({ fireOnActivation: true }), undefined, 99, true],
		['first poll, high, told to', below({ fireOnActivation: true }), undefined, 100, false],
		['falls to the threshold exactly', below(), memory(101), 100, false],
		['falls, told to fire on activation', below({ fireOnActivation: true }), memory(100), 99, true],
		['stays low, a little higher', below(), memory(98, true), 99, false],
		['below nothing at all', below({ threshold: 0 }), memory(1), 0, false],
		['into debt', below({ threshold: 0 }), memory(1), -1, true],
		['money', below({ threshold: 0.3 }), memory(0.3), 0.29, true],
	])('%s', (_case, rule, previous, balance, emit) => {
		expect(decideBalance(rule, previous, balance, NOW).emit).toBe(emit);
	});

	it.each<[string, number, BalanceMemory, boolean]>([
		['not minutes before its hour', 2, memory(50, true, NOW - 2 * HOUR + 301_000), false],
		['where the poll is a moment early', 2, memory(50, true, NOW - 2 * HOUR + 299_000), true],
		['at its hour', 2, memory(50, true, NOW - 2 * HOUR), true],
		['also after half an hour', 0.5, memory(50, true, NOW - HOUR / 2), true],
		['never with 0 hours', 0, memory(50, true, NOW - 1_000_000 * HOUR), false],
	])('reminds %s', (_case, reminderHours, previous, emit) => {
		expect(decideBalance(below({ reminderHours }), previous, 50, NOW).emit).toBe(emit);
	});

	const balances = fc.array(fc.integer({ min: 0, max: 200 }), { maxLength: 40 });

	it('fires exactly once per crossing', () => {
		fc.assert(
			fc.property(balances, (seen) => {
				const crossings = seen.flatMap((balance, index) =>
					index > 0 && balance < 100 && seen[index - 1]! >= 100 ? [index] : [],
				);
				expect(firings(below(), seen)).toStrictEqual(crossings);
			}),
		);
	});

	it('fires on activation once more, and only where the first balance is low', () => {
		fc.assert(
			fc.property(balances, (seen) => {
				const first = seen.length > 0 && seen[0]! < 100 ? [0] : [];
				expect(firings(below({ fireOnActivation: true }), seen)).toStrictEqual([
					...first,
					...firings(below(), seen),
				]);
			}),
		);
	});

	it('with reminders fires at every crossing, never while high, and not twice within the hours', () => {
		fc.assert(
			fc.property(balances, fc.integer({ min: 1, max: 10 }), (seen, reminderHours) => {
				const fired = firings(below({ reminderHours }), seen);
				expect(fired).toStrictEqual(expect.arrayContaining(firings(below(), seen)));
				expect(fired.every((index) => seen[index]! < 100)).toBe(true);
				fired.slice(1).forEach((hour, index) => {
					const recovered = seen.slice(fired[index], hour).some((balance) => balance >= 100);
					if (!recovered) expect(hour - fired[index]!).toBe(reminderHours);
				});
			}),
		);
	});
});

describe('balance changes', () => {
	it.each<[string, number, BalanceMemory | undefined, number, boolean]>([
		['same', 0, memory(100), 100, false],
		['up', 0, memory(100), 101, true],
		['down', 0, memory(100), 99, true],
		['the minimum, upwards', 10, memory(100), 110, true],
		['same, with a minimum below 0', -1, memory(100), 100, false],
		['the minimum in money', 0.1, memory(0.3), 0.2, true],
		['what floating point makes of nothing', 0, memory(0.3), 0.1 + 0.2, false],
	])('%s', (_case, minimumChange, previous, balance, emit) => {
		expect(decideBalance(changes(minimumChange), previous, balance, NOW).emit).toBe(emit);
	});

	it('never loses drift: what it last told and what is there differ by less than the minimum', () => {
		const seen = fc.array(fc.integer({ min: 0, max: 60 }), { minLength: 1, maxLength: 40 });
		fc.assert(
			fc.property(seen, fc.integer({ min: 1, max: 20 }), (balances, minimumChange) => {
				let told = balances[0]!;
				const fired = firings(changes(minimumChange), balances);
				balances.forEach((balance, index) => {
					const differs = Math.abs(balance - told) >= minimumChange;
					expect(fired.includes(index)).toBe(index > 0 && differs);
					if (differs) told = balance;
				});
			}),
		);
	});
});

it('reminds a little early where n8n polls early: three minutes of half an hour, and no more', () => {
	const after = (minutes: number) =>
		decideBalance(below({ reminderHours: 0.5 }), memory(50, true), 50, NOW + minutes * 60_000).emit;
	expect([26, 27].map(after)).toStrictEqual([false, true]);
});
