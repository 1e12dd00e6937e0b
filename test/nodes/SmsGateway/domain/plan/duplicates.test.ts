import {
	numbersWithSeveralTexts,
	underSentKeys,
} from '../../../../../nodes/SmsGateway/domain/plan/plan';
import { entryTo } from '../../../../fixtures/entries';

const entry = (recipient: string, key = '', item = 0) => entryTo(recipient, { key, item });

it('knows a phone by each form of its number', () => {
	const entries = [entry('5491123456789', 'a'), entry('541123456789', 'b'), entry('1', 'a')];
	const plan = {
		entries: [...entries, entry('541123456789', 'a')],
		settled: [undefined, undefined, undefined, undefined],
		duplicates: new Map(),
		doubts: new Map(),
		requests: ['x', 'y', 'x', 'z'].map((message, index) => ({
			place: index,
			senderId: 'SHOP',
			message,
			entries: [index],
		})),
	};
	expect(numbersWithSeveralTexts(plan).size).toBe(1);
	expect([...underSentKeys(plan)]).toStrictEqual([3]);
});
