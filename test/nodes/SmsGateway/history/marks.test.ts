import { look, marksOf } from '../../../../nodes/SmsGateway/history/marks';
import { memoryMarkStore } from './memory-mark-store';

const BUCKET = 7;
const { claim, confirm, leave, renew } = marksOf;

/** The marks of one key, k, as they came. */
const storeWith = (...marks: string[][]) => {
	const store = memoryMarkStore();
	for (const mark of marks.flat()) store.marks.add(mark);
	return store;
};

describe('a key', () => {
	it.each([
		['that nobody has claimed is free', [], undefined, 'free'],
		['whose holder was alive a moment ago is free too', [renew('k', BUCKET)], BUCKET, 'free'],
		['that is claimed is in flight', [claim('k')], undefined, 'inFlight'],
		['whose holder is alive is in flight', [claim('k'), renew('k', BUCKET)], BUCKET, 'inFlight'],
		['whose holder is dead is in doubt', [claim('k'), renew('k', BUCKET - 1)], BUCKET, 'inDoubt'],
		['that was confirmed is sent', [claim('k'), confirm('k')], undefined, 'sent'],
		[
			'that was confirmed is sent, as its holder is gone',
			[claim('k'), confirm('k')],
			BUCKET,
			'sent',
		],
		['that was left is in doubt', [claim('k'), leave('k')], undefined, 'inDoubt'],
		[
			'that was left stays in doubt',
			[claim('k'), leave('k'), renew('k', BUCKET)],
			BUCKET,
			'inDoubt',
		],
		['of which the claim was forgotten is free', [confirm('k')], undefined, 'free'],
	] as const)('%s', async (_, marks, bucket, state) => {
		const store = storeWith(...marks);
		expect((await look(['k'], store, bucket)).states).toEqual(new Map([['k', state]]));
		// To ask again finds the same, as far as it has not become known meanwhile who is alive.
		expect((await look(['k'], store)).states).toEqual(new Map([['k', state]]));
	});

	it.each([
		['free', []],
		['in flight', [claim('k')]],
		['sent', [claim('k'), confirm('k')]],
		['in doubt', [claim('k'), leave('k')]],
	])('that is %s has the same marks after a look', async (_, marks) => {
		const store = storeWith(...marks);
		const before = [...store.marks];
		expect((await look(['k'], store)).later).toEqual([]);
		expect([...store.marks]).toEqual(before);
	});
});

describe('several keys', () => {
	const storeOfAll = () =>
		storeWith(
			claim('flying'),
			[...claim('sent'), ...confirm('sent')],
			[...claim('doubtful'), ...leave('doubtful')],
		);
	const ALL = ['free', 'flying', 'sent', 'doubtful'];

	it('are looked at together', async () => {
		expect((await look(ALL, storeOfAll())).states).toEqual(
			new Map([
				['free', 'free'],
				['flying', 'inFlight'],
				['sent', 'sent'],
				['doubtful', 'inDoubt'],
			]),
		);
	});

	it('are told as far as they are certain where the store fails in between', async () => {
		const store = storeOfAll();
		const gone = new Error('the database is gone.');
		store.remove = async () => await Promise.reject(gone);
		const { states, later } = await look(ALL, store);
		expect(states).toEqual(
			new Map<string, unknown>([
				['free', gone],
				['flying', gone],
				['sent', 'sent'],
				['doubtful', 'inDoubt'],
			]),
		);
		// A later turn takes back the doubt about what was sent, and no more.
		expect(later).toEqual(['doubt sent']);
	});

	it('in doubt need no second write', async () => {
		const store = storeWith(claim('k'), leave('k'));
		const remove = jest.spyOn(store, 'remove');
		expect((await look(['k'], store)).later).toEqual([]);
		expect(remove).not.toHaveBeenCalled();
	});
});
