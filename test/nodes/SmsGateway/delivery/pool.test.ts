import { createPool } from '../../../../nodes/SmsGateway/delivery/pace';

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
