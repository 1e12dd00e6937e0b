import { homePlan } from '../../nodes/SmsGateway/domain/recipient/countries';
import { parseRecipient } from '../../nodes/SmsGateway/domain/recipient/parse';
import { COUNTRIES } from '../../nodes/SmsGateway/settings/countries';
import { read } from './support';

/** The rows of the table, with each way to write the number in a row of its own. */
const rows = [...read('docs/numbers.md').matchAll(/^\| (`.+`) \| (.+?) \| (.+) \|$/gm)].flatMap(
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
		const found = parseRecipient(given, plan);
		expect(found.valid ? found.recipient : 'refused').toBe(/^\+\d+|^refused/.exec(says)![0]);
	}
});
