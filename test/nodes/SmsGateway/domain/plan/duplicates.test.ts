import {
	DUPLICATE,
	duplicateFinder,
	duplicateOf,
} from '../../../../../nodes/SmsGateway/domain/plan/duplicates';
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

it('is skipped at no cost, and says of which item it is a duplicate where that is known', () => {
	const skipped = { status: 'skipped', reason: 'duplicate', smsCount: 0 };
	expect(duplicateOf(entry('1', '', 3))).toMatchObject(skipped);
	expect(duplicateOf(entry('1', '', 3)).explanation).toContain('duplicate of the 4th item,');
	expect(DUPLICATE).toMatchObject(skipped);
	expect(DUPLICATE.explanation).toContain('duplicate of an earlier item,');
});
