/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on the developer's machine, never inside n8n */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { INodeProperties } from 'n8n-workflow';
import {
	recipientField,
	recipientsField,
	senderIdField,
} from '../../nodes/SmsGateway/actions/sms/fields';
import { safeguardsField } from '../../nodes/SmsGateway/settings/panel';
import { PROJECT } from '../../host';
import { type Example, readExample, readExamples } from '../../host/examples';

const examples = readExamples().map((example) => [example.file, example] as const);

interface Sms {
	toolDescription?: string;
	operation?: string;
	recipient?: string;
	recipients?: string;
	senderId?: string;
	safeguards?: Record<string, unknown>;
	options?: { defaultCountry?: string; limitWaitTime?: object };
}
const smsOf = ({ nodes }: Example): Sms[] =>
	nodes
		.filter(({ type }) => /\.smsGateway(Hitl)?(Tool)?$/.test(type))
		.map(({ parameters }) => parameters as Sms);
const noteOf = ({ nodes }: Example) => (nodes[0]!.parameters as { content: string }).content;
const isExpression = (value: unknown) => typeof value === 'string' && value.startsWith('=');

it.each(examples)('%s begins with a note that says what to do and where to look', (_, example) => {
	expect(example.nodes[0]).toMatchObject({ type: 'n8n-nodes-base.stickyNote', name: 'Try It' });
	expect(noteOf(example)).toMatch(/Press \*\*(Execute workflow|Open chat|Publish)\*\*/);
	expect(noteOf(example)).toContain('[inbox of the sandbox](http://127.0.0.1:3030)');
	expect(noteOf(example)).toMatch(/^## Try it\n\n\*\*Choose your credential/);
});

// Whoever puts in customers of their own and presses Execute workflow.
it.each(examples)('%s sends to nobody but the numbers in it when it is tried', (_, example) => {
	for (const { operation, recipient, recipients, safeguards, ...tool } of smsOf(example)) {
		if (!['send', 'bulkSend'].includes(operation ?? '')) continue;
		if (JSON.stringify(tool).includes('$fromAI')) expect(tool.toolDescription).toMatch(/not call/);
		if (!isExpression(recipient ?? recipients)) continue;
		const { testRecipients, allowedRecipients } = safeguards ?? {};
		expect(`${testRecipients}\n${allowedRecipients}`).toMatch(/^\+\d/m);
	}
});

const LABELS: Record<string, string> = Object.fromEntries(
	[
		senderIdField,
		recipientField,
		recipientsField,
		...(safeguardsField.options as INodeProperties[]),
	].map(({ name, displayName }) => [name, displayName]),
);

// What suits everybody: on or off, and a choice from a list.
const isGeneral = (name: string, value: unknown) =>
	typeof value === 'boolean' || name === 'skipRepeats';

it.each(examples)('%s says in its first note which values are its own', (_, example) => {
	const own: string[] = [];
	for (const { safeguards, options = {}, ...fields } of smsOf(example)) {
		const { senderId, recipient, recipients } = fields;
		for (const [name, value] of Object.entries({
			senderId,
			recipient,
			recipients,
			...safeguards,
		})) {
			if (value === undefined || isExpression(value) || isGeneral(name, value)) continue;
			own.push(LABELS[name]!);
		}
		const { defaultCountry, limitWaitTime } = options;
		if (defaultCountry && !isExpression(defaultCountry)) own.push('Default Country');
		if (limitWaitTime) own.push('Limit Wait Time');
	}
	expect(own.filter((one) => !noteOf(example).includes(one))).toStrictEqual([]);
});

it.each(examples)(
	'%s is as n8n itself writes it: what a model fills in, and ids',
	(_, { nodes }) => {
		const all = JSON.stringify(nodes);
		const byForm = '={{ /*n8n-auto-generated-fromAI-override*/ $fromAI(';
		expect(all.split('$fromAI(')).toHaveLength(all.split(byForm).length);
		// n8n opens a node by the beginning of its id, and opens none where another begins like that.
		const ids = nodes.map(({ id }) => String(id));
		for (const id of ids) expect(ids.filter((other) => other.startsWith(id))).toStrictEqual([id]);
	},
);

it('campaign-from-sheet.json reads the sheet that is in the repository', () => {
	const value = readFileSync(join(PROJECT, 'examples/data/customers.csv'), 'utf8');
	const { nodes } = readExample('campaign-from-sheet.json');
	expect(nodes.find(({ name }) => name === 'Sheet')).toMatchObject({
		parameters: { assignments: { assignments: [{ name: 'csv', value }] } },
	});
});
