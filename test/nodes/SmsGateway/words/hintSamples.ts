import {
	CANCELLED,
	withoutRequest,
	type Outcome,
} from '../../../../nodes/SmsGateway/domain/outcome';
import { planRequests } from '../../../../nodes/SmsGateway/domain/plan/plan';
import { hintsFor, type Hint, type Situation } from '../../../../nodes/SmsGateway/output/hints';
import { entryTo } from '../../../fixtures/entries';
import { ACCEPTED } from '../../../fixtures/outcomes';

const [one, two] = ['46701740611', '46701740612'] as const;
const TEST_RUN = withoutRequest('testRun', [{ name: 'testRun' }]);
const EXCLUDED = withoutRequest('excluded', [{ name: 'excluded' }]);

/** A run of these entries that ended so, of an execution that nobody started by hand. */
export const situation = (
	entries: Array<ReturnType<typeof entryTo>>,
	outcomes: readonly Outcome[],
	more: Partial<Situation> = {},
): Situation => ({
	plan: planRequests(entries, {}),
	all: entries.map((entry, index) => ({ ...entry, ...outcomes[index]! })),
	asksForKeys: false,
	isByHand: false,
	...more,
});

const both = [entryTo(one), entryTo(two, { item: 1 })];
const all = [ACCEPTED, ACCEPTED];

/** One that has each kind of hint. */
export const SITUATIONS: readonly Situation[] = [
	situation(both, [EXCLUDED, EXCLUDED]),
	situation(both, all, { problem: { reason: 'invalidParameter', causes: [{ name: 'noSender' }] } }),
	situation([entryTo(one, { isSample: true })], [ACCEPTED], { isTest: true }),
	situation([entryTo(one, { isSample: true })], [CANCELLED], { isTest: true }),
	situation(both, [ACCEPTED, EXCLUDED], { isByHand: true }),
	situation(both, all, { leavesItemsOut: true, asksForKeys: true }),
	situation([entryTo(one, { other: '46701740613' })], [ACCEPTED]),
	situation([entryTo(one), entryTo(one, { message: 'Hello again' })], all),
	situation([entryTo(one, { message: 'ł'.repeat(100) })], [ACCEPTED]),
	situation(both, [ACCEPTED, TEST_RUN], { isTest: true }),
	situation(both, all, { isLockTaken: true }),
];

export const hintSamples = (): Hint[] => SITUATIONS.flatMap(hintsFor);
