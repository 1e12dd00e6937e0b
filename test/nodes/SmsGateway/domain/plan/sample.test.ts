import { planTest } from '../../../../../nodes/SmsGateway/domain/plan/sample';
import { withoutRequest } from '../../../../../nodes/SmsGateway/domain/outcome';
import { said } from '../../../../fixtures/causes';
import { entriesOf } from '../../delivery/plans';

const entries = entriesOf('2290197000001', '2290197000002');
const TESTER = '2290197000009';
const testersOf = (...recipients: string[]) => ({ recipients, hasGotOne: () => false });
it('takes the first text that only the test keeps back', () => {
	const kept = withoutRequest('testRun', said('Not a test recipient.'));
	const refused = withoutRequest('excluded', said('Excluded.'));
	const [first, second] = [entries[0]!, { ...entries[1]!, message: 'Hello' }];
	const refusalOf = ({ message, recipient }: (typeof entries)[number]) =>
		recipient === TESTER ? undefined : message === 'Hi' ? refused : kept;
	const { entries: all } = planTest([first, second], { refusalOf }, testersOf(TESTER));
	expect(all[2]).toMatchObject({ item: 1, message: 'Hello' });
});
