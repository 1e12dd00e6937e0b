import { MemoryDeduplicator } from './deduplicator';

// What it gives one call after the other is compared with n8n's own in the end-to-end tests.
it('loses what is recorded at the same time, as a table that is read and then written does', async () => {
	const database = new MemoryDeduplicator();
	const context = { workflow: { id: 'workflow-1', active: true } };
	const record = async (...values: string[]) =>
		await database.checkProcessedAndRecord(values, 'workflow', context, { mode: 'entries' });
	await record('first');
	await Promise.all([record('second'), record('third')]);

	expect((await record('first', 'second', 'third')).new).toStrictEqual(['second']);
});
