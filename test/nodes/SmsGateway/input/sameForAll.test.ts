import fc from 'fast-check';
import type { INode } from 'n8n-workflow';
import { gateway } from '../../../support/gateway';
import { accepted, all, bulkSend, people, phones, preview, waysToSend, type Given } from '../run';
import { placed } from '../../../support/saying';

const rows = (...fields: object[]) =>
	people(fields.length).map((person, index) => ({ ...person, ...fields[index] }));

/** In a loop, a list of the number of each item would let all of them through. */
const LISTS = ['Allowed Recipients', 'Test Recipients'];
const orLoop = (label: string) =>
	LISTS.includes(label)
		? ''
		: ", or put a 'Loop Over Items' node with 'Batch Size' 1 in front of this node";

const appliesToAll = (label: string, item: string) =>
	`'${placed(label)}' applies to all items, but the ${item} item gives another value than the 1st. Use one value for all items${orLoop(label)}.`;

describe('a setting that holds for all items', () => {
	it.each([
		['safeguards', 'Allowed Countries', 'allowedCountries', 'BJ', 'FR'],
		['safeguards', 'Allowed Recipients', 'allowedRecipients', '2290197000000', '2290197000001'],
		['safeguards', 'Check Balance', 'checkBalance', false, true],
		['safeguards', 'Max SMS per Execution', 'maxSms', 9, 3],
		['safeguards', 'Max SMS per Day', 'maxSmsPerDay', 9, 1],
		['options', 'Price of One SMS', 'unitsPerSms', 1, 2],
		['safeguards', 'Skip Repeats', 'skipRepeats', 'off', 'ever'],
		['safeguards', 'Test Recipients', 'testRecipients', '2290197000000', '2290197000001'],
		['options', 'Batch Size', 'batchSize', 1, 2],
		['options', 'Concurrency', 'concurrency', 1, 2],
		['options', 'Include Input Fields', 'includeInputFields', true, false],
		['options', 'Output', 'output', 'recipients', 'summary'],
		['options', 'Replace Special Characters', 'replaceSpecialCharacters', 'off', 'all'],
		['options', 'Requests per Second', 'requestsPerSecond', 0, 1],
		['options', 'Timeout', 'timeout', 30, 60],
		['options', 'If Outcome Is Unknown', 'uncertain', 'doNotResend', 'resend'],
	])('%s: sends nothing where %s differs between items', async (list, label, name, one, other) => {
		const service = gateway();
		const items = rows({ it: one }, { it: one }, { it: other });
		const { error } = await bulkSend({ items, [list]: { [name]: '={{ $json.it }}' } });

		expect(error!.message).toBe(appliesToAll(label, '3rd'));
		expect(service.requests).toStrictEqual([]);
	});

	it('is refused where a part of it differs', async () => {
		const service = gateway();
		const { error } = await bulkSend({
			items: rows({ opens: '08:00' }, { opens: '09:00' }),
			safeguards: { sendWindow: { window: { from: '={{ $json.opens }}', until: '24:00' } } },
		});

		expect(error!.message).toBe(appliesToAll('Send Window', '2nd'));
		expect(service.requests).toStrictEqual([]);
	});

	it.each([
		['has none', {}],
		['has one that cannot be used', { it: 'many' }],
		['has 0', { it: 0 }],
	])('is refused where a later item %s', async (_, other) => {
		const service = gateway();
		const { error } = await bulkSend({
			items: rows({ it: 5 }, other),
			safeguards: { maxSms: '={{ $json.it }}' },
		});

		expect(error!.message).toBe(appliesToAll('Max SMS per Execution', '2nd'));
		expect(service.requests).toStrictEqual([]);
	});

	it('is no list of numbers because it is of another node', async () => {
		gateway();
		const { error } = await bulkSend({
			items: rows({ it: 5 }, { it: 6 }),
			safeguards: { maxSms: "={{ $('Start').item.json.it }}" },
		});

		expect(error!.message).toBe(appliesToAll('Max SMS per Execution', '2nd'));
	});

	it('Continue: gives every item the reason', async () => {
		const service = gateway();
		const result = await bulkSend({
			items: rows({ it: 5 }, { it: 6 }),
			onError: 'continueRegularOutput',
			safeguards: { maxSms: '={{ $json.it }}' },
		});

		expect(all(result, 'explanation')).toStrictEqual([
			appliesToAll('Max SMS per Execution', '2nd'),
			appliesToAll('Max SMS per Execution', '2nd'),
		]);
		expect(service.requests).toStrictEqual([]);
	});

	it('is told in a preview too', async () => {
		const { error } = await preview({
			items: rows({ it: 5 }, { it: 6 }),
			safeguards: { maxSms: '={{ $json.it }}' },
		});

		expect(error!.message).toBe(appliesToAll('Max SMS per Execution', '2nd'));
	});

	it.each([
		['is the same', { maxSms: '={{ $json.it }}' }, [{ it: 5 }, { it: 5 }]],
		['is the same in another spelling', { maxSms: '={{ $json.it }}' }, [{ it: 5 }, { it: ' 5 ' }]],
		[
			'is the same list',
			{ allowedCountries: '={{ $json.it }}' },
			[{ it: 'bj, FR' }, { it: ['BJ', 'FR'] }],
		],
		['is of a single item', { maxSms: '={{ $json.it }}' }, [{ it: 5 }]],
		[
			'comes to the same of different fields',
			{ maxSms: '={{ $json.it > 100 ? 5 : 6 }}' },
			[{ it: 1 }, { it: 2 }],
		],
		[
			'is of the first item',
			{ maxSms: '={{ $("Start").first().json.it }}' },
			[{ it: 5 }, { it: 6 }],
		],
		['is of the last item', { maxSms: '={{ $input.last().json.it }}' }, [{ it: 5 }, { it: 6 }]],
		['is of all items', { maxSms: '={{ $input.all().length + 1 }}' }, [{ it: 5 }, { it: 6 }]],
		['is random', { maxSms: '={{ 5 + Math.floor(1e9 * Math.random()) }}' }, [{}, {}]],
		['is a time', { maxSms: '={{ $now.toMillis() }}' }, [{}, {}]],
		[
			'is of an item, and random',
			{ maxSms: '={{ $itemIndex * 0 + 5 + Math.floor(1e9 * Math.random()) }}' },
			[{}, {}],
		],
	])('sends where it %s', async (_, safeguards, fields) => {
		const service = gateway().bulk(accepted);
		await bulkSend({ items: rows(...fields), safeguards: safeguards as INode['parameters'] });

		expect(service.recipients).toStrictEqual(phones(fields.length));
	});

	it('sends exactly where all items have one value, however it is written', async () => {
		const codes = [
			'$json.a',
			'$json["a"]',
			'$json.a.toString()',
			'Number($json.a) + 0',
			'$json.b ? $json.a : $json.a',
			'$input.item.json.a',
			'$("Start").item.json.a',
			'$node["Start"].json.a',
			'$json[$json.c]',
			'Object.values($json)[1]',
			'$input.all()[$itemIndex].json.a',
			'$ifEmpty($json.a, 1)',
			'`${$json.a}`',
		];
		await fc.assert(
			fc.asyncProperty(
				fc.constantFrom(...codes),
				fc.array(fc.record({ a: fc.constantFrom(7, 8), b: fc.boolean() }), {
					minLength: 1,
					maxLength: 5,
				}),
				async (code, values) => {
					const service = gateway().bulk(accepted);
					const items = rows(...values.map((value) => ({ ...value, c: 'a' })));
					await bulkSend({ items, safeguards: { maxSms: `={{ ${code} }}` } });
					const isSame = new Set(values.map(({ a }) => a)).size === 1;
					expect(service.recipients).toStrictEqual(isSame ? phones(values.length) : []);
				},
			),
			{ numRuns: 60 },
		);
	});
});

describe.each(waysToSend)('%s: Default Country', (route, run) => {
	const national = [
		{ phone: '06 12 34 56 78', country: 'FR' },
		{ phone: '06 12 34 56 78', country: 'ma' },
		{ phone: '+229 01 97 00 00 01', country: ' ' },
	];

	it.each([
		'={{ $json.country }}',
		'={{ $json.country.toUpperCase() }}',
		'={{ $("Start").item.json.country }}',
	])('is read for every item: %s', async (defaultCountry) => {
		const service = gateway()[route](accepted);
		await run({ items: national, options: { defaultCountry } });

		expect(service.recipients).toStrictEqual(['33612345678', '212612345678', '2290197000001']);
	});

	it.each([
		['no such country', 'Atlantis', 'invalidParameter', `It is "Atlantis".`],
		[
			'no such field',
			undefined,
			'missingValue',
			"'Options > Default Country' has no value for {{ $json.country }} in the 2nd item.",
		],
		['none', '', 'invalidRecipient', 'It has no country code'],
	])('refuses the item whose country is %s', async (_, country, reason, explanation) => {
		const service = gateway()[route](accepted);
		const result = await run({
			items: [national[0]!, { ...national[1]!, country }],
			onError: 'continueRegularOutput',
			options: { defaultCountry: '={{ $json.country }}' },
		});

		expect(service.recipients).toStrictEqual(['33612345678']);
		expect(all(result, 'reason')).toStrictEqual(['accepted', reason]);
		expect(all(result, 'explanation')[1]).toContain(explanation);
		expect(result.items[1]!.json.recipient).toBe('06 12 34 56 78');
	});

	it.each([
		['$input.first().json.country', '$input.item.json.country'],
		["$('Start').all()[1].json.country", "$('Start').item.json.country"],
		['$(`Start`).last().json.country', "$('Start').item.json.country"],
		["$('Start').itemMatching(0).json.country", "$('Start').item.json.country"],
		["$items('Start')[0].json.country", "$('Start').item.json.country"],
	])('is refused where that of one item is read for all: %s', async (code, each) => {
		const service = gateway();
		const { error } = await run({ items: national, options: { defaultCountry: `={{ ${code} }}` } });

		expect(error!.message).toBe(
			`'Options > Default Country' has {{ ${code} }}, which is the country of one item, and the items have several. Write {{ ${each} }} instead.`,
		);
		expect(service.requests).toStrictEqual([]);
	});

	it('may be that of the first where all have it, or none', async () => {
		const service = gateway()[route](accepted);
		const countries = ['fr', 'FR', '', null];
		const items = countries.map((country, index) => ({ phone: `06 12 34 56 7${index}`, country }));
		await run({ items, options: { defaultCountry: '={{ $input.first().json.country }}' } });

		expect(service.recipients).toStrictEqual(items.map((_, index) => `3361234567${index}`));
	});

	it('reads who is excluded in a row by the country of that row', async () => {
		const service = gateway()[route](accepted);
		const items = national.map((row) => ({ ...row, optedOut: row.country.trim() && row.phone }));
		const result = await run({
			items,
			options: { defaultCountry: '={{ $json.country }}' },
			safeguards: { excludedRecipients: '={{ $json.optedOut || "" }}' },
		});

		expect(service.recipients).toStrictEqual(['2290197000001']);
		expect(all(result, 'reason')).toStrictEqual(['excluded', 'excluded', 'accepted']);
	});

	it('excludes whoever is in the list of one of the items', async () => {
		const service = gateway()[route](accepted);
		const items = phones(3).map((phone, index) => ({ phone, no: '', out: phones(index) }));
		const excludedRecipients = '={{ [$json.no, ...$json.out.map((one) => one)] }}';
		await run({ items, safeguards: { excludedRecipients } });

		expect(service.recipients).toStrictEqual(phones(3).slice(2));
	});

	it.each(['allowedRecipients', 'excludedRecipients', 'testRecipients'])(
		'refuses a number without country code in %s where the items have several countries',
		async (list) => {
			const service = gateway();
			const { error } = await run({
				items: national,
				options: { defaultCountry: '={{ $json.country }}' },
				safeguards: { [list]: '06 12 34 56 78' },
			});

			expect(`${error!.message} ${error!.description}`).toContain('It has no country code');
			expect(service.requests).toStrictEqual([]);
		},
	);

	it('reads such a list by the country that all items have', async () => {
		const service = gateway()[route](accepted);
		await run({
			items: [national[0]!, { phone: '06 12 34 56 79', country: 'fr' }],
			options: { defaultCountry: '={{ $json.country }}' },
			safeguards: { excludedRecipients: '06 12 34 56 78' },
		});

		expect(service.recipients).toStrictEqual(['33612345679']);
	});
});

it('costs one evaluation for each country, and none where settings are fixed', async () => {
	gateway().bulk(accepted);
	const items = people(500).map(({ phone }, index) => ({
		phone: `+${phone}`,
		country: ['FR', 'MA'][index % 2],
	}));
	const { Expression } = await import('n8n-workflow');
	const evaluate = jest.spyOn(Expression.prototype, 'resolveSimpleParameterValue');
	const evaluations = async (given: object): Promise<number> => {
		evaluate.mockClear();
		const { status } = await bulkSend({ items, ...given });
		expect(status).toBe('success');
		return evaluate.mock.calls.filter(([value]) => String(value).startsWith('=')).length;
	};

	const fixed = await evaluations({});
	const settings = await evaluations({
		options: { defaultCountry: '={{ $json.country.toUpperCase() }}' },
		safeguards: {
			maxSms: '={{ 100 * $input.all().length }}',
			excludedRecipients: '={{ $("Start").all().map(() => "+33612345678") }}',
			allowedCountries: '={{ $json.country ? ["BJ"] : [] }}',
		},
	});
	expect(fixed).toBe(0);
	expect(settings).toBeGreaterThan(5);
	expect(settings).toBeLessThan(12);
});

describe.each(waysToSend)('%s: a list of numbers from another node', (route, run) => {
	const optedOut = phones(3);
	const toPaste = "{{ $('Start').all().map((item) => item.json.phone) }}";

	it.each(['Allowed Recipients', 'Excluded Recipients', 'Test Recipients'])(
		"is refused where %s has one of the node's numbers only",
		async (label) => {
			const service = gateway();
			const name = label[0]!.toLowerCase() + label.slice(1).replace(' ', '');
			const { error } = await run({
				items: people(3),
				node: { executeOnce: true },
				safeguards: { [name]: "={{ $('Start').item.json.phone }}" },
			});

			expect(error!.message).toBe(
				`'${placed(label)}' has {{ $('Start').item.json.phone }}, which gives one number at a time, and the items here do not have all of them. Write ${toPaste} instead.`,
			);
			expect(service.requests).toStrictEqual([]);
		},
	);

	it('says what to write where each item would have another list', async () => {
		const service = gateway();
		const { error } = await run({
			items: people(3),
			safeguards: { allowedRecipients: "={{ $('Start').item.json.phone }}" },
		});

		expect(error!.message).toBe(
			`'Safeguards > Allowed Recipients' applies to all items, but the 2nd item gives another value than the 1st. To use all of them, write ${toPaste}.`,
		);
		expect(service.requests).toStrictEqual([]);
	});

	it.each([
		"={{ $('Start').item.json.phone }}",
		'={{ $("Start").item.json["phone"] }}',
		'={{ $node["Start"].json.phone }}',
		'={{ $node.Start.json.phone }}',
		"=+33612345678, {{ $('Start').item.json.phone.trim() }}",
		"=+{{ $('Start').item.json?.phone }}",
		"={{ $('Start').first().json.phone }}",
		"={{ $('Start').last().json.phone }}",
		"={{ $now && $today && $('Start').item.json.phone }}",
		'={{ $(`Start`).item.json.phone }}',
		"={{ $('Start')['item'].json.phone }}",
		"={{ $('Start').pairedItem().json.phone }}",
		"={{ $('Start').itemMatching(0).json.phone; }}",
		"={{ $('Start').first(0).json.phone }}",
		"={{ $('Start').all().at(1).json.phone }}",
		"={{ $('Start').all()[$itemIndex].json.phone }}",
		"={{ $('Start').all().slice(0, 1).map((one) => one.json.phone) }}",
		"={{ $('Start').params && $prevNode.name && $('Start').item.json.phone }}",
		"={{ $items('Start')[0].json.phone }}",
		"={{ $node['Start'].data.phone }}",
	])(
		'is refused in a turn of a loop, which has one of the rows: %s',
		async (excludedRecipients) => {
			const service = gateway();
			const { error } = await run({
				items: people(3),
				loop: { batchSize: 1 },
				safeguards: { excludedRecipients },
			});

			expect(error!.message).toMatch(
				/gives one number at a time.*\$\('Start'\)\.all\(\)\.map\(\(item\) => .*item\.json/,
			);
			// n8n leaves out of its log what stands in double quotes.
			expect(error!.message).not.toContain('"');
			expect(service.requests).toStrictEqual([]);
		},
	);

	it.each([
		['={{ $input.first().json.phone }}', '$input.all().map((item) => item.json.phone)'],
		["={{ $input.last().json.phone || '' }}", "$input.all().map((item) => item.json.phone || '')"],
		['={{ $("Start").all()[0].json.phone }}', "$('Start').all().map((item) => item.json.phone)"],
	])('is refused where one row is chosen: %s', async (excludedRecipients, list) => {
		const service = gateway();
		const { error } = await run({ items: people(3), safeguards: { excludedRecipients } });

		expect(error!.message).toContain(`Write {{ ${list} }} instead.`);
		expect(service.requests).toStrictEqual([]);
	});

	it('may be the first of them where it says who is allowed', async () => {
		const service = gateway()[route](accepted);
		const allowedRecipients = "={{ $('Start').first().json.phone }}";
		await run({ items: people(3), safeguards: { allowedRecipients } });

		expect(service.recipients).toStrictEqual(phones(1));
	});

	it.each([
		"$('Start').all().filter((one) => one.json.out).map((one) => one.json.phone)",
		"$('Start').all().find((one) => one.json.out).json.phone",
		"$('Start').all().map((one) => one.json.out).join('|')",
		"$('Start').all().reduce((all, one) => all.concat(one.json.out), [])",
		"$jmespath($('Start').all(), '[?json.out].json.phone')",
		"$items('Start').map((one) => one.json.out)",
		"$('Start').last().json.out",
	])('excludes in each turn whom a list of all items has: %s', async (code) => {
		const service = gateway()[route](accepted);
		const items = people(3).map(({ phone }, index) => ({ phone, out: index === 2 ? phone : '' }));
		const excludedRecipients = `={{ ${code} }}`;
		await run({ items, loop: { batchSize: 1 }, safeguards: { excludedRecipients } });

		expect(service.recipients).toStrictEqual(phones(2));
	});

	it.each([
		['of which none is left', '.filter((item) => item.json.out).map((item) => item.json.phone)', 3],
		['of which some have none', '.map((item) => item.json.out)', 2],
	])('excludes by a list %s', async (_, code, count) => {
		const service = gateway()[route](accepted);
		const out = phones(3)[2]!;
		const items = people(3).map((one, index) => (count < 3 && index === 2 ? { ...one, out } : one));
		const excludedRecipients = `={{ $('Start').all()${code} }}`;
		await run({ items, safeguards: { excludedRecipients } });

		expect(service.recipients).toStrictEqual(phones(count));
	});

	it.each([
		['no item there has', people(2), undefined, 0],
		["items have none of, as 'Always Output Data' gives one for nobody", [{}], '+33612345678', 1],
	])('excludes by a field that %s', async (_, items, recipient, count) => {
		const service = gateway()[route](accepted);
		const { error } = await run({
			items,
			parameters: recipient ? { recipient, recipients: recipient } : {},
			safeguards: { excludedRecipients: "={{ $('Start').all().map((item) => item.json.Phone) }}" },
		});

		expect(error?.message).toBe(
			count === 0
				? "The expression of 'Safeguards > Excluded Recipients' returned no value. Fix the expression or remove the option."
				: undefined,
		);
		expect(service.requests).toHaveLength(count);
	});

	it('excludes all of them by the expression that is to be pasted', async () => {
		const service = gateway()[route](accepted);
		const result = await run({
			items: people(3),
			loop: { batchSize: 1 },
			safeguards: { excludedRecipients: `=${toPaste}` },
		});

		expect(service.requests).toStrictEqual([]);
		expect(all(result, 'reason')).toStrictEqual(optedOut.map(() => 'excluded'));
	});

	it.each([
		['all items have all of it', "={{ $('Start').item.json.no }}", {}, 3],
		['only the others have no number', "={{ $('Start').item.json.few }}", { executeOnce: true }, 1],
		[
			'all of it are chosen from',
			"={{ $('Start').all().filter(({ json }) => json.few).map(({ json }) => json.few) }}",
			{ executeOnce: true },
			1,
		],
		[
			'it is a list on the first item',
			"={{ $('Start').first().json.list }}",
			{ executeOnce: true },
			1,
		],
		['it is the column of this node', '={{ $json.no }}', { executeOnce: true }, 1],
		[
			'it may be of another node',
			"={{ $('Start').item.json.no || $('Nobody').item.json.no }}",
			{ executeOnce: true },
			1,
		],
		[
			'it is read row by row',
			"={{ $json.out ? $('Start').item.json.no : '' }}",
			{ executeOnce: true },
			1,
		],
	])('stays where %s', async (_, excludedRecipients, node, count) => {
		const service = gateway()[route](accepted);
		await run({
			items: people(3).map(({ phone }, index) => ({
				phone,
				no: `+33612345${index}78`,
				few: ['+33612345678', '', null][index],
				list: ['+33612345678', '+33612345679'],
				out: true,
			})),
			node,
			safeguards: { excludedRecipients },
		});

		expect(service.recipients).toStrictEqual(phones(count));
	});
});

describe('Recipients that take the numbers of all items at once', () => {
	const items = rows(
		{ name: 'Ada', country: 'FR', until: '2126-01-01', text: 'Sale!', code: 1 },
		{ name: 'Ben', country: 'MA', until: '2026-01-01', text: '', code: 1, out: phones(2)[1] },
	);
	const recipients = "={{ $('Start').all().map((item) => item.json.phone) }}";
	const once = { executeOnce: true };
	const sendOnce = async ({ parameters, ...given }: Partial<Given>) => {
		const service = gateway().bulk(accepted);
		const all = { items, node: once, ...given, parameters: { recipients, ...parameters } };
		const { error } = await bulkSend(all);
		return { message: error?.message, recipients: service.recipients };
	};
	const refused = (label: string, expression: string, isOnce = true) => ({
		message: `'Recipients' has the numbers of all items, but '${label}' has {{ ${expression} }}, which is another value for each item. Write the number of one item in 'Recipients', such as {{ $json.phone }}${isOnce ? ", and turn off 'Execute Once'" : ''}.`,
		recipients: [],
	});

	it.each([
		['Message', '$json.name', { parameters: { message: '=Hi {{ $json.name }}' } }],
		['Message', "$('Start').item.json.name", {}],
		[
			'Sender ID',
			'$input.item.json.name',
			{ parameters: { senderId: '={{ $input.item.json.name }}' } },
		],
		[
			'Safeguards > Do Not Send After',
			'$json.until',
			{ safeguards: { doNotSendAfter: '={{ $json.until }}' } },
		],
		[
			'Safeguards > Deduplication Key',
			'$json.name',
			{ safeguards: { deduplicationKey: '={{ $json.name }}' } },
		],
		[
			'Options > Default Country',
			'$json.country',
			{ options: { defaultCountry: '={{ $json.country }}' } },
		],
	])(
		"are refused with 'Execute Once' where '%s' is of the first: %s",
		async (label, code, given) => {
			const message = { parameters: { message: `=Hi {{ ${code} }}` } };
			expect(await sendOnce(Object.keys(given).length > 0 ? given : message)).toStrictEqual(
				refused(label, code),
			);
		},
	);

	it.each([
		"$json.name.split(' ').first()",
		"$json.name + $('Start').item.json.country",
		'$json.name + $itemIndex',
		'$(`Start`)["item"].json.name',
		"$('Start').pairedItem().json.name",
		"$('Start').all()[$itemIndex].json.name",
		'$thisItem.json.name',
	])('are refused however the value of one is written: %s', async (code) => {
		const parameters = { message: `=Hi {{ ${code} }}` };
		expect(await sendOnce({ parameters })).toStrictEqual(
			refused('Message', code.replaceAll('"', "'")),
		);
	});

	it.each([
		"$items('Start').map((item) => item.json.phone)",
		'$items().map((item) => item.json.phone)',
		'$(`Start`).all().map((item) => item.json.phone)',
		"$('Start')['all']().map((item) => item.json.phone)",
		"$('Start').all().map((item) => ({ $to: item.json.phone }).$to)",
		'$($prevNode.name).all().map((item) => item.json.phone)',
	])('are refused however all are taken: %s', async (code) => {
		const parameters = { recipients: `={{ ${code} }}`, message: '=Hi {{ $json.name }}' };
		expect(await sendOnce({ parameters })).toStrictEqual(refused('Message', '$json.name'));
	});

	it('are refused where everybody would get the text of each', async () => {
		const parameters = {
			recipients: '={{ $input.all().map((item) => item.json.phone) }}',
			message: '=Hi {{ $json.name }}',
		};
		expect(await sendOnce({ node: {}, parameters })).toStrictEqual(
			refused('Message', '$json.name', false),
		);
	});

	it.each([1, 2])(
		'are refused where a loop hands on the items, %i in each turn',
		async (batchSize) => {
			const parameters = { message: '=Hi {{ $json.name }}' };
			expect(await sendOnce({ node: {}, loop: { batchSize }, parameters })).toStrictEqual(
				refused('Message', '$json.name', false),
			);
		},
	);

	it('are sent to where the items here are others, as many as there may be', async () => {
		const again = { output: 0, times: 1, forgets: true } as const;
		const parameters = { message: '={{ $runIndex > 0 ? $json.recipient : "First" }}' };
		expect(await sendOnce({ again, parameters })).toStrictEqual({
			message: undefined,
			recipients: [...phones(2), ...phones(2)],
		});
	});

	it("are refused with 'Execute Once' where a later item excludes somebody", async () => {
		const sent = await sendOnce({ safeguards: { excludedRecipients: '={{ $json.out || "" }}' } });

		expect(sent.message).toContain("Write {{ $input.all().map((item) => item.json.out || '') }}");
		expect(sent.recipients).toStrictEqual([]);
	});

	it.each([
		['all have the same', {}, '={{ $json.code }}'],
		['one alone has a value', {}, '={{ $json.text }}'],
		['the first is chosen', {}, '=The winner is {{ $input.first().json.name }}'],
		['the first is chosen of a list', {}, "=The winner is {{ $items('Start')[0].json.name }}"],
		['it is no value of an item', {}, '=Hello {{ $now.year }}'],
		[
			'it is of all of them',
			{},
			"=We are {{ $('Start').all().map((item) => item.json.name) .join() }}",
		],
		[
			'the numbers are those of its items',
			{
				node: {},
				recipients:
					"={{ $('Start').all().filter((one) => one.json.name === $json.name).map((one) => one.json.phone) }}",
			},
			'=Hi {{ $json.name }}',
		],
	])(
		'are sent to where %s',
		async (_, { node = once, ...list }: { node?: object; recipients?: string }, message) => {
			expect(await sendOnce({ node, parameters: { ...list, message } })).toStrictEqual({
				message: undefined,
				recipients: phones(2),
			});
		},
	);
});
