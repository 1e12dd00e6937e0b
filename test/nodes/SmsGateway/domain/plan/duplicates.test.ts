import {
	numbersWithSeveralTexts,
	planRequests,
	underSentKeys,
} from '../../../../../nodes/SmsGateway/domain/plan/plan';
import { entryTo } from '../../../../fixtures/entries';

const entry = (recipient: string, key = '', item = 0) => entryTo(recipient, { key, item });

it('sends the SMS to one number under different keys in requests of their own', () => {
	const entries = [entry('1', 'a'), entry('1', 'b'), entry('1'), entry('2', 'a')];
	const { requests } = planRequests(entries, { batchSize: 10 });
	expect(requests.map((request) => request.entries)).toEqual([[0, 3], [1], [2]]);
});

it('knows a phone by each form of its number', () => {
	const entries = [entry('5491123456789', 'a'), entry('541123456789', 'b'), entry('1', 'a')];
	const plan = {
		entries: [...entries, entry('541123456789', 'a')],
		settled: [undefined, undefined, undefined, undefined],
		duplicates: new Map(),
		doubts: new Map(),
		requests: ['x', 'y', 'x', 'z'].map((message, index) => ({
			senderId: 'SHOP',
			message,
			entries: [index],
		})),
	};
	expect(numbersWithSeveralTexts(plan).size).toBe(1);
	expect([...underSentKeys(plan)]).toEqual([3]);
});
