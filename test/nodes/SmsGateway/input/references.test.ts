import { aboutReference, misplacedIn } from '../../../../nodes/SmsGateway/input/references';
import { explain } from '../../../../nodes/SmsGateway/words/causes';
import { gateway } from '../../../support/gateway';
import { accepted, bulkSend, people, waysToSend } from '../run';

const itemsOf = (...list: object[]) => list.map((json) => ({ json: json as never }));

const ITEMS = itemsOf(
	{
		name: 'Ada',
		phone: '1',
		'First Name': 'Ada',
		customer: { city: 'Rome', tel: '1', 'E.Mail': '' },
	},
	{ name: 'Ben', phone: '2', order_id: 7 },
);

describe('a text', () => {
	it.each([
		['Hello {name}', '{name}', '$json.name'],
		['Hello { name }', '{ name }', '$json.name'],
		['Hello [name]!', '[name]', '$json.name'],
		['Hello [[name]]!', '[[name]]', '$json.name'],
		['Hello <name>', '<name>', '$json.name'],
		['Hello <<name>>', '<<name>>', '$json.name'],
		['Hello «name»', '«name»', '$json.name'],
		['Hello %name%', '%name%', '$json.name'],
		['Hello %%name%%', '%%name%%', '$json.name'],
		['Hello #name#', '#name#', '$json.name'],
		['Hello {#name#}', '{#name#}', '$json.name'],
		['Hello ${name}', '${name}', '$json.name'],
		['Hello #{name}', '#{name}', '$json.name'],
		['Hello *|NAME|*', '*|NAME|*', '$json.name'],
		['Hello $name, thank you', '$name', '$json.name'],
		['Hello {Name}', '{Name}', '$json.name'],
		['Hello {first_name}', '{first_name}', "$json['First Name']"],
		['Hello {First Name}', '{First Name}', "$json['First Name']"],
		['Order [orderId]', '[orderId]', '$json.order_id'],
		['From {customer.city}', '{customer.city}', '$json.customer.city'],
		['50 % off for {name}', '{name}', '$json.name'],
		['Hello $json.name', '$json.name', '$json.name'],
		['Hello $json.name.', '$json.name', '$json.name'],
		['Hello $json?.name!', '$json?.name', '$json?.name'],
		['Hello $json .name', '$json .name', '$json .name'],
		["Hello $json['First Name'], hi", "$json['First Name']", "$json['First Name']"],
	])('%j has a placeholder of another tool', (text, found, code) => {
		expect(misplacedIn(text, ITEMS)).toStrictEqual({
			found,
			advice: `Write {{ ${code} }} instead.`,
		});
	});

	it('has one with an accent, however its letters are encoded', () => {
		const name = 'Größe'.normalize('NFD');
		const advice = `Write {{ $json.${name} }} instead.`;
		const found = '{größe}';
		expect(misplacedIn(`Size ${found}`, itemsOf({ [name]: 'L' }))).toStrictEqual({ found, advice });
	});

	it.each([['{नाम}'], ['[नाम]'], ['$नाम']])('has one in a script with marks: %s', (found) => {
		const advice = 'Write {{ $json.नाम }} instead.';
		expect(misplacedIn(`नमस्ते ${found}`, itemsOf({ नाम: 'अदा' }))).toStrictEqual({ found, advice });
		expect(aboutReference(itemsOf({ नाम: 'अदा' }), '$json.नाव')).toContain("no field 'नाव'");
	});

	it.each([['Hello {{{name}}}'], ['Hello {{ name'], ['Hello {{name}']])(
		'%j has one in the braces of other tools, or in open ones',
		(text) => {
			expect(misplacedIn(text, ITEMS)).toMatchObject({
				found: expect.stringMatching(/^\{\{ name/),
			});
		},
	);

	it('has the name of a field with a dot, and not of one without letters', () => {
		const items = itemsOf({ 'E.Mail': '', '-': '' });
		const advice = "Write {{ $json['E.Mail'] }} instead.";
		expect(misplacedIn('To {e.mail}', items)).toStrictEqual({ found: '{e.mail}', advice });
		expect(misplacedIn('To {_}', items)).toBeUndefined();
	});

	it('names what is there for a $json. that is not', () => {
		expect(misplacedIn('Hello $json.Nmae!', ITEMS)).toStrictEqual({
			found: '$json.Nmae',
			advice: expect.stringMatching(
				/^The items have no field 'Nmae'\. They have: name, .+\. Write \{\{ \$json\.name \}\}\.$/,
			),
		});
	});

	it.each([
		['{-20%}'],
		['[today]'],
		['I <3 you'],
		['<3 name'],
		['20 % name 30 %'],
		['name'],
		['Costs $5'],
		['Pay in $USD'],
		['a {b} [c] <d> %e%'],
		['{constructor} [toString] <__proto__>'],
		['{}'],
		['Write to <ada@example.com>'],
		['{customer.street}'],
		['json.name'],
	])('%j goes out', (text) => {
		expect(misplacedIn(text, ITEMS)).toBeUndefined();
	});

	it('is an expression where it begins with =, which n8n evaluates', () => {
		expect(misplacedIn('=Hello {name}', ITEMS)).toBeUndefined();
	});

	it('is a name alone only where nothing else can be meant', () => {
		expect(misplacedIn('phone', ITEMS)).toBeUndefined();
		expect(misplacedIn('Phone', ITEMS, true)).toStrictEqual({
			found: 'Phone',
			advice: 'Write {{ $json.phone }} instead.',
		});
		expect(misplacedIn('+33 6, phone', ITEMS, true)).toMatchObject({ found: 'phone' });
		expect(misplacedIn('33612345678', itemsOf({ 33612345678: 1 }), true)).toBeUndefined();
	});

	it('is found in what a field is made of', () => {
		expect(misplacedIn({ window: { from: '{name}' } }, ITEMS)).toMatchObject({ found: '{name}' });
		expect(misplacedIn([1, null, '{name}'], ITEMS)).toMatchObject({ found: '{name}' });
	});
});

describe('an expression', () => {
	const LIST = 'They have: phone, name, First Name, customer, order_id.';

	it.each([
		['$json.Phone', `The items have no field 'Phone'. ${LIST} Write {{ $json.phone }}.`],
		[
			'$json.Phone.trim()',
			`The items have no field 'Phone'. ${LIST} Write {{ $json.phone.trim() }}.`,
		],
		['name', 'Write {{ $json.name }}.'],
		[' First Name ', "Write {{ $json['First Name'] }}."],
		['customer.city', 'Write {{ $json.customer.city }}.'],
		[
			'$json.customer.Tel',
			"The items have no field 'Tel'. 'customer' has: tel, E.Mail, city. Write {{ $json.customer.tel }}.",
		],
		['$json.customer.E.Mail', expect.stringContaining("Write {{ $json.customer['E.Mail'] }}.")],
		['$json["first name"]', expect.stringContaining("Write {{ $json['First Name'] }}.")],
		['fone', expect.stringMatching(/They have: phone, .+ Write \{\{ \$json\.phone \}\}\.$/)],
		['fone.mobile', expect.stringMatching(/ Write \{\{ \$json\.phone \}\}\.$/)],
		[
			'$json.zzz',
			expect.stringMatching(/^The items have no field 'zzz'. .+ Drag the one you mean/),
		],
	])('%j gets what is there, the nearest first', (code, advice) => {
		expect(aboutReference(ITEMS, code)).toStrictEqual(advice);
	});

	it.each([
		['$json.phone'],
		['$json.order_id'],
		['$json.name.length'],
		['$json.customer.tel'],
		['$json.phone[0]'],
		['0 / 0'],
		['undefined'],
		['"text"'],
		["$('Sheet').item.json.Phone"],
		['$now.foo'],
	])('%j gets no advice, as the field is there or none is meant', (code) => {
		expect(aboutReference(ITEMS, code)).toBe('');
	});

	it('gets no advice where there are no items', () => {
		expect(aboutReference([], '$json.x')).toBe('');
		expect(aboutReference(itemsOf({}), '$json.x')).toBe('The items have no fields.');
	});

	it('names no more than ten fields, and writes names with signs so that n8n reads them', () => {
		const many = Object.fromEntries(Array.from({ length: 13 }, (_, index) => [`col ${index}`, 1]));
		expect(aboutReference(itemsOf(many), '$json.x')).toContain(' and 3 more. Drag');
		const odd = itemsOf({ "it's": 1, '1st': 1, 'line 1': 1 });
		expect(aboutReference(odd, '$json.its')).toContain("{{ $json['it\\'s'] }}");
		expect(aboutReference(odd, '$json["1ST"]')).toContain("{{ $json['1st'] }}");
		expect(aboutReference(odd, '$json["Line 1"]')).toContain("{{ $json['line 1'] }}");
	});
});

it('says where to write it', () => {
	const misplaced = { found: '{name}', advice: 'Write {{ $json.name }} instead.' };
	expect(explain([{ name: 'placeholder', field: 'Message', ...misplaced }])).toBe(
		"'Message' contains {name} as plain text. Switch the field to 'Expression'. Write {{ $json.name }} instead.",
	);
	expect(
		explain([{ name: 'placeholder', field: 'Message', ...misplaced, isInExpression: true }]),
	).toBe("'Message' contains {name} as plain text. Write {{ $json.name }} instead.");
});

describe.each(waysToSend)('in a %s', (_, run) => {
	const items = people(2).map((person, index) => ({ ...person, name: ['Ada', 'Ben'][index]! }));

	it.each([['Hello {name}'], ['=Hello {name}, {{ $json.phone }}'], ['Hello $json.name']])(
		'a placeholder of another tool sends nothing: %s',
		async (message) => {
			const service = gateway().send(accepted).bulk(accepted);
			const { error } = await run({ items, parameters: { message } });

			expect(service.requests).toStrictEqual([]);
			expect(error!.message).toMatch(/^Nothing was sent\. .*'Message' contains .+ as plain text\./);
			expect(error!.message).toContain('Write {{ $json.name }} instead.');
		},
	);

	it('a text that only looks like one is sent', async () => {
		const service = gateway().send(accepted).bulk(accepted);
		await run({ items, parameters: { message: '{-20%} [today] <3' } });

		expect(service.requests[0]!.body!.message).toBe('{-20%} [today] <3');
	});

	it('a choice that is also the name of a field is sent', async () => {
		const service = gateway().send(accepted).bulk(accepted);
		const items = people(1).map((person) => ({ ...person, typographic: 1 }));
		await run({ items, options: { replaceSpecialCharacters: 'typographic' } });

		expect(service.requests).toHaveLength(1);
	});

	it('a list that is the name of a field says what to write', async () => {
		const service = gateway();
		const { error } = await run({ items, safeguards: { testRecipients: 'phone' } });

		expect(service.requests).toStrictEqual([]);
		expect(error!.message).toContain('Write {{ $json.phone }} instead.');
	});

	it('a key that is the name of a field would be one key for all', async () => {
		const service = gateway().send(accepted).bulk(accepted);
		const { error } = await run({ items, safeguards: { deduplicationKey: 'name' } });

		expect(service.requests).toStrictEqual([]);
		expect(error!.message).toContain('Write {{ $json.name }} instead.');
	});
});

it('tells who types the name of the column what to write', async () => {
	gateway();
	const items = people(3);
	const { error } = await bulkSend({ items, parameters: { recipients: 'phone' } });
	expect(error!.message).toBe(
		"Nothing was sent. 'Recipients' contains phone as plain text. Switch the field to 'Expression'. Write {{ $json.phone }} instead.",
	);

	const wrongCase = await bulkSend({ items, parameters: { recipients: '={{ $json.Phone }}' } });
	expect(`${wrongCase.error!.message} ${wrongCase.error!.description}`).toContain(
		"The items have no field 'Phone'. They have: phone. Write {{ $json.phone }}.",
	);
});
