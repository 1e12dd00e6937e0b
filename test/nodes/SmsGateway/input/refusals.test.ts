import { gateway } from '../../../support/gateway';
import { causesOf } from '../../../support/error-data';
import { accepted, all, bulkSend } from '../run';

const [BENIN, FRANCE] = ['2290197001234', '33612345678'] as const;
const items = [{ phone: `+${BENIN}` }, { phone: `+${FRANCE}` }];
const onError = 'continueRegularOutput';

const reasonsWith = async (safeguards: object, options = {}) => {
	const service = gateway().bulk(accepted);
	const result = await bulkSend({ items, safeguards: { ...safeguards }, options, onError });
	return { reasons: all(result, 'reason'), sent: service.recipients };
};

it.each<[unknown, string[]]>([
	['+229 01 97 00 12 34', ['accepted', 'notAllowed']],
	// The number that Benin had before.
	['+229 97 00 12 34; +33 6 12 34 56 78', ['accepted', 'accepted']],
	[`={{ ['${FRANCE}', '', null, undefined, false, ' '] }}`, ['notAllowed', 'accepted']],
	[`={{ ${FRANCE} }}`, ['notAllowed', 'accepted']],
])('sends to those allowed only: %j', async (allowedRecipients, reasons) => {
	expect((await reasonsWith({ allowedRecipients })).reasons).toStrictEqual(reasons);
});

it('reads the lists with the default country', async () => {
	const list = { allowedRecipients: '06 12 34 56 78' };
	const { sent } = await reasonsWith(list, { defaultCountry: 'FR' });
	expect(sent).toStrictEqual([FRANCE]);
});

it.each<[string, object, string]>([
	['allowedRecipients', { allowedRecipients: 'nobody' }, 'Allowed Recipients'],
	['testRecipients', { testRecipients: `${BENIN}, nobody` }, 'Test Recipients'],
	['excludedRecipients', { excludedRecipients: `${BENIN}, nobody` }, 'Excluded Recipients'],
	['allowedCountries', { allowedCountries: ['FR', 'XX'] }, 'Allowed Countries'],
])('overlooks nothing in %s that it cannot read', async (_, safeguards, label) => {
	const service = gateway();
	const { error } = await bulkSend({ items, safeguards: { ...safeguards } });
	expect(causesOf(error).join()).toContain(label);
	expect(service.requests).toStrictEqual([]);
});
