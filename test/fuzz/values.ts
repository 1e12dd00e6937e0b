import fc, { type Arbitrary } from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

// What webhooks, sheets and people hand in: anything that JSON can hold, and what tends to break readers of it.

export const LINK = '<a href=//evil.example>Sign in</a><img src=//evil.example/x.png>';

const text = fc.oneof(
	fc.string(),
	fc.string({ unit: 'binary' }),
	fc.constantFrom(
		'',
		' ',
		'\u0000',
		'\ud800',
		LINK,
		'__proto__',
		'constructor',
		'{{ $json }}',
		'1e21',
		'-0',
		'NaN',
		'+229 01 97 00 12 34',
		'0033 6 39 98 00 11',
		'#REF!',
		'２２９０１９７００００００',
		'12/31/2026',
	),
	fc
		.tuple(fc.constantFrom('0', ' ', '(', '|', '1,', '+', '\n', 'é', '👩‍👩‍👧', '"'), fc.nat(3_000))
		.map(([unit, times]) => unit.repeat(times)),
);

const nested = fc
	.tuple(fc.nat(60), fc.boolean())
	.map(([depth, array]) =>
		Array.from({ length: depth }).reduce<unknown>((inner) => (array ? [inner] : { inner }), 'x'),
	);

export const anything: Arbitrary<unknown> = fc.oneof(
	{ weight: 3, arbitrary: text },
	{ weight: 2, arbitrary: fc.constant(LINK) },
	fc.double(),
	fc.integer(),
	fc.boolean(),
	fc.constant(null),
	fc.array(fc.oneof(text, fc.integer()), { maxLength: 8 }),
	fc.jsonValue({ maxDepth: 3 }),
	nested,
);

const phone = fc.integer({ min: 0, max: 30 }).map((index) => String(46_701_740_600 + index));

/** Numbers that can be sent to, between values that cannot. */
export const recipients: Arbitrary<unknown> = fc.oneof(
	{ weight: 12, arbitrary: phone },
	{ weight: 4, arbitrary: fc.array(phone, { maxLength: 5 }).map((all) => all.join('|')) },
	fc.array(fc.oneof(phone, anything), { maxLength: 5 }),
	fc.constant(LINK),
	anything,
);

const usually = (value: string): Arbitrary<unknown> =>
	fc.oneof({ weight: 12, arbitrary: fc.constant(value) }, { weight: 1, arbitrary: anything });

export const item: Arbitrary<IDataObject> = fc
	.record({ phone: recipients, sender: usually('MyShop'), text: usually('Hello') })
	.map((fields) => fields as IDataObject);

/** Values that would only make a test wait; the others of the same kinds are tried. */
const PATIENT: Readonly<Record<string, Arbitrary<unknown>>> = {
	requestsPerSecond: fc.constantFrom(0, 1_000, -1, 'fast', {}),
	timeout: fc.constantFrom(0, 0.3, 2, '2', -1, 1e12, 'soon', []),
};

/** Some of the settings with some values: usable ones among many that are not. */
export const settings = (
	fields: ReadonlyArray<{ name: string; default?: unknown }>,
): Arbitrary<IDataObject> => {
	const values = fields.map(({ name, default: usual }) => [
		name,
		fc.oneof(
			{ weight: 12, arbitrary: fc.constant(usual) },
			{ weight: 1, arbitrary: PATIENT[name] ?? anything },
		),
	]);
	const record = Object.fromEntries(values) as Record<string, Arbitrary<unknown>>;
	return fc.oneof(
		{ weight: 6, arbitrary: fc.constant({}) },
		{
			weight: 1,
			arbitrary: fc.record(record, { requiredKeys: [] }).map((all) => all as IDataObject),
		},
	);
};

/** @param base of a server that answers */
export const baseUrl = (base: string): Arbitrary<unknown> =>
	fc.oneof(
		{ weight: 12, arbitrary: fc.constant(base) },
		fc.constantFrom(
			` ${base}/// `,
			`${base}?key=1`,
			base.replace('http://', 'http://user:secret@'),
			base.replace('http:', 'https:'),
			base.replace('http:', 'ftp:'),
			'http://127.0.0.1:1',
			'http://localhost.',
			'http://[::1',
			LINK,
			'javascript:alert(1)',
			'file:///etc/passwd',
			null,
			7,
			{},
		),
	);
