import {
	decideAbroad,
	decideDoubleZero,
} from '../../../../../nodes/SmsGateway/domain/recipient/abroad';
import { planFor } from '../../../../../nodes/SmsGateway/domain/recipient/plans';

it('takes digits behind a + as they are, also where no plan knows them', () => {
	expect(decideAbroad('33612345678')).toEqual({ recipient: '33612345678', as: 'explicit' });
	expect(decideAbroad('999123456789')).toEqual({ recipient: '999123456789', as: 'explicit' });
	expect(decideAbroad('330612345678')).toMatchObject({ readings: ['33612345678'] });
	expect(decideAbroad('0612345678')).toMatchObject({ readings: [] });
});

it.each([
	['0033612345678', undefined, '33612345678'],
	['0033612345678', 'FR', '33612345678'],
	// Nobody's number, and possible.
	['00999123456789', 'FR', '999123456789'],
	// To call abroad from Brazil, the carrier's digits stand behind the 00.
	['001533612345678', 'BR', '33612345678'],
	// No number of North America begins like this, so it was dialed from Singapore.
	['00133612345678', 'SG', '33612345678'],
])('reads %s in %s as %s', (digits, country, recipient) => {
	expect(decideDoubleZero(digits, country ? planFor(country) : undefined)).toEqual({
		recipient,
		as: 'explicit',
	});
});

it.each([
	// From Singapore 001 is dialed to call abroad; written, 00 is.
	['0016582959548', 'SG', ['16582959548', '6582959548']],
	// Tajikistan has mobiles that begin with 00.
	['009999254', 'NR', ['9999254', '992009999254']],
	// In Myanmar's length, though no number of today.
	['009508503042', 'CO', ['9508503042', '508503042']],
])('refuses %s in %s: it could be %j', (digits, country, readings) => {
	expect(decideDoubleZero(digits, planFor(country))).toMatchObject({ readings });
});
