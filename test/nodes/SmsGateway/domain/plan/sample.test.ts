import { planTest } from '../../../../../nodes/SmsGateway/domain/plan/sample';
import { withoutRequest } from '../../../../../nodes/SmsGateway/domain/outcome';
import { said } from '../../../../fixtures/causes';
import { entriesOf, excluding } from '../../delivery/plans';

const entries = entriesOf('2290197000001', '2290197000002');
const TESTER = '2290197000009';
const testersOf = (...recipients: string[]) => ({ recipients, hasGotOne: () => false });
const recipientsIn = ({ entries: all }: ReturnType<typeof planTest>) =>
	all.map(({ recipient }) => recipient);

it('adds whoever tests and is not in the list, with the first text and no key', () => {
	const keyed = entries.map((entry) => ({ ...entry, key: 'A' }));
	const plan = planTest(keyed, {}, testersOf(TESTER));
	expect(plan.entries.slice(0, 2)).toStrictEqual(keyed);
	expect(plan.entries[2]).toMatchObject({ recipient: TESTER, message: 'Hi', isSample: true });
	expect(plan.entries[2]!.key).toBe('');
	expect(plan.requests.map((request) => request.entries)).toStrictEqual([[0], [1], [2]]);
});

it.each([
	['is in the list, in another form too', testersOf('2290197000001', '22997000002'), {}],
	['has got one', { recipients: [TESTER], hasGotOne: () => true }, {}],
	['may not get any', testersOf(TESTER), { refusalOf: excluding(TESTER) }],
])('adds nobody who %s', (_, testers, rules) => {
	expect(recipientsIn(planTest(entries, rules, testers))).toStrictEqual(
		recipientsIn({ entries } as never),
	);
});

it('adds nobody where there is no SMS to try', () => {
	const rules = { refusalOf: excluding('2290197000001', '2290197000002') };
	expect(planTest(entries, rules, testersOf(TESTER)).entries).toStrictEqual(entries);
});

it('takes the first text that only the test keeps back', () => {
	const kept = withoutRequest('testRun', said('Not a test recipient.'));
	const refused = withoutRequest('excluded', said('Excluded.'));
	const [first, second] = [entries[0]!, { ...entries[1]!, message: 'Hello' }];
	const refusalOf = ({ message, recipient }: (typeof entries)[number]) =>
		recipient === TESTER ? undefined : message === 'Hi' ? refused : kept;
	const { entries: all } = planTest([first, second], { refusalOf }, testersOf(TESTER));
	expect(all[2]).toMatchObject({ item: 1, message: 'Hello' });
});
