import * as fc from 'fast-check';
import { REASONS, type Reason } from '../../../../nodes/SmsGateway/domain/outcome';
import type { Fate } from '../delivery/simulated-service';
import { cases, law } from './cases';
import { ANOTHER, play, type Deviation } from './explorer';
import { fates } from './scenario';

const KEYS = ['a', 'b', 'c'].flatMap((recipient) => [recipient, `${recipient} 2`]);

const lives = fc.array(
	fc.record({
		keys: fc.shuffledSubarray(KEYS, { minLength: 1 }),
		batchSize: fc.constantFrom(1, 2, 9),
		fates: fc.oneof(fc.constant<Fate[]>([]), fates),
		startsAfter: fc.constantFrom(0, 0, 3, 20, 500, 9_000, 40_000),
	}),
	{ minLength: 2, maxLength: 4 },
);

const deviations = (what: fc.Arbitrary<string>, maxLength: number) =>
	fc.array(fc.record({ at: fc.nat({ max: 400 }), what }), { maxLength });

const accidents = fc.oneof(
	fc.constant<Deviation[]>([]),
	deviations(fc.constantFrom('crash', 'crash', 'stalls for 100 s', 'call takes 3 s'), 4),
);

law(
	'whichever are killed at any moment: nobody gets two SMS under one key, each outcome is true, who is missing is named, and nobody waits for long',
	cases(300),
	[lives, fc.constantFrom<string[]>([], ['a']), deviations(fc.constant(ANOTHER), 60), accidents],
	async (drawn, wrong, turns, faults) => {
		const all = drawn.map((life) => ({ ...life, wrong }));
		const { problem, isOutside, told } = await play(all, [...turns, ...faults]);
		if (!isOutside) expect(problem).toBeUndefined();
		if (faults.length > 0) return;
		// Nobody is in doubt but for an uncertain answer of the service.
		const keysWhere = (isSo: (reason: Reason) => boolean) =>
			all.flatMap(({ keys }, process) => keys.filter((_, index) => isSo(told[process]![index]!)));
		const uncertain = keysWhere(
			(reason) => reason !== 'interrupted' && REASONS[reason].status === 'unknown',
		);
		const accepted = keysWhere((reason) => reason === 'accepted');
		const inDoubt = keysWhere((reason) => reason === 'interrupted');
		expect(uncertain).toStrictEqual(expect.arrayContaining(inDoubt));
		if (all.some((life) => life.fates.length > 0)) return;
		const missing = keysWhere((reason) => reason !== 'accepted').filter(
			(key) => !accepted.includes(key) && !wrong.includes(key.split(' ')[0]!),
		);
		expect(missing).toStrictEqual([]);
	},
);
