import { decideDigits } from '../../../../../nodes/SmsGateway/domain/recipient/decide';
import { planFor } from '../../../../../nodes/SmsGateway/domain/recipient/plans';

it.each([
	['0612345678', 'FR', '33612345678', 'national'],
	['33612345678', 'FR', '33612345678', 'national'],
	['0142345678', 'FR', '33142345678', 'national'],
	['33142345678', 'FR', '33142345678', 'national'],
	['2290197123456', 'FR', '2290197123456', 'bare'],
	['2290197123456', undefined, '2290197123456', 'bare'],
	['33142345678', undefined, '33142345678', 'bare'],
	['0033612345678', 'FR', '33612345678', 'explicit'],
	['01133612345678', 'US', '33612345678', 'explicit'],
])('reads %s in %s as %s, %s', (digits, country, recipient, as) => {
	expect(decideDigits(digits, country ? planFor(country) : undefined)).toEqual({ recipient, as });
});
