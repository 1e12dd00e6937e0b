import { utc } from '../../../../../nodes/SmsGateway/domain/text/utc';

it('writes an instant to the minute, and says that the clock is UTC', () => {
	expect(utc(new Date('2026-11-23T02:00:59+01:00'))).toBe('2026-11-23 01:00 UTC');
	expect(utc(0)).toBe('1970-01-01 00:00 UTC');
});
