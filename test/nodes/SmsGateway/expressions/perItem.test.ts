import { gateway } from '../../../support/gateway';
import { accepted, all, people, phones, preview, send, waysToSend } from '../run';

const onError = 'continueRegularOutput' as const;

const NATIONAL = [
	{ phone: '06 12 34 56 78', country: 'FR' },
	{ phone: '06 12 34 56 78', country: 'ma' },
	{ phone: '+229 01 97 00 00 01', country: ' ' },
];

describe.each(waysToSend)('%s: Default Country', (route, run) => {
	it.each([
		'={{ $json.country }}',
		'={{ $json.country.toUpperCase() }}',
		'={{ $("Start").item.json.country }}',
	])('is read for every item: %s', async (defaultCountry) => {
		const service = gateway()[route](accepted);
		await run({ items: NATIONAL, options: { defaultCountry } });

		expect(service.recipients).toStrictEqual(['33612345678', '212612345678', '2290197000001']);
	});

	it('is none for an item that has none, and wrong for one alone that has a wrong one', async () => {
		const service = gateway()[route](accepted);
		const countries = ['FR', 'Atlantis', undefined, null, ''];
		const items = countries.map((country, at) => ({ phone: `06 12 34 56 7${at}`, country }));
		const options = { defaultCountry: '={{ $json.country }}' };
		const result = await run({ items: items as never, onError, options });

		expect(service.recipients).toStrictEqual(['33612345670']);
		expect(all(result, 'reason')).toStrictEqual([
			'accepted',
			'invalidParameter',
			...Array<string>(3).fill('invalidRecipient'),
		]);
	});

	it('sends nothing where it gives nothing for all items, and Preview says so of the whole', async () => {
		const items = NATIONAL.map(({ phone }) => ({ phone }));
		const options = { defaultCountry: '={{ $json.country }}' };
		const service = gateway()[route](accepted);
		for (const { error } of [await run({ items, options }), await preview({ items, options })]) {
			expect(error!.message).toContain("'Options > Default Country' gives no value");
		}
		expect(service.requests).toStrictEqual([]);
	});

	it('reads who is excluded in a row by the country of that row', async () => {
		const service = gateway()[route](accepted);
		const items = NATIONAL.map((row) => ({ ...row, optedOut: row.country.trim() && row.phone }));
		const result = await run({
			items,
			options: { defaultCountry: '={{ $json.country }}' },
			safeguards: { excludedRecipients: '={{ $json.optedOut }}' },
		});

		expect(service.recipients).toStrictEqual(['2290197000001']);
		expect(all(result, 'reason')).toStrictEqual(['excluded', 'excluded', 'accepted']);
	});

	it.each(['allowedRecipients', 'excludedRecipients', 'testRecipients'])(
		'of several countries reads no number without country code in %s',
		async (list) => {
			const service = gateway();
			const { error } = await run({
				items: NATIONAL,
				options: { defaultCountry: '={{ $json.country }}' },
				safeguards: { [list]: '06 12 34 56 78' },
			});

			expect(error).toBeDefined();
			expect(service.requests).toStrictEqual([]);
		},
	);

	it('that all items have reads such a list', async () => {
		const service = gateway()[route](accepted);
		await run({
			items: [NATIONAL[0]!, { phone: '06 12 34 56 79', country: 'fr' }],
			options: { defaultCountry: '={{ $json.country }}' },
			safeguards: { excludedRecipients: '06 12 34 56 78' },
		});

		expect(service.recipients).toStrictEqual(['33612345679']);
	});
});

describe.each(waysToSend)('%s: Excluded Recipients', (route, run) => {
	const excluding = async (code: string, outs: unknown[], given: object = {}) => {
		const service = gateway()[route](accepted);
		const items = people(outs.length).map((one, at) => ({ ...one, out: outs[at] as never }));
		const safeguards = { excludedRecipients: `={{ ${code} }}` };
		const { error } = await run({ items, safeguards, ...given });
		return { error, recipients: service.recipients };
	};
	const [ada, ben, cia] = phones(3);

	it.each([
		['the list of any item', '$json.out', [null, ada, []], [ben, cia]],
		['a list around it', '[undefined, ...($json.out || [])]', [null, [ada], ''], [ben, cia]],
		['a column of all', "$('Start').all().map((one) => one.json.out)", [cia, '', ''], [ada, ben]],
		['a list of none', "$('Start').all().filter(() => false)", ['', '', ''], [ada, ben, cia]],
		['a refused cell', '$json.out', [`+${ada!} or +${cia!}`, '', ''], [ben]],
	])('excludes who is in %s', async (_, code, outs, sent) => {
		expect((await excluding(code, outs)).recipients).toStrictEqual(sent);
	});

	it.each([
		"$('Start').all().find((one) => one.json.out).json.phone",
		"$('Start').all().map((one) => one.json.out).join('|')",
		"$('Start').last().json.out",
		"$items('Start').map((one) => one.json.out)",
	])('excludes in each turn of a loop whom the list has: %s', async (code) => {
		const sent = await excluding(code, ['', '', cia], { loop: { batchSize: 1 } });
		expect(sent.recipients).toStrictEqual([ada, ben]);
	});

	it.each([
		['$json.out', [undefined, null]],
		["$('Start').all().map((one) => one.json.Out)", [ada, '']],
		['$("Start").first().json.out', [undefined, ben]],
	])('sends nothing where %s gives nothing for all items', async (code, outs) => {
		const { error, recipients } = await excluding(code, outs);
		expect(error!.message).toContain("'Safeguards > Excluded Recipients'");
		expect(recipients).toStrictEqual([]);
	});
});

describe('Do Not Send After', () => {
	const until = async (...dates: unknown[]) => {
		const service = gateway().send(accepted);
		const items = people(dates.length).map((one, at) => ({ ...one, until: dates[at] as never }));
		const safeguards = { doNotSendAfter: '={{ $json.until }}' };
		return { reasons: all(await send({ items, safeguards, onError }), 'reason'), service };
	};

	it('is none for an item without a date', async () => {
		const { reasons } = await until('', ' ', null, undefined, '2026-01-01', 'soon');
		expect(reasons).toStrictEqual([...Array(4).fill('accepted'), 'expired', 'invalidParameter']);
	});

	it('sends nothing where it gives nothing for all items', async () => {
		const { reasons, service } = await until(null, undefined);
		expect(reasons).toStrictEqual(['invalidParameter', 'invalidParameter']);
		expect(service.requests).toStrictEqual([]);
	});
});

it('reads a list whose entries are expressions for each item', async () => {
	const [, bulk] = waysToSend[1];
	const service = gateway().bulk(accepted);
	const recipients = ['={{ $json.phone }}', '+33 6 12 34 56 78'];
	await bulk({ items: people(2), parameters: { recipients } });

	expect(service.recipients).toStrictEqual([phones(2)[0], '33612345678', phones(2)[1]]);
});
