import {
	DUPLICATE,
	duplicateFinder,
	duplicateOf,
	numbersWithSeveralTexts,
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

it('counts the SMS that a number gets before this one, under other keys', () => {
	const entries = [entry('1', 'a'), entry('1', 'b'), entry('1'), entry('2', 'a')];
	expect(entries.map((_, index) => index).map(duplicateFinder(entries))).toEqual([
		{ kind: 'new', nth: 0 },
		{ kind: 'new', nth: 1 },
		{ kind: 'new', nth: 2 },
		{ kind: 'new', nth: 0 },
	]);
});

it('finds the first of the same number and key, also where neither has a key', () => {
	const entries = [entry('1', 'a'), entry('1'), entry('1', 'a'), entry('1'), entry('1', 'a')];
	expect(
		entries
			.map((_, index) => index)
			.map(duplicateFinder(entries))
			.slice(2),
	).toEqual([
		{ kind: 'duplicate', of: 0 },
		{ kind: 'duplicate', of: 1 },
		{ kind: 'duplicate', of: 0 },
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
	expect(duplicateOf(entry('1', '', 3)).explanation).toContain('duplicate of the 4th item,');
	expect(DUPLICATE).toMatchObject(skipped);
	expect(DUPLICATE.explanation).toContain('duplicate of an earlier item,');
});
