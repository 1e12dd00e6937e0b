/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- runs on the developer's machine, never inside n8n */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';
import { SETTINGS } from '../../../../nodes/SmsGateway/domain/settings';
import { SmsGatewayApi } from '../../../../credentials/SmsGatewayApi.credentials';
import { SmsGatewayTrigger } from '../../../../nodes/SmsGateway/SmsGatewayTrigger.node';
import { SmsGateway } from '../../../../nodes/SmsGateway/SmsGateway.node';

type Entry = INodeProperties | INodePropertyOptions | INodePropertyCollection;

const { properties } = new SmsGateway().description;

const shownWhen = ({ displayOptions }: INodeProperties): string =>
	Object.entries(displayOptions?.show ?? {})
		.map(([name, values]) => ` [${name}: ${values!.join(' ')}]`)
		.join('');

const isChoice = (one: Entry): one is INodePropertyOptions => !('type' in one || 'values' in one);

/** The list of countries has a test of its own. */
const MOST_CHOICES = 9;

const choicesOf = ({ options = [] }: INodeProperties): string => {
	const choices = options.filter(isChoice);
	if (choices.length > MOST_CHOICES) return '';
	return choices.map(({ name, value }) => ` ${name}=${String(value)}`).join();
};

const rowsOf = (field: INodeProperties, depth = 0): string[] => {
	if (field.type === 'hidden') return [];
	const { displayName, name, type, default: first, typeOptions = {}, required } = field;
	const limits = Object.entries(typeOptions).map(([key, value]) => ` ${key}=${String(value)}`);
	const kind = `${name} ${type}${required ? '*' : ''} ${JSON.stringify(first)}${limits.join('')}`;
	const row = `${displayName}: ${kind}${choicesOf(field)}${shownWhen(field)}`;
	const within = (field.options ?? []).flatMap((one: Entry) => {
		if ('values' in one) {
			const inner = one.values.flatMap((value) => rowsOf(value, depth + 2));
			return [`${'\t'.repeat(depth + 1)}${one.displayName}: ${one.name}`, ...inner];
		}
		return 'type' in one ? rowsOf(one, depth + 1) : [];
	});
	return ['\t'.repeat(depth) + row, ...within];
};

/** Label: name, type, * where required, default, limits, choices, [shown when]. */
const FIELDS = readFileSync(join(__dirname, 'panel.txt'), 'utf8');

it('never moves a name, a default or a choice that saved workflows depend on', () => {
	expect(properties.flatMap((field) => rowsOf(field)).join('\n')).toBe(FIELDS.trim());
});

const allOf = (fields: readonly INodeProperties[]): INodeProperties[] =>
	fields.flatMap((field) => [
		field,
		...(field.options ?? []).flatMap((one: Entry) => {
			if ('values' in one) return allOf(one.values.filter(({ type }) => type !== 'hidden'));
			return 'type' in one && one.type !== 'hidden' ? allOf([one]) : [];
		}),
	]);

describe('the panel as a newcomer reads it', () => {
	const words = (text = '') =>
		text
			.replace(/<[^>]*>/g, '')
			.split(/\s+/)
			.filter(Boolean).length;
	it('has 21 settings, and names each as sentences do, with where it is', () => {
		const placed = ['Safeguards', 'Options'].flatMap((list) => {
			const { options = [] } = properties.find((field) => field.name === list.toLowerCase())!;
			return (options as INodeProperties[])
				.filter(({ displayOptions }) => displayOptions === undefined)
				.map(({ name, displayName }) => [name, `${list} > ${displayName.replace(/ \(.*\)$/, '')}`]);
		});
		expect(Object.fromEntries(placed)).toStrictEqual(SETTINGS);
		expect(placed).toHaveLength(21);
	});

	const everything = [
		...properties,
		...new SmsGatewayTrigger().description.properties,
		...new SmsGatewayApi().properties,
	];
	const described = allOf(everything).flatMap((field) => [
		field,
		...((field.options ?? []).filter(isChoice) as Array<{ name: string; description?: string }>),
	]);

	it('describes in at most 30 words', () => {
		const long = described.filter(({ description }) => words(description) > 30);
		expect(long.map(({ name }) => name)).toStrictEqual([]);
	});

	it('has at most 45 words at first sight', () => {
		const first = properties.filter(({ displayOptions: { show } = {} }) =>
			Object.entries(show ?? {}).every(([name, values]) =>
				(values as unknown[]).includes({ resource: 'sms', operation: 'send' }[name]),
			),
		);
		const seen = first.map(({ displayName, placeholder, hint, options = [], default: value }) => {
			const chosen = options.find((one) => 'value' in one && one.value === value);
			return [displayName, placeholder, hint, chosen?.name].join(' ');
		});
		expect(seen.length).toBeGreaterThan(6);
		expect(words(seen.join(' '))).toBeLessThanOrEqual(45);
	});

	it('hints in less than 120 characters, and tells the same SMS from the same occasion', () => {
		const hints = allOf(everything).flatMap(({ name, hint }) => (hint ? [[name, hint]] : []));
		for (const [, hint] of hints) expect(hint!.length).toBeLessThan(120);
		const hintOf = Object.fromEntries(hints);
		expect(hintOf.deduplicationKey).toMatch(/recipient and key.*Each node/);
		expect(hintOf.skipRepeats).toMatch(/The same: sender.*per node/);
	});
});
