import { createPool } from '../../../../nodes/SmsGateway/delivery/pace';
import { settle } from './virtual-clock';

/** Work that the test ends. */
function job() {
	let end: () => void;
	let fail: (error: Error) => void;
	const work = new Promise<void>((resolve, reject) => {
		end = resolve;
		fail = reject;
	});
	return { work, end: () => end(), fail: (error: Error) => fail(error) };
}

/** Whether the wait has ended. */
const hasEnded = async (wait: Promise<void>): Promise<boolean> =>
	await Promise.race([wait.then(() => true), settle().then(() => false)]);

it('does not wait while there is little enough', async () => {
	const pool = createPool();
	expect(await hasEnded(pool.atMost(0))).toBe(true);
	pool.add(job().work);
	expect(await hasEnded(pool.atMost(1))).toBe(true);
});

it('waits until enough of the work has ended', async () => {
	const pool = createPool();
	const jobs = [job(), job(), job()];
	for (const { work } of jobs) pool.add(work);
	const one = pool.atMost(1);
	const none = pool.atMost(0);
	jobs[2]!.end();
	expect(await hasEnded(one)).toBe(false);
	jobs[0]!.end();
	expect(await hasEnded(one)).toBe(true);
	expect(await hasEnded(none)).toBe(false);
	jobs[1]!.end();
	expect(await hasEnded(none)).toBe(true);
});

it('hands the first failure to all who wait, at once', async () => {
	const pool = createPool();
	const jobs = [job(), job()];
	for (const { work } of jobs) pool.add(work);
	const waits = [pool.atMost(0), pool.atMost(1)];
	jobs[0]!.fail(new Error('first'));
	for (const wait of waits) await expect(wait).rejects.toThrow('first');
	jobs[1]!.fail(new Error('second'));
	await expect(pool.atMost(5)).rejects.toThrow('first');
});
