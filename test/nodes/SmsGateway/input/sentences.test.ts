import { gateway } from '../../../support/gateway';
import { accepted, all, bulkSend, people, send } from '../run';

const onError = 'continueRegularOutput' as const;

type Case = [message: unknown, item: object, why: string];
const MEANT = " If it may be empty, write {{ $json.name || '' }}.";

const OBJECT = 'It gave an object. Use one of its fields.';
const LIST =
	"It gave a list. Use one of its values, or join them with .join(', '). If each is for another recipient, put a 'Split Out' node in front of this node.";

const explanationOf = async (parameters: object, item: object, more: object = {}) => {
	const service = gateway().send(accepted).bulk(accepted);
	const items = [{ ...people(1)[0]!, ...item }] as never;
	const result = await send({ items, parameters: parameters as never, onError, ...more });
	const [sent] = service.requests;
	return sent ? { sent: sent.body!.message } : result.items[0]!.json.explanation;
};

const lacks = (name: string) =>
	` The items have no field '${name}'. They have: phone. Drag the one you mean into the field.`;

it.each<Case>([
	['=Hi {{ $json.name }}', { name: '' }, `{{ $json.name }} in the 1st item.${MEANT}`],
	[
		'=Hi {{ $json.name }}',
		{ name: null },
		"{{ $json.name }} in the 1st item. If it may be missing, write {{ $json.name || '' }}.",
	],
	[
		'=Hi {{ $json.of.name }}',
		{ of: { name: null } },
		"{{ $json.of.name }} in the 1st item. If it may be missing, write {{ $json.of.name || '' }}.",
	],
	// What it advises would not help: behind a null, in a calculation, and where nothing is left.
	['=Hi {{ $json.of.name }}', { of: null }, '{{ $json.of.name }} in the 1st item.'],
	['=Hi {{ $json.name.trim() }}', { name: null }, '{{ $json.name.trim() }} in the 1st item.'],
	['={{ $json.name }}', { name: null }, '{{ $json.name }} in the 1st item.'],
	['=Hi {{ $json.name }}', {}, `{{ $json.name }} in the 1st item.${lacks('name')}`],
	[
		'=Hi {{ $json.a /* b */ + /* c */ "NaN" }}',
		{},
		`{{ $json.a + "NaN" }} in the 1st item.${lacks('a').replace('phone }}', 'phone + "NaN" }}')}`,
	],
	[
		`=Hi {{ $json.a + "${'x'.repeat(100)}" }}`,
		{},
		`{{ $json.a + "${'x'.repeat(88)}… }} in the 1st item.${lacks('a')}`,
	],
	[
		`=Hi {{ $json.a + "${'x'.repeat(88)}" }}`,
		{},
		`{{ $json.a + "${'x'.repeat(88)}" }} in the 1st item.${lacks('a')}`,
	],
])('says why nothing is sent of %j of %j', async (message, item, why) => {
	expect(await explanationOf({ message }, item)).toBe(`'Message' has no value for ${why}`);
});

it('advises nobody to leave out a part of a number', async () => {
	expect(await explanationOf({ recipient: '=+{{ $json.number }}' }, { number: null })).toBe(
		"'Recipient' has no value for {{ $json.number }} in the 1st item.",
	);
});

it.each<Case>([
	['=Hi {{ $json.name }}', { name: {} }, `{{ $json.name }} in the 1st item. ${OBJECT}`],
	['=Hi {{ $json.name }}', { name: ['A'] }, `{{ $json.name }} in the 1st item. ${LIST}`],
	['={{ ["A"] }}', {}, `{{ ["A"] }} in the 1st item. ${LIST}`],
	['=Hi {{ 0 / 0 }}', {}, '{{ 0 / 0 }} in the 1st item. It gave NaN.'],
	['=Hi {{ 1 / 0 }}', {}, '{{ 1 / 0 }} in the 1st item. It gave Infinity.'],
	['=Hi {{ new Date("x") }}', {}, '{{ new Date("x") }} in the 1st item. It gave an invalid date.'],
])('says what %j of %j gave', async (message, item, why) => {
	expect(await explanationOf({ message }, item)).toBe(`'Message' cannot use ${why}`);
});

it("says that 'Bulk Send' takes a list of recipients", async () => {
	gateway();
	const phone = ['+46701740611', '+491713920023'];
	const { error } = await send({
		items: [{ phone }],
		parameters: { recipient: '={{ $json.phone }}' },
	});
	expect(error!.message).toBe(
		"Nothing was sent: 'Recipient' cannot use {{ $json.phone }}. It gave a list. Use one of its values; only 'Bulk Send' takes several.",
	);
});

it('names what n8n says of an expression that fails, shortened and in one line', async () => {
	const told = await explanationOf({ message: '=Hi {{ $("Nobody").item.json.name }}' }, {});
	const [, said] = /^'Message' has no value for .* in the 1st item\. n8n says: (.*)\.$/.exec(
		told as string,
	)!;

	expect(said!.length).toBeGreaterThan(10);
	expect(said!.length).toBeLessThanOrEqual(200);
});

it.each([
	[
		{ senderId: '={{ "" }}' },
		"'Sender ID' is empty in the 1st item. Enter the sender name that is registered with your SMS service.",
	],
	[
		{ senderId: ' ' },
		"'Sender ID' is empty in the 1st item. Enter the sender name that is registered with your SMS service.",
	],
	[{ senderId: { a: 1 } }, "'Sender ID' must be text."],
	[{ message: '={{ "" }}' }, "'Message' is empty in the 1st item. Enter a text."],
	[{ message: ' \n' }, "'Message' is empty in the 1st item. Enter a text."],
	[{ message: ['a'] }, "'Message' must be text."],
	[
		{ safeguards: { doNotSendAfter: 'soon' } },
		`'Safeguards > Do Not Send After' is wrong in the 1st item. It must be a date, such as 2026-11-21T18:00. It is "soon".`,
	],
	[
		{ safeguards: { deduplicationKey: true } },
		"'Safeguards > Deduplication Key' is wrong in the 1st item. It must be a text or a number, such as an order number.",
	],
	[
		{ safeguards: { deduplicationKey: '={{ $json.id }}' } },
		"'Safeguards > Deduplication Key' cannot use {{ $json.id }} in the 1st item. It is a number above 9007199254740991. Such numbers are rounded, so that two IDs can become one. Change it to text where it comes from.",
	],
])('explains %j', async (parameters, sentence) => {
	const { safeguards, ...rest } = parameters as { safeguards?: object };
	expect(await explanationOf(rest, { id: 2 ** 60 }, { safeguards })).toBe(sentence);
});

it('sends a number as text', async () => {
	expect(await explanationOf({ message: 12 }, {})).toStrictEqual({ sent: '12' });
});

it.each([
	['=A \\\\{{ $json.name }}', { name: 'x' }, { sent: 'A \\x' }],
	[
		'=A \\\\{{ "" + 0 / 0 }}',
		{},
		`'Message' has no value for =A \\\\{{ "" + 0 / 0 }} in the 1st item.`,
	],
	[
		'=A \\\\{{ $("Nobody").item.json.name }}',
		{},
		`'Message' has no value for =A \\\\{{ $("Nobody").item.json.name }} in the 1st item. n8n says: Referenced node doesn't exist.`,
	],
])('leaves to n8n what it alone can take apart: %s of %j', async (message, item, expected) => {
	expect(await explanationOf({ message }, item)).toStrictEqual(expected);
});

it.each(['', ' ', null])('explains a recipient that is %j as an invalid number', async (phone) => {
	gateway();
	const result = await send({ items: [{ phone }] as never, onError });

	expect(all(result, 'reason')).toStrictEqual([
		phone === null ? 'missingValue' : 'invalidRecipient',
	]);
});

it('reads a list whose entries are expressions', async () => {
	const service = gateway().bulk(accepted);
	const recipients = ['={{ $json.phone }}', '+33 6 12 34 56 78'];
	await bulkSend({ items: people(1), parameters: { recipients } });

	expect(service.recipients).toStrictEqual([people(1)[0]!.phone, '33612345678']);
});
