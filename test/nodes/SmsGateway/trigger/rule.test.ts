import fc from 'fast-check';
import { decideBalance } from '../../../../nodes/SmsGateway/trigger/rule';
import type { BalanceMemory, BalanceRule } from '../../../../nodes/SmsGateway/trigger/rule';

const HOUR = 3_600_000;
const MINUTE = 60_000;
const NOW = Date.UTC(2026, 0, 1);

const ruleOf = (more: Partial<BalanceRule> = {}): BalanceRule => ({
	event: 'balanceBelow',
	threshold: 100,
	reminderHours: 0,
	fireIfLow: false,
	minimumChange: 0,
	...more,
});
const below = ruleOf();
const changes = (minimumChange = 0) => ruleOf({ event: 'balanceChanges', minimumChange });

const memory = (balance: number, low = false, since = NOW) => ({ balance, low, since });

/** The indexes of the balances at which the trigger fires, polled once an hour. */
function firings(rule: BalanceRule, balances: readonly number[]): number[] {
	let previous: BalanceMemory | undefined;
	return balances.flatMap((balance, hour) => {
		const { emit, next } = decideBalance(rule, previous, balance, NOW + hour * HOUR);
		previous = next;
		return emit ? [hour] : [];
	});
}

const activated = ruleOf({ fireIfLow: true });
const low = memory(50, true);

it.each<[string, BalanceRule, BalanceMemory | undefined, number, boolean]>([
	['first poll, low, told to', activated, undefined, 99, true],
	['first poll, high, told to', activated, undefined, 100, false],
	['falls to the threshold exactly', below, memory(101), 100, false],
	['falls, told to fire on activation', activated, memory(100), 99, true],
	['stays low, a little higher', below, memory(98, true), 99, false],
	['below nothing at all', ruleOf({ threshold: 0 }), memory(1), 0, false],
	['into debt', ruleOf({ threshold: 0 }), memory(1), -1, true],
	['money', ruleOf({ threshold: 0.3 }), memory(0.3), 0.29, true],
	['the same', changes(), memory(100), 100, false],
	['up', changes(), memory(100), 101, true],
	['down', changes(), memory(100), 99, true],
	['the minimum, upwards', changes(10), memory(100), 110, true],
	['the same, with a minimum below 0', changes(-1), memory(100), 100, false],
	['the minimum in money', changes(0.1), memory(0.3), 0.2, true],
	['what floating point makes of nothing', changes(), memory(0.3), 0.1 + 0.2, false],
])('%s', (_, rule, previous, balance, emit) => {
	expect(decideBalance(rule, previous, balance, NOW).emit).toBe(emit);
});

it.each([
	['where the poll is at most five minutes early', 2, 115, true],
	['not earlier', 2, 114, false],
	['at its hour', 2, 120, true],
	['also after half an hour, or a tenth of that less', 0.5, 27, true],
	['but no earlier', 0.5, 26, false],
	['never with 0 hours', 0, 1_000_000, false],
])('reminds %s', (_, reminderHours, minutes, emit) => {
	const now = NOW + minutes * MINUTE;
	expect(decideBalance(ruleOf({ reminderHours }), low, 50, now).emit).toBe(emit);
});

const balances = fc.array(fc.integer({ min: 0, max: 200 }), { maxLength: 40 });

it('fires exactly once per crossing, and on activation where the first balance is low', () => {
	fc.assert(
		fc.property(balances, (seen) => {
			const crossings = seen.flatMap((balance, index) =>
				index > 0 && balance < 100 && seen[index - 1]! >= 100 ? [index] : [],
			);
			expect(firings(below, seen)).toStrictEqual(crossings);
			const first = seen.length > 0 && seen[0]! < 100 ? [0] : [];
			expect(firings(activated, seen)).toStrictEqual([...first, ...crossings]);
		}),
	);
});

it('with reminders fires at every crossing, never while high, and not twice within the hours', () => {
	fc.assert(
		fc.property(balances, fc.integer({ min: 1, max: 10 }), (seen, reminderHours) => {
			const fired = firings(ruleOf({ reminderHours }), seen);
			expect(fired).toStrictEqual(expect.arrayContaining(firings(below, seen)));
			expect(fired.every((index) => seen[index]! < 100)).toBe(true);
			fired.slice(1).forEach((hour, index) => {
				const recovered = seen.slice(fired[index], hour).some((balance) => balance >= 100);
				if (!recovered) expect(hour - fired[index]!).toBe(reminderHours);
			});
		}),
	);
});

it('never loses drift: what it last told and what is there differ by less than the minimum', () => {
	fc.assert(
		fc.property(balances, fc.integer({ min: 1, max: 20 }), (seen, minimumChange) => {
			let told = seen[0]!;
			const fired = firings(changes(minimumChange), seen);
			seen.forEach((balance, index) => {
				const differs = Math.abs(balance - told) >= minimumChange;
				expect(fired.includes(index)).toBe(index > 0 && differs);
				if (differs) told = balance;
			});
		}),
	);
});
