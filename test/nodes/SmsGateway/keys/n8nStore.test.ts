import type { INode } from 'n8n-workflow';
import type { Entry } from '../../../../nodes/SmsGateway/domain/entry';
import type { Keys } from '../../../../nodes/SmsGateway/keys/keys';
import { keysOf, lockRow, markStore } from '../../../../nodes/SmsGateway/keys/n8nStore';
import { MemoryDeduplicator } from '../../../engine-kit/deduplicator';
import { node, nodeIn, SMS_GATEWAY } from './node';
import { memoryDatabase, told } from './processes';
import { entryTo } from '../../../fixtures/entries';
import { claimed } from './marks';

let workflows = 0;
/** Another one for each test, as the keys of a node stay in the process. */
const newWorkflow = () => `workflow ${++workflows}`;

const removeDuplicates = (
	name = 'Remove Duplicates',
	{ scope = 'workflow', ...more }: Partial<INode> & { scope?: string } = {},
) =>
	node(name, {
		type: 'n8n-nodes-base.removeDuplicates',
		parameters: { options: { scope } },
		...more,
	});

const of = (recipient: string, key: string) => entryTo(recipient, { key });
const BOTH = [of('1', 'A'), of('1', 'B')];

/** What an execution of its own is told of a key. */
const claim = async (keys: Keys, ...entries: Entry[]) => {
	const run = keys.openRun(false, 0);
	const found = await run.claim(entries);
	const reasons = entries.map((entry) => told(found.get(entry)!));
	return { run, reasons, found };
};

describe('the keys of a node', () => {
	it('are the same for all its executions in a process, and no other node has them', async () => {
		const workflowId = newWorkflow();
		const database = memoryDatabase();
		const keys = keysOf(nodeIn(database, { workflowId }));
		expect(keysOf(nodeIn(database, { workflowId }))).toBe(keys);
		expect(keysOf(nodeIn(database, { workflowId, name: 'Second' }))).not.toBe(keys);
		expect(keysOf(nodeIn(database, { workflowId: newWorkflow() }))).not.toBe(keys);
	});

	it('keep nothing of the execution that opened them first', async () => {
		const first = nodeIn(memoryDatabase(), { workflowId: newWorkflow() });
		const keys = keysOf(first);
		// What belongs to the execution is of no use after it.
		for (const name of Object.keys(first.helpers))
			Object.assign(first.helpers, { [name]: undefined });
		expect((await claim(keys, of('1', 'A'))).reasons).toStrictEqual(['claimed']);
	});

	it('are claimed once, and no trace of the lock stays in the database', async () => {
		const database = memoryDatabase();
		const keys = keysOf(nodeIn(database, { workflowId: newWorkflow() }));
		const { run, reasons } = await claim(keys, of('1', 'A'));
		expect(reasons).toStrictEqual(['claimed']);
		await run.finish([of('1', 'A')], 'sent');
		expect((await claim(keys, ...BOTH)).reasons).toStrictEqual(['alreadySent', 'claimed']);
		expect(database.snapshot()).toHaveLength(1);
		expect(keys.isLockTaken()).toBe(false);
	});

	it('of two nodes of a workflow are claimed in turn, without a contest in the database', async () => {
		const workflowId = newWorkflow();
		const database = new MemoryDeduplicator();
		const both = ['First', 'Second'].map((name) => keysOf(nodeIn(database, { workflowId, name })));
		await Promise.all(both.map(async (keys) => await claim(keys, of('1', 'A'))));
		// Each takes the lock, tries its store, records, and gives it back; neither finds it taken.
		expect(database.calls.map(({ method }) => method)).toStrictEqual([
			...['record', 'record', 'record', 'record', 'clear'],
			...['record', 'record', 'record', 'record', 'clear'],
		]);
	});
});

describe('a database that another process is writing to', () => {
	const busy = (times: number) => {
		const ctx = nodeIn(memoryDatabase(), { workflowId: newWorkflow() });
		let left = times;
		const sometimes =
			<A extends unknown[], T>(call: (...given: A) => Promise<T>) =>
			async (...given: A): Promise<T> => {
				if (left-- > 0) throw new Error('SQLITE_BUSY: database is locked');
				left = times;
				return await call(...given);
			};
		const { checkProcessedAndRecord, removeProcessed, clearAllProcessedItems } = ctx.helpers;
		const helpers = {
			checkProcessedAndRecord: sometimes(checkProcessedAndRecord),
			removeProcessed: sometimes(removeProcessed),
			clearAllProcessedItems: sometimes(clearAllProcessedItems),
		};
		return keysOf({ ...ctx, helpers } as unknown as typeof ctx);
	};

	it('is asked again, as it has changed nothing', async () => {
		const keys = busy(1);
		const { run, reasons } = await claim(keys, ...BOTH);
		expect(reasons).toStrictEqual(['claimed', 'claimed']);
		await run.finish([of('1', 'A')], 'sent');
		await run.finish([of('1', 'B')], 'free');
		expect((await claim(keys, ...BOTH)).reasons).toStrictEqual(['alreadySent', 'claimed']);
	});

	it.each([
		[2, 'claimed'],
		[3, 'deduplicationUnavailable'],
	])('is asked three times at most: busy %i times', async (times, reason) => {
		expect((await claim(busy(times), of('1', 'A'))).reasons).toStrictEqual([reason]);
	});
});

describe('a node that keeps its own data where the lock would be', () => {
	const unlocked = (nodes: INode[], wires: string[]): boolean =>
		keysOf(nodeIn(memoryDatabase(), { workflowId: newWorkflow(), nodes, wires })).isLockTaken();
	const before = [`Remove Duplicates > ${SMS_GATEWAY}`];

	it.each<[string, string[]]>([
		['before it', before],
		['after it', [`${SMS_GATEWAY} > Remove Duplicates`]],
		['further away', ['Remove Duplicates > A', 'A > B', `B > ${SMS_GATEWAY}`]],
		['in another branch', ['A > Remove Duplicates', `A > ${SMS_GATEWAY}`]],
		['behind a loop', [`${SMS_GATEWAY} > A`, `A > ${SMS_GATEWAY}`, 'A > Remove Duplicates']],
	])('is found %s', (_, wires) => {
		expect(unlocked([removeDuplicates(), node('A'), node('B')], wires)).toBe(true);
	});

	it.each<[string, INode]>([
		['of scope Node', removeDuplicates(undefined, { scope: 'node' })],
		['without a scope', removeDuplicates(undefined, { parameters: { options: {} } })],
		['without options', removeDuplicates(undefined, { parameters: {} })],
		['that is disabled', removeDuplicates(undefined, { disabled: true })],
		['of another type', removeDuplicates(undefined, { type: 'n8n-nodes-base.filter' })],
	])('is not one %s', (_, other) => {
		expect(unlocked([other], before)).toBe(false);
	});

	it('may be one whose scope is an expression', () => {
		const other = removeDuplicates(undefined, { scope: '={{ $json.scope }}' });
		expect(unlocked([other], before)).toBe(true);
	});

	it('is noticed when it is added to the workflow, and not asked', async () => {
		const workflowId = newWorkflow();
		const database = memoryDatabase();
		expect(keysOf(nodeIn(database, { workflowId })).isLockTaken()).toBe(false);
		const added = { workflowId, nodes: [removeDuplicates()], wires: before };
		const keys = keysOf(nodeIn(database, added));
		expect(keys.isLockTaken()).toBe(true);
		expect((await claim(keys, of('1', 'A'))).reasons).toStrictEqual(['claimed']);
		// Two writes that try the store, and one of marks, but no lock before or after them.
		expect(database.calls).toStrictEqual([
			{ method: 'record', values: ['tried'] },
			{ method: 'record', values: ['tried'] },
			{ method: 'record', values: [claimed('1 A')] },
		]);
	});
});

it('keeps the marks for the node, the newest 130,000, and the lock for the workflow', async () => {
	const given: unknown[][] = [];
	const answering =
		(answer?: object) =>
		async (...one: unknown[]) => {
			given.push(one);
			return await Promise.resolve(answer);
		};
	const helpers = {
		checkProcessedAndRecord: answering({ new: ['7', 8], processed: ['a', 'tried'] }),
		removeProcessed: answering(),
		clearAllProcessedItems: answering(),
	} as never;
	const marks = markStore(helpers);
	expect(await marks.record(['a', 'b'])).toStrictEqual(new Set(['a', 'tried']));
	await marks.remove(['b']);
	const row = lockRow(helpers);
	expect(await row.raise([7, 8, 6])).toStrictEqual(new Set([7, 8]));
	await row.remove();
	const entries = { mode: 'entries', maxEntries: 130_000 };
	const number = { mode: 'latestIncrementalKey' };
	expect(given).toStrictEqual([
		[['tried'], 'node', entries],
		[['a', 'b'], 'node', entries],
		[['b'], 'node', entries],
		[[7, 8, 6], 'workflow', number],
		['workflow', number],
	]);
});

describe('the row of the lock', () => {
	const failing = (message: string, code?: string) =>
		lockRow({
			checkProcessedAndRecord: async () =>
				await Promise.reject(Object.assign(new Error(message), { code })),
		} as never);

	it.each([
		['UNIQUE constraint failed: processed_data.workflowId, processed_data.context', undefined],
		['duplicate key value violates unique constraint "PK_ca04b9d8dc72de268fe07a65773"', '23505'],
		// PostgreSQL speaks the language of its server.
		['llave duplicada viola restricción de unicidad «PK_ca04b9d8dc72de268fe07a65773»', '23505'],
	])('is held where another process was first: %s', async (message, code) => {
		expect(await failing(message, code).raise([1])).toStrictEqual(new Set());
	});

	it('belongs to another node where its data is of another kind', async () => {
		const message = 'Deduplication data was originally saved with an incompatible setting';
		expect(await failing(message).raise([1])).toBeUndefined();
	});

	it('hands out any other failure', async () => {
		await expect(failing('database is locked').raise([1])).rejects.toThrow('database is locked');
	});
});
