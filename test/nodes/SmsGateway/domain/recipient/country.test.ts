import { countriesOf } from '../../../../../nodes/SmsGateway/domain/recipient/country';

it.each([
	['2290197000000', ['BJ']],
	['33612345678', ['FR']],
	['12125550123', ['US']],
	['14165550123', ['CA']],
	['18765550123', ['JM']],
	['79161234567', ['RU']],
	['77012345678', ['KZ']],
])('tells the country of %s', (recipient, countries) => {
	expect(countriesOf(recipient)).toEqual(countries);
});

it('names all that share the code of a number that no plan knows', () => {
	expect(countriesOf('11115550123')).toEqual(expect.arrayContaining(['US', 'CA', 'JM']));
});

it.each(['999123456789', '88312345678'])('knows no country for %s', (recipient) => {
	expect(countriesOf(recipient)).toEqual([]);
});
