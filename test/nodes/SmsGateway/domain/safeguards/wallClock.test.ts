import { wallClock } from '../../../../../nodes/SmsGateway/domain/safeguards/wallClock';

it.each([
	['America/Bogota', '2026-06-14T05:00:00Z', { day: 0, minute: 0 }],
	['Asia/Tokyo', '2026-06-14T14:59:59Z', { day: 0, minute: 24 * 60 - 1 }],
	['Asia/Tokyo', '2026-06-14T15:00:00Z', { day: 1, minute: 0 }],
	['Australia/Adelaide', '2026-06-20T03:07:00Z', { day: 6, minute: 12 * 60 + 37 }],
])('shows day and time in %s at %s', (zone, instant, shown) => {
	expect(wallClock(zone, Date.parse(instant))).toEqual(shown);
});
