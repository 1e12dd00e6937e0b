/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on the developer's machine, never inside n8n */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { homePlan } from '../../nodes/SmsGateway/domain/recipient/countries';
import { parseRecipient } from '../../nodes/SmsGateway/domain/recipient/parse';
import { COUNTRIES } from '../../nodes/SmsGateway/input/countries';
import { root } from './command';

const page = readFileSync(join(root, 'docs/numbers.md'), 'utf8');

/** The rows of the table, with each way to write the number in a row of its own. */
const rows = [...page.matchAll(/^\| (`.+`) \| (.+?) \| (.+) \|$/gm)].flatMap(
	([, ways, country, says]) =>
		[...ways!.matchAll(/`(.+?)`/g)].map(([, given]) => [given!, country!, says!] as const),
);

/** In the editor a name has its calling code behind it. */
const codeOf = (country: string) =>
	COUNTRIES.find(({ name }) => name.startsWith(`${country} (`))!.value as string;

const plansOf = (country: string) => {
	if (country === 'none') return [undefined];
	return country === 'any'
		? [undefined, ...['BR', 'FR', 'US'].map(homePlan)]
		: [homePlan(codeOf(country))];
};

it.each(rows)('docs/numbers.md says how %s is read with %s', (given, country, says) => {
	for (const plan of plansOf(country)) {
		const read = parseRecipient(given, plan);
		expect(read.valid ? read.recipient : 'refused').toBe(/^\+\d+|^refused/.exec(says)![0]);
	}
});
