import {
	DUPLICATE,
	duplicateOf,
	numbersWithSeveralTexts,
	planRequests,
	underSentKeys,
} from '../../../../../nodes/SmsGateway/domain/plan/plan';
import type { Entry } from '../../../../../nodes/SmsGateway/domain/entry';

const entry = (recipient: string, key = '', item = 0): Entry => ({
	item,
	senderId: 'SHOP',
	message: 'Hi',
	recipient,
	key,
});

it('sends the SMS to one number under different keys in requests of their own', () => {
	const entries = [entry('1', 'a'), entry('1', 'b'), entry('1'), entry('2', 'a')];
	const { requests } = planRequests(entries, { batchSize: 10 });
	expect(requests.map((request) => request.entries)).toEqual([[0, 3], [1], [2]]);
});

it('finds the first of the same number and key, also where neither has a key', () => {
	const entries = [entry('1', 'a'), entry('1'), entry('1', 'a'), entry('1'), entry('1', 'a')];
	expect([...planRequests(entries, {}).duplicates]).toEqual([
		[0, [2, 4]],
		[1, [3]],
	]);
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

it('is skipped at no cost, and says of which item it is a duplicate where that is known', () => {
	const skipped = { status: 'skipped', reason: 'duplicate', smsCount: 0 };
	expect(duplicateOf(entry('1', '', 3))).toMatchObject(skipped);
	expect(duplicateOf(entry('1', '', 3)).explanation).toEqual([{ name: 'duplicate', item: 3 }]);
	expect(DUPLICATE).toMatchObject(skipped);
	expect(DUPLICATE.explanation).toEqual([{ name: 'duplicate' }]);
});
