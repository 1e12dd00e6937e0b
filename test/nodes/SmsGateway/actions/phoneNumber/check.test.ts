import { SmsGateway } from '../../../../../nodes/SmsGateway/SmsGateway.node';
import { whyUnusual } from '../../../../../nodes/SmsGateway/words/numbers';
import { causesOf } from '../../../../support/error-data';
import { gateway } from '../../../../support/gateway';
import { bulkSend, checkNumber, getBalance, people, preview, send, sendAndWait } from '../../run';

const nothing = { number: '', country: '', kind: '', suggestions: [] };

it('tells a model nothing that it cannot reach', async () => {
	gateway().balance({ status: 403 });
	const node = { type: 'n8n-nodes-sms-gateway.smsGatewayTool' };
	const given = { items: [{ phone: '0612' }], node };
	expect(JSON.stringify((await checkNumber(given)).items)).toMatch(/do not call again/);
	const { items } = await getBalance({ ...given, onError: 'continueRegularOutput' });
	expect(items[0]!.json.explanation).toMatch(/do not call again/);
});

it('returns the items with what their number is', async () => {
	const service = gateway();
	const { items } = await checkNumber({
		items: [{ name: 'Ada', phone: '06 12 34 56 78' }, { phone: '+33 1 40 20 50 50' }],
		options: { defaultCountry: 'FR' },
	});

	expect(items).toStrictEqual([
		{
			json: {
				name: 'Ada',
				phone: '06 12 34 56 78',
				phoneNumber: {
					valid: true,
					number: '+33612345678',
					country: 'FR',
					kind: 'mobile',
					explanation: '',
					suggestions: [],
				},
			},
			pairedItem: { item: 0 },
		},
		{
			json: {
				phone: '+33 1 40 20 50 50',
				phoneNumber: {
					valid: true,
					number: '+33140205050',
					country: 'FR',
					kind: 'landline',
					explanation: whyUnusual({ recipient: '+33140205050' }),
					suggestions: [],
				},
			},
			pairedItem: { item: 1 },
		},
	]);
	expect(service.requests).toStrictEqual([]);
});

it.each(['447912000000', '', 'STOP: +33612345678'])('says why %j is not valid', async (phone) => {
	const { items } = await checkNumber({ items: [{ phone }] });

	expect(items[0]!.json.phoneNumber).toStrictEqual({
		valid: false,
		...nothing,
		explanation: expect.stringMatching(/./),
	});
});

it('reads the default country of each item, and names the other country that is possible', async () => {
	const { items } = await checkNumber({
		items: [
			{ phone: '15125550143', country: 'DE' },
			{ phone: '15125550143', country: 'US' },
		],
		options: { defaultCountry: '={{ $json.country }}' },
	});

	expect(items.map(({ json }) => json.phoneNumber)).toMatchObject([
		{ number: '+4915125550143', country: 'DE', suggestions: ['+15125550143'] },
		{ number: '+15125550143', country: 'US', suggestions: [] },
	]);
});

it.each(['XX', '={{ "Frankreich" }}', '{{ $json.country }}'])(
	'says for each item that the default country %s cannot be read',
	async (defaultCountry) => {
		const { items } = await checkNumber({ items: people(2), options: { defaultCountry } });
		const wrong = { valid: false, explanation: expect.stringMatching(/./) };

		expect(items.map(({ json }) => json.phoneNumber)).toMatchObject([wrong, wrong]);
	},
);

it('needs no credential, as Preview does, and shows it', async () => {
	const checked = await checkNumber({ items: people(1), credentials: null });
	const previewed = await preview({ items: people(1), credentials: null });

	expect(checked.items[0]!.json.phoneNumber).toMatchObject({ valid: true });
	expect(previewed.items[0]!.json).toMatchObject({ wouldSend: true });
	expect(new SmsGateway().description.credentials).toStrictEqual([
		{ name: 'smsGatewayApi', required: false, testedBy: 'testCredential' },
	]);
});

it.each([
	['Send', send],
	['Bulk Send', bulkSend],
	['Send and Wait', sendAndWait],
])('%s says that it has none', async (_, run) => {
	const given = { items: people(1), credentials: null };
	const stopped = await run(given);
	expect(causesOf(stopped.error).join()).toMatch(/^credential .* notChosen$/);

	const continued = await run({ ...given, onError: 'continueRegularOutput' });
	expect(continued.items.map(({ json }) => json.status)).toStrictEqual(['notSent']);
});
