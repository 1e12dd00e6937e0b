import type { DeliveryTools } from '../../../../nodes/SmsGateway/delivery/run';
import { withoutRequest } from '../../../../nodes/SmsGateway/domain/outcome';
import { bench, entriesOf, reasons } from './plans';
import { answer, failure, fate } from './simulated-service';
import { START } from './virtual-clock';
import { said } from '../../../fixtures/causes';

const five = entriesOf('1', '2', '3', '4', '5');

describe('a safeguard that time brings', () => {
	const CLOSED = withoutRequest('outsideWindow', said('Closed.'));
	/** Open for that many milliseconds, to everyone or to all but one. */
	const openFor =
		(milliseconds: number, always?: string): DeliveryTools['timingRefusalOf'] =>
		({ recipient }, now) =>
			now - START < milliseconds || recipient === always ? undefined : CLOSED;

	it('ends a run where failures stop it', async () => {
		const { service, run } = bench();
		const delivery = await run(five, {
			requestsPerSecond: 1,
			stopOnFailure: true,
			timingRefusalOf: openFor(500, '5'),
		});
		expect(reasons(delivery)).toStrictEqual([
			'accepted',
			'outsideWindow',
			'stopped',
			'stopped',
			'stopped',
		]);
		expect(service.log).toHaveLength(1);
	});

	it('ends a run where failures stop it, also when it keeps a request from a further attempt', async () => {
		const { service, run } = bench(fate(answer(429, '', { 'retry-after': '60' })));
		const delivery = await run(entriesOf('1', '2'), {
			concurrency: 1,
			stopOnFailure: true,
			timingRefusalOf: openFor(30_000, '2'),
		});
		expect(reasons(delivery)).toStrictEqual(['outsideWindow', 'stopped']);
		expect(service.log).toHaveLength(1);
	});

	it('does not hide that an earlier attempt may have been sent', async () => {
		const wait = fate(answer(429, '', { 'retry-after': '60' }));
		const { service, run } = bench(fate(failure('timeout')), wait);
		const delivery = await run(entriesOf('1'), {
			uncertain: 'resend',
			timingRefusalOf: openFor(30_000),
		});
		expect(reasons(delivery)).toStrictEqual(['timeout']);
		expect(service.log).toHaveLength(2);
	});

	it('does not hide that an SMS may have been sent before', async () => {
		const { service, run } = bench(fate(failure('timeout'), { took: true }));
		await run(entriesOf('1'));
		const delivery = await run(entriesOf('1'), {
			uncertain: 'resend',
			timingRefusalOf: openFor(0),
		});
		expect(delivery.outcomes[0]).toMatchObject({ status: 'unknown', request: 1, replayed: true });
		expect(service.log).toHaveLength(1);
	});
});
