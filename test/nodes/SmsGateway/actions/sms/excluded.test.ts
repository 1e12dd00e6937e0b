import { NOTHING_SENT } from '../../../../../nodes/SmsGateway/words/errors';
import { gateway } from '../../../../support/gateway';
import { accepted, all, waysToSend, e164 } from '../../run';
import { tell } from '../../stories';

const INVITED = '33612345678';
const OPTED_OUT = '33698765432';
const items = [{ phone: OPTED_OUT }, { phone: INVITED }];

describe.each(waysToSend)('%s', (route, run) => {
	it.each([
		['as a JavaScript number', 33698765432],
		['a list by commas', '2290197001234, +33 6-98-76-54-32'],
		['an array with empty cells', ['', null, '+33698765432', '  ']],
		['a cell with two numbers', '+33698765433 or +33698765432'],
		['a cell with a word', 'Mother: +33 6 98 76 54 32'],
		['a cell with an extension', '+33 6 98 76 54 32 12'],
		['a cell with what is only dialed at home', '+33 06 98 76 54 32'],
	])('sends to nobody who is excluded: %s', async (_, excludedRecipients) => {
		const service = gateway()[route](accepted);
		const result = await run({ items, safeguards: { excludedRecipients } });

		expect(service.recipients).toStrictEqual([INVITED]);
		expect(all(result, 'status')).toStrictEqual(['skipped', 'accepted']);
		expect(result.items[0]!.json).toMatchObject({
			recipient: e164(OPTED_OUT),
			reason: 'excluded',
			smsCount: 0,
		});
	});

	it.each([
		['+54 9 11 2345-6789', '11 2345-6789', 'AR'],
		['+55 11 6123-4567', '+55 11 96123-4567', ''],
		['+229 01 97 12 34 56', '+229 97 12 34 56', ''],
	])('knows %s to be the phone of %s', async (excludedRecipients, phone, defaultCountry) => {
		const service = gateway()[route](accepted);
		const options = defaultCountry === '' ? {} : { defaultCountry };
		const excluded = await run({ items: [{ phone }], safeguards: { excludedRecipients }, options });

		expect(all(excluded, 'reason')).toStrictEqual(['excluded']);
		expect(service.requests).toStrictEqual([]);

		const twice = [{ phone }, { phone: excludedRecipients }];
		expect(all(await run({ items: twice, options }), 'reason')).toStrictEqual([
			'accepted',
			'duplicate',
		]);
	});

	tell([route, run], {
		'reads two columns of opt-outs, of which items have one or none': {
			items: [
				{ ...items[0]!, off: null },
				{ ...items[1]!, off: OPTED_OUT },
			],
			safeguards: { excludedRecipients: '={{ $json.off }}, {{ $json.alsoOff }}' },
			responds: accepted,
			sent: [INVITED],
			out: { status: ['skipped', 'accepted'] },
		},
		'refuses everything where one of the excluded cannot be read: it may be anybody': {
			items,
			safeguards: { excludedRecipients: '+33698765432, 06 12 34 56 78' },
			says: 'listedNumber invalidParameter noCountryCode Safeguards > Excluded Recipients',
			explains: ['"06 12 34 56 78"', NOTHING_SENT],
		},
		'leaves out whoever opted out in any of the items': {
			responds: accepted,
			items: [
				{ phone: INVITED, optOut: false },
				{ phone: OPTED_OUT, optOut: false },
				{ phone: '+33 6 98 76 54 32', optOut: true },
			],
			safeguards: { excludedRecipients: '={{ $json.optOut ? $json.phone : "" }}' },
			sent: [INVITED],
			out: { status: ['accepted', 'skipped', 'skipped'] },
		},
		'excludes both where a spelling may be two numbers': {
			items: [{ phone: '+33 6 12 34 56 78' }, { phone: '+49 33612 345678' }],
			safeguards: { excludedRecipients: '33612345678' },
			options: { defaultCountry: 'DE' },
			out: { reason: ['excluded', 'excluded'] },
		},
		'excludes the number of today where one of an old plan is refused': {
			items: [{ phone: '+229 01 97 12 34 56' }],
			safeguards: { excludedRecipients: '22997123456' },
			out: { reason: ['excluded'] },
		},
		'excludes both where the default country decides, as an SMS to an opt-out cannot be taken back':
			{
				items: [{ phone: '+1 512 555 0143' }, { phone: '0151 25550143' }],
				safeguards: { excludedRecipients: '15125550143' },
				options: { defaultCountry: 'DE' },
				out: { reason: ['excluded', 'excluded'] },
			},
		'allows neither of them': {
			items,
			safeguards: { allowedRecipients: '33612345678' },
			options: { defaultCountry: 'DE' },
			says: 'listedNumber invalidParameter ambiguous Safeguards > Allowed Recipients',
		},
	});
});
