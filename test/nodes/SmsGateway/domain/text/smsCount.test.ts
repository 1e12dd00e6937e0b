import fc from 'fast-check';
import { smsCountOf } from '../../../../../nodes/SmsGateway/domain/text/smsCount';

describe("SMS by the service's rule", () => {
	it.each([
		['an empty text', '', 1],
		['160 characters', 'a'.repeat(160), 1],
		['161 characters', 'a'.repeat(161), 2],
		['320 characters', 'a'.repeat(320), 2],
		['321 characters', 'a'.repeat(321), 3],
		['160 emoji, each a character', '😀'.repeat(160), 1],
		['161 emoji', '😀'.repeat(161), 2],
		['characters that other rules count double', '€'.repeat(160), 1],
	])('%s', (_, text, count) => expect(smsCountOf(text)).toBe(count));

	const character = fc.constantFrom('a', 'ç', '€', '😀');

	it('is one for each 160 characters begun, and at least one', () => {
		fc.assert(
			fc.property(fc.integer({ max: 700, min: 0 }), fc.array(character), (length, some) => {
				const text = [...'a'.repeat(length), ...some].join('');
				return smsCountOf(text) === Math.max(1, Math.ceil((length + some.length) / 160));
			}),
			{ numRuns: 200 },
		);
	});
});
