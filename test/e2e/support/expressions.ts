import { itemsOf, type Run } from '../../../host';
import { items, manualTrigger, smsGateway, workflow } from '../../../host/workflow';
import type { Sandbox } from '../../../sandbox';
import { ADA, BEN, IN_N8N_1 } from './campaign';

const PEOPLE = items([
	{ phone: ADA, name: 'Ada', order: { id: 7, paid: false }, day: '2026-11-21T10:00:00.000Z' },
	{ phone: BEN, name: 'Ben & {{ Co }} ’é😀', order: { id: 0, paid: true }, day: 'x' },
	{ phone: '+46701740612', name: ' ', order: null, day: '' },
	{ phone: '+46701740613' },
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

export const expressions = workflow(
	'expressions',
	[manualTrigger(), PEOPLE, editFields],
	NAMES.map((name) => [PEOPLE, 0, sendOf(name)]),
);

/** Texts go out as n8n writes them, or not at all where a value is missing. */
export function expectTextsOfN8n(run: Run, sandbox: Sandbox): void {
	const texts = itemsOf(run, 'Edit Fields').map(({ json }) => json);
	// This n8n 1 finds nothing of other nodes there, in its own nodes neither.
	for (const name of NAMES.filter((one) => !IN_N8N_1 || one !== 'Elsewhere')) {
		const [, recipients] = TEXTS[name]!;
		const sent = sandbox.messages().filter(({ text }) => text.startsWith(`${name}: `));
		expect(sent.map(({ recipient }) => `+${recipient}`)).toStrictEqual(recipients);
		expect(sent.map(({ text }) => text)).toStrictEqual(
			recipients.map((_, index) => texts[index]![name]),
		);
		expect(itemsOf(run, name).map(({ json }) => json.reason)).toStrictEqual(
			[0, 1, 2, 3].map((index) => (index < recipients.length ? 'accepted' : 'missingValue')),
		);
	}
}
