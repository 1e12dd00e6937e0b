import type { INodeProperties } from 'n8n-workflow';
import {
	recipientField,
	recipientsField,
	senderIdField,
} from '../../nodes/SmsGateway/actions/sms/fields';
import { safeguardsField } from '../../nodes/SmsGateway/input/panel';
import { type Example, readExamples } from '../../host/examples';

const examples = readExamples().map((example) => [example.file, example] as const);

describe('every example', () => {
	it.each(examples)(
		'%s begins with a note that says what to do and where to look',
		(_, example) => {
			const [first] = example.nodes;
			expect(first).toMatchObject({ type: 'n8n-nodes-base.stickyNote', name: 'Try It' });
			const { content } = first!.parameters as { content: string };
			expect(content).toMatch(/Press \*\*(Execute workflow|Open chat|Publish)\*\*/);
			expect(content).toContain('[inbox of the sandbox](http://127.0.0.1:3030)');
			expect(content).toMatch(/^## Try it\n\n\*\*Choose your credential/);
		},
	);

	type Settings = { testRecipients?: unknown; allowedRecipients?: unknown };
	type Sms = {
		operation?: string;
		recipient?: string;
		recipients?: string;
		senderId?: string;
		safeguards?: Settings & Record<string, unknown>;
		options?: { defaultCountry?: string; limitWaitTime?: object };
	};
	const smsOf = ({ nodes }: Example): Sms[] =>
		nodes
			.filter(({ type }) => /\.smsGateway(Hitl)?(Tool)?$/.test(type))
			.map(({ parameters }) => parameters as Sms);
	const isExpression = (value: unknown) => typeof value === 'string' && value.startsWith('=');
	const isTyped = (value: unknown) => typeof value === 'string' && /^\+\d/.test(value);

	// Whoever puts in customers of their own and presses Execute workflow.
	it.each(examples)('%s sends to nobody but the numbers in it when it is tried', (_, example) => {
		for (const { operation, recipient, recipients, safeguards } of smsOf(example)) {
			if (!['send', 'bulkSend'].includes(operation ?? '')) continue;
			if (!isExpression(recipient ?? recipients)) continue;
			const { testRecipients, allowedRecipients } = safeguards ?? {};
			expect([testRecipients, allowedRecipients].some(isTyped)).toBe(true);
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

	// Made on the way by a node of the example.
	const MADE = ['code', 'link'];
	// What suits everybody: on or off, and a choice from a list.
	const isGeneral = (name: string, value: unknown) =>
		typeof value === 'boolean' || name === 'skipRepeats';

	it.each(examples)('%s says in its first note which values are its own', (_, example) => {
		const note = String((example.nodes[0]!.parameters as { content: string }).content);
		const others = example.nodes.filter(({ type }) => !/smsGateway|stickyNote/.test(type));
		const data = JSON.stringify([example.pinData, others.map(({ parameters }) => parameters)]);
		const own: string[] = [];
		for (const { safeguards = {}, options = {}, ...fields } of smsOf(example)) {
			const { senderId, recipient, recipients } = fields;
			const values = Object.entries({ senderId, recipient, recipients, ...safeguards })
				.filter(
					([name, value]) => value !== undefined && !isExpression(value) && !isGeneral(name, value),
				)
				.map(([name]) => LABELS[name]!);
			const { defaultCountry, limitWaitTime } = options;
			if (defaultCountry && !isExpression(defaultCountry)) values.push('Default Country');
			if (limitWaitTime) values.push('Limit Wait Time');
			const written = JSON.stringify([fields, safeguards, options]);
			const read = [...written.matchAll(/\bjson\.(\w+)/g)].map(([, name]) => name!);
			const given = read.filter(
				(name) => !MADE.includes(name) && new RegExp(`"${name}\\\\*"|[,"]${name},`).test(data),
			);
			own.push(...values, ...given.map((name) => `\`${name}\``));
		}
		const tables = [...data.matchAll(/"tableName":"(\w+)"/g)].map(([, name]) => name!);
		expect([...new Set([...own, ...tables])].filter((one) => !note.includes(one))).toStrictEqual(
			[],
		);
	});

	// Wider or higher ones open so small that nobody can read their notes.
	it.each(examples)('%s fits into a window at three quarters of its size', (_, { nodes }) => {
		const boxes = nodes.map(({ position, parameters }) => {
			const [x, y] = position as [number, number];
			const { width = 100, height = 100 } = parameters as { width?: number; height?: number };
			return { right: x + width, bottom: y + height, x, y };
		});
		const span = (from: 'x' | 'y', to: 'right' | 'bottom'): number =>
			Math.max(...boxes.map((box) => box[to])) - Math.min(...boxes.map((box) => box[from]));
		expect(span('x', 'right')).toBeLessThanOrEqual(1560);
		expect(span('y', 'bottom')).toBeLessThanOrEqual(880);
	});

	it.each(examples)("%s leaves what a model fills in to n8n's own form", (_, example) => {
		const all = JSON.stringify(example.nodes);
		const byForm = '={{ /*n8n-auto-generated-fromAI-override*/ $fromAI(';
		expect(all.split('$fromAI(')).toHaveLength(all.split(byForm).length);
	});

	// n8n opens a node by the beginning of its id, and opens none where another begins like that.
	it.each(examples)('%s has ids of which none begins with another', (_, { nodes }) => {
		const ids = nodes.map(({ id }) => String(id));
		for (const id of ids) expect(ids.filter((other) => other.startsWith(id))).toStrictEqual([id]);
	});
});
