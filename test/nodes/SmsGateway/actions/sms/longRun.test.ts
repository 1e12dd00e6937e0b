import { atTime, realClock } from '../../../../support/clock';
import { gateway, type ServiceResult } from '../../../../support/gateway';
import { accepted, all, people, phones, waysToSend } from '../../run';

const OPEN = '2026-07-01T12:00:00Z';
const OVER = '2026-07-02T02:00:00Z';

beforeEach(() => atTime(OPEN));
afterEach(realClock);

/** The service answers so late that it is night by then. */
const late =
	(answer: ServiceResult): ServiceResult =>
	(request) => {
		atTime(OVER);
		return typeof answer === 'function' ? answer(request) : answer;
	};

const SAFEGUARDS = [
	['Send Window', { sendWindow: { window: { from: '08:00', until: '20:00' } } }, 'outsideWindow'],
	['Do Not Send After', { doNotSendAfter: '2026-07-01T20:00:00Z' }, 'expired'],
] as const;

describe.each(waysToSend)('%s', (route, run) => {
	it('sends what two items send until the later of their deadlines', async () => {
		const service = gateway()[route]([late(accepted), accepted]);
		const [ada, bob] = phones(2);
		const result = await run({
			items: [
				{ phone: ada, until: '' },
				{ phone: bob, until: '2026-07-01T20:00:00Z' },
				{ phone: bob, until: '2026-07-02T20:00:00Z' },
			],
			safeguards: { doNotSendAfter: '={{ $json.until }}' },
			options: { batchSize: 1, concurrency: 1 },
		});

		expect(service.recipients).toStrictEqual([ada, bob]);
		expect(all(result, 'reason')).toStrictEqual(['accepted', 'accepted', 'duplicate']);
	});

	describe.each(SAFEGUARDS)('%s', (_, safeguards, reason) => {
		const given = {
			safeguards,
			options: { batchSize: 1, concurrency: 1 },
			onError: 'continueRegularOutput' as const,
		};

		it('keeps the others of a long run from being sent to', async () => {
			const service = gateway()[route]([late(accepted)]);
			const result = await run({ ...given, items: people(3) });

			expect(service.recipients).toStrictEqual(phones(1));
			expect(all(result, 'reason')).toStrictEqual(['accepted', reason, reason]);
		});
	});
});
