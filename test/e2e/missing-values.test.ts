import { HOST_VERSIONS, itemsOf } from '../../scripts/host';
import { items, manualTrigger, smsGateway, workflow } from '../../scripts/workflow';
import { createRealN8n, type RealN8n } from './support/real-n8n';

const ADA = '46701740611';
const BEN = '491713920023';

const PEOPLE = items([
	{ phone: ADA, name: 'Ada', order: { id: 7, paid: false }, day: '2026-11-21T10:00:00.000Z' },
	{ phone: BEN, name: 'Ben & {{ Co }} ’é😀', order: { id: 0, paid: true }, day: 'x' },
	{ phone: '46701740612', name: ' ', order: null, day: '' },
	{ phone: '46701740613' },
]);

/** What each text says, and who gets it. */
const TEXTS: Record<string, [text: string, recipients: string[]]> = {
	Plain: ['Hello {{ $json.name }}, order {{ $json.order.id }}.', [ADA, BEN]],
	Calculated: [
		'{{ $json.name.toUpperCase() }}: {{ $json.order.id + 1 }}, {{ $json.order.paid }}, {{ $json["name"] }}',
		[ADA, BEN],
	],
	Elsewhere: ["For {{ $('Items').item.json.name }} of {{ $itemIndex }}", [ADA, BEN]],
	Date: ['On {{ DateTime.fromISO($json.day).toFormat("dd.MM.yyyy") }} at 9', [ADA]],
	Now: ['{{ $json.name }}, {{ new Date(0) }}', [ADA, BEN]],
	Glued: ['{{ "Hello " + $json.order.id }}', [ADA, BEN]],
};

const NAMES = Object.keys(TEXTS);
const written = (name: string) => `=${name}: ${TEXTS[name]![0]}`;

/** n8n's own node writes the same texts. */
const editFields = {
	name: 'Edit Fields',
	type: 'n8n-nodes-base.set',
	typeVersion: 3.4,
	parameters: {
		assignments: {
			assignments: NAMES.map((name) => ({ id: name, name, value: written(name), type: 'string' })),
		},
		options: {},
	},
	onError: 'continueRegularOutput',
};

const sendOf = (name: string) =>
	smsGateway(
		{
			operation: 'bulkSend',
			senderId: 'SHOP',
			recipients: '={{ $json.phone }}',
			message: written(name),
		},
		{ name, onError: 'continueRegularOutput' },
	);

const sending = workflow(
	'missing-values',
	[manualTrigger(), PEOPLE, editFields],
	NAMES.map((name) => [PEOPLE, 0, sendOf(name)]),
);

describe.each(HOST_VERSIONS)('texts with expressions in n8n %s', (version) => {
	let n8n: RealN8n;

	beforeAll(async () => {
		n8n = await createRealN8n({ workflows: [sending], version });
	});

	afterAll(() => n8n?.close());

	it('go out as n8n writes them, or not at all where a value is missing', async () => {
		const run = await n8n.instance.execute('missing-values');
		const texts = itemsOf(run, 'Edit Fields').map(({ json }) => json);

		// `n8n execute` of n8n 1 finds nothing of other nodes, and its Edit Fields writes nothing.
		const finds = String(texts[0]!.Elsewhere).includes('Ada');
		expect(finds || version !== HOST_VERSIONS[0]).toBe(true);
		for (const name of NAMES.filter((one) => finds || one !== 'Elsewhere')) {
			const [, recipients] = TEXTS[name]!;
			const sent = n8n.sandbox.messages().filter(({ text }) => text.startsWith(`${name}: `));
			expect(sent.map(({ recipient }) => recipient)).toEqual(recipients);
			expect(sent.map(({ text }) => text)).toEqual(
				recipients.map((_, index) => texts[index]![name]),
			);
			expect(itemsOf(run, name).map(({ json }) => json.reason)).toEqual(
				[0, 1, 2, 3].map((index) => (index < recipients.length ? 'accepted' : 'missingValue')),
			);
		}
	});
});
