import * as fc from 'fast-check';
import { planRequests, type Plan } from '../../../../nodes/SmsGateway/domain/plan/plan';
import { people } from '../delivery/plans';
import { countTaken, simulatedService, type Refuses } from '../delivery/simulated-service';
import { virtualClock } from '../delivery/virtual-clock';
import { SETTINGS, type Round } from '../delivery/harness';
import { memoryDatabase } from '../history/processes';
import { expectAccounts } from './accounts';
import { cases, law } from './cases';
import { inProcess, NO_ACCIDENTS, type Outside } from './process';
import { campaigns, fates, settings } from './scenario';
import { countBy, expectOnceEach, expectOneOutcomeEach, turnOf } from './turn';

const PEOPLE = ['2290197000001', '2290197000002', '2290197000003', '33612345678'];

const refusesNumbers = (wrong: readonly string[]): Refuses => {
	return ({ recipients }) => recipients.some((one) => wrong.includes(one));
};

/** Services that refuse in the ways that are known, and in some that are not. */
const refusing: fc.Arbitrary<Refuses> = fc.oneof(
	fc.subarray(PEOPLE, { minLength: 1 }).map(refusesNumbers),
	fc.nat({ max: 3 }).map(
		(longest): Refuses =>
			({ recipients }) =>
				recipients.length > longest,
	),
	fc.nat({ max: 9 }).map(
		(credit): Refuses =>
			({ recipients }, log) =>
				countTaken(log) + recipients.length > credit,
	),
	fc.constant<Refuses>(({ recipients }) => recipients.length === 1),
	fc.nat({ max: 2 }).map(
		(text): Refuses =>
			({ message }) =>
				message.startsWith(`text ${text}`),
	),
	fc.array(fc.boolean(), { minLength: 1, maxLength: 20 }).map(
		(drawn): Refuses =>
			(_, log) =>
				drawn[log.length % drawn.length]!,
	),
);

law(
	'sends nothing twice and tells what is so, whatever the service refuses and fails at, in every retry',
	cases(800),
	[campaigns(), settings({ uncertain: 'doNotResend' }), fates, refusing],
	async (campaign, given, future, refuses) => {
		const turn = turnOf(campaign, given, future, refuses);
		for (let run = 0; run < 3; run++) {
			const round = await turn.run();
			expectOneOutcomeEach(round);
			expectAccounts(campaign, turn.service.log, round);
		}
	},
);

law(
	'sends to all others of a request where it does to one of them',
	cases(500),
	[campaigns(), settings(), fc.subarray(PEOPLE, { minLength: 1 })],
	async (campaign, given, wrong) => {
		const turn = turnOf(campaign, given, [], refusesNumbers(wrong));
		const { plan, outcomes } = await turn.run();
		const forgotten = plan.requests.filter(({ entries }) => {
			const right = entries.filter((one) => !wrong.includes(plan.entries[one]!.recipient));
			const accepted = right.filter((one) => outcomes[one]!.status === 'accepted');
			return accepted.length > 0 && accepted.length < right.length;
		});
		expect(forgotten).toStrictEqual([]);
	},
);

law(
	'keeps order and pace in the parts of what was refused',
	cases(500),
	[campaigns(), settings(), fates, refusing],
	async (campaign, given, future, refuses) => {
		const turn = turnOf(campaign, given, future, refuses);
		for (let run = 0; run < 2; run++) {
			const seen = turn.service.log.length;
			const { plan } = await turn.run();
			const log = turn.service.log.slice(seen);
			for (const { started } of log) {
				const together = log.filter((one) => one.started <= started && one.ended! > started);
				expect(together.length).toBeLessThanOrEqual(given.concurrency);
			}
			if (given.requestsPerSecond > 0) {
				log.forEach(({ started }, index) => {
					const gap = started - (log[index - 1]?.started ?? -Infinity);
					expect(gap).toBeGreaterThan(1000 / given.requestsPerSecond - 0.01);
				});
			}
			for (const person of new Set(plan.entries.map(({ recipient }) => recipient))) {
				const texts = plan.entries.filter(
					({ recipient, problem }) => recipient === person && !problem,
				);
				const own = log.filter(({ recipients }) => recipients.includes(person));
				own.forEach((one, index) => {
					if (index > 0) expect(one.started).toBeGreaterThanOrEqual(own[index - 1]!.ended!);
				});
				if (texts.length === new Set(texts.map(({ message }) => message)).size) {
					const order = texts.map(({ message }) => message);
					const places = own.map(({ message }) => order.indexOf(message));
					expect(places).toStrictEqual([...places].sort((a, b) => a - b));
				}
			}
		}
	},
);

const takenOf = (log: ReturnType<typeof simulatedService>['log']) =>
	countBy(
		log.filter(({ took }) => took).flatMap(({ recipients }) => recipients),
		(one) => one,
	);

describe('a process that dies while it divides a request', () => {
	const wrong = ['2', '5'];
	const settingsOf = { ...SETTINGS, concurrency: 1 };
	const outside = (): Outside => {
		const clock = virtualClock([0.9, 0.2, 0.6]);
		const service = simulatedService(clock, [], refusesNumbers(wrong));
		return { clock, service, database: memoryDatabase() };
	};
	const steps = Array.from({ length: 80 }, (_, step) => step);
	const planFor = (key: string) =>
		planRequests(
			people(8).map((one) => ({ ...one, key })),
			{ batchSize: 8 },
		);

	/** What is in doubt is one request or part of those that there are without a crash. */
	async function expectOnePart(plan: Plan, { outcomes }: Round, dead: Outside): Promise<void> {
		const whole = outside();
		await inProcess(plan, settingsOf, whole);
		const parts = whole.service.log.map(({ recipients }) => recipients);
		const inDoubt = plan.entries
			.filter((_, index) => outcomes[index]!.reason === 'interrupted')
			.map(({ recipient }) => recipient);
		expect(parts.some((part) => inDoubt.every((one) => part.includes(one)))).toBe(true);
		// The whole was refused, which is known as soon as there is another request.
		if (dead.service.log.length > 1) expect(inDoubt.length).toBeLessThan(8);
	}

	it.each(steps)('leaves only one part in doubt, with keys (step %i)', async (crashAt) => {
		const plan = planFor('order');
		const [world, dead] = [outside(), outside()];
		const accident = { ...NO_ACCIDENTS, crashAt };
		await inProcess(plan, settingsOf, dead, accident);
		await inProcess(plan, settingsOf, world, accident);
		const { round } = await inProcess(plan, settingsOf, world);
		expectOnceEach(takenOf(world.service.log));
		await expectOnePart(plan, round!, dead);
	});

	it.each(steps)('and in a retry of what was saved (step %i)', async (crashAt) => {
		const plan = planFor('');
		const [world, dead] = [outside(), outside()];
		const accident = { ...NO_ACCIDENTS, crashAt, saveAt: crashAt };
		await inProcess(plan, settingsOf, dead, accident);
		const { saved } = await inProcess(plan, settingsOf, world, accident);
		const { round } = await inProcess(plan, settingsOf, world, NO_ACCIDENTS, saved);
		expectOnceEach(takenOf(world.service.log));
		await expectOnePart(plan, round!, dead);
	});
});
