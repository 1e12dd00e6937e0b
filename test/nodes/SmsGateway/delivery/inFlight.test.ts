import { createInFlight } from '../../../../nodes/SmsGateway/delivery/pace';
import { settle } from './virtual-clock';

/** A request that the test ends. */
function request() {
	let end: () => void;
	const work = new Promise<void>((resolve) => {
		end = resolve;
	});
	return { work, end: () => end() };
}

/** Whether a request to these recipients may start, also as time goes on. */
function placeFor(inFlight: ReturnType<typeof createInFlight>, ...recipients: string[]) {
	const place = { isFree: false };
	void inFlight.placeFor(recipients).then(() => (place.isFree = true));
	return async () => {
		await settle();
		return place.isFree;
	};
}

it('has a place while fewer requests are in flight than Concurrency allows', async () => {
	const inFlight = createInFlight(2);
	const first = request();
	inFlight.add(['1'], first.work);
	expect(await placeFor(inFlight, '2')()).toBe(true);
	inFlight.add(['2'], request().work);
	const isFree = placeFor(inFlight, '3');
	expect(await isFree()).toBe(false);
	first.end();
	expect(await isFree()).toBe(true);
});

it('has no place for a request that shares a recipient with one in flight', async () => {
	const inFlight = createInFlight(9);
	const first = request();
	inFlight.add(['1', '2'], first.work);
	inFlight.add(['3'], request().work);
	const isFree = placeFor(inFlight, '4', '2');
	expect(await placeFor(inFlight, '4')()).toBe(true);
	expect(await isFree()).toBe(false);
	first.end();
	expect(await isFree()).toBe(true);
	expect(await placeFor(inFlight, '1')()).toBe(true);
});

it('hands out what a request failed with', async () => {
	const inFlight = createInFlight(9);
	let fail: (error: Error) => void;
	const failing = new Promise<void>((_, reject) => {
		fail = reject;
	});
	inFlight.add(['1'], failing);
	const waiting = inFlight.placeFor(['1']);
	fail!(new Error('unexpected'));
	await expect(waiting).rejects.toThrow('unexpected');
	await settle();
	await expect(inFlight.placeFor(['2'])).rejects.toThrow('unexpected');
});
