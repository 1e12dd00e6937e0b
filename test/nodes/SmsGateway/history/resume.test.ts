import { withoutRequest, type Outcome } from '../../../../nodes/SmsGateway/domain/outcome';
import { planRequests, type Plan } from '../../../../nodes/SmsGateway/domain/plan/plan';
import {
	emptyLedgerData,
	openLedger,
	type EntryId,
	type Ledger,
} from '../../../../nodes/SmsGateway/history/ledger';
import { resume } from '../../../../nodes/SmsGateway/history/resume';
import { ACCEPTED } from '../../../fixtures/outcomes';
import { entriesOf, excluding } from '../delivery/plans';
import { said } from '../../../fixtures/causes';

const UNKNOWN: Outcome = { ...ACCEPTED, status: 'unknown', reason: 'timeout', smsCount: 0 };
const DUPLICATE = withoutRequest('duplicate', said('Skipped: duplicate.'));

/** What a retry finds of an earlier run. */
function ledgerAfter(...ends: Array<[EntryId, Outcome]>): Ledger {
	const data = emptyLedgerData();
	const ledger = openLedger(data);
	for (const [entry, outcome] of ends) ledger.keep([entry], outcome);
	return openLedger(data);
}
const at = (item: number, recipient: string): EntryId => ({ item, recipient });
const again = (outcome: Outcome): Outcome => ({ ...outcome, replayed: true });
const indexesIn = ({ requests }: Plan) => requests.map(({ entries }) => [...entries]);

describe('of what was to be sent', () => {
	const plan = planRequests(entriesOf('1', '2', '3', '4'), { batchSize: 3 });

	it('nothing is left out where nothing was sent before', () => {
		const resumed = resume(plan, ledgerAfter(), 'doNotResend');
		expect(resumed).toStrictEqual(plan);
	});

	it.each(['doNotResend', 'resend'] as const)(
		'what was accepted is not sent again: %s',
		(uncertain) => {
			const resumed = resume(plan, ledgerAfter([at(1, '2'), ACCEPTED]), uncertain);
			expect(indexesIn(resumed)).toStrictEqual([[0, 2], [3]]);
			expect(resumed.settled).toStrictEqual([undefined, again(ACCEPTED), undefined, undefined]);
			expect(resumed.doubts.size).toBe(0);
		},
	);

	it('what has an unknown outcome keeps it', () => {
		const resumed = resume(plan, ledgerAfter([at(1, '2'), UNKNOWN]), 'doNotResend');
		expect(indexesIn(resumed)).toStrictEqual([[0, 2], [3]]);
		expect(resumed.settled[1]).toStrictEqual(again(UNKNOWN));
		expect(resumed.doubts.size).toBe(0);
	});

	it('what has an unknown outcome is sent again where the user chose it, and stays in doubt until then', () => {
		const resumed = resume(plan, ledgerAfter([at(1, '2'), UNKNOWN]), 'resend');
		expect(indexesIn(resumed)).toStrictEqual([[0, 1, 2], [3]]);
		expect(resumed.settled).toStrictEqual([undefined, undefined, undefined, undefined]);
		expect(resumed.doubts).toStrictEqual(new Map([[1, again(UNKNOWN)]]));
	});

	it('what was skipped is not sent, also with Resend', () => {
		const resumed = resume(plan, ledgerAfter([at(1, '2'), DUPLICATE]), 'resend');
		expect(resumed.settled[1]).toStrictEqual(again(DUPLICATE));
		expect(resumed.doubts.size).toBe(0);
	});

	it('a request with nobody left is not made', () => {
		const ledger = ledgerAfter([at(3, '4'), ACCEPTED]);
		expect(indexesIn(resume(plan, ledger, 'doNotResend'))).toStrictEqual([[0, 1, 2]]);
	});

	it('the plan that it was stays as it is', () => {
		const before = structuredClone(plan);
		resume(plan, ledgerAfter([at(1, '2'), ACCEPTED]), 'doNotResend');
		expect(plan).toStrictEqual(before);
	});
});

describe('of what is settled now', () => {
	const entries = entriesOf('1', '2', '3');
	const plan = planRequests(entries, { refusalOf: excluding('2', '3') });

	it.each([ACCEPTED, UNKNOWN])('what was $status stays so', (outcome) => {
		const { settled } = resume(plan, ledgerAfter([at(1, '2'), outcome]), 'resend');
		expect(settled).toStrictEqual([undefined, again(outcome), plan.settled[2]]);
	});

	it('the reason is the one of now where nothing was sent', () => {
		const { settled } = resume(plan, ledgerAfter([at(1, '2'), DUPLICATE]), 'doNotResend');
		expect(settled).toStrictEqual(plan.settled);
		expect(settled[1]).toMatchObject({ reason: 'excluded' });
	});

	it('an outcome is that of its own item and number', () => {
		const other = ledgerAfter([at(2, '2'), ACCEPTED], [at(1, '3'), ACCEPTED]);
		expect(resume(plan, other, 'doNotResend').settled).toStrictEqual(plan.settled);
	});

	it('what another turn keeps holds for what cannot be sent now, and not for what is skipped', () => {
		const problem = { reason: 'missingValue', causes: said('No name.') } as const;
		const twice = planRequests([{ ...entries[1]!, problem }, entries[0]!, entries[0]!], {});
		const [refused, , duplicate] = twice.settled;
		const keptOf = ({ recipient }: EntryId) => (recipient === '2' ? UNKNOWN : undefined);
		const always = () => UNKNOWN;
		expect(refused!.status).toBe('notSent');
		expect(duplicate!.status).toBe('skipped');
		const settledBy = (kept: typeof keptOf) =>
			resume(twice, ledgerAfter(), 'doNotResend', kept).settled;
		expect(settledBy(keptOf)).toStrictEqual([UNKNOWN, undefined, duplicate]);
		expect(settledBy(always)).toStrictEqual([UNKNOWN, UNKNOWN, duplicate]);
	});

	it('what an earlier run has sent counts once where a number stands twice in an item', () => {
		const twice = planRequests([entries[1]!, entries[1]!, entries[2]!], {
			refusalOf: excluding('2', '3'),
		});
		const { settled } = resume(twice, ledgerAfter([at(1, '2'), ACCEPTED]), 'doNotResend');
		expect(settled).toStrictEqual([again(ACCEPTED), ...twice.settled.slice(1)]);
	});

	it('it counts for the one of the two that is to be sent', () => {
		const twice = planRequests([entries[0]!, entries[0]!, entries[1]!], {
			refusalOf: excluding('2'),
		});
		const resumed = resume(twice, ledgerAfter([at(0, '1'), ACCEPTED]), 'doNotResend');
		expect(resumed.requests).toStrictEqual([]);
		expect(resumed.settled).toStrictEqual([again(ACCEPTED), ...twice.settled.slice(1)]);
		expect(resumed.settled[1]).toMatchObject({ reason: 'duplicate' });
		expect(resumed.settled[1]).not.toHaveProperty('replayed');
	});
});
