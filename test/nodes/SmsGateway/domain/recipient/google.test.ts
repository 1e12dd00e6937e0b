/* eslint-disable @n8n/community-nodes/no-restricted-globals, no-console -- runs on the developer's machine, never inside n8n */
import { homePlan } from '../../../../../nodes/SmsGateway/domain/recipient/countries';
import { parseRecipient } from '../../../../../nodes/SmsGateway/domain/recipient/parse';
import { phoneOf } from '../../../../../nodes/SmsGateway/domain/recipient/samePhone';
import excerpt from '../../../../fixtures/google-mobiles.json';
import { readTables, samplesOf, type Range, type Sample } from './googleTables';

/**
 * A judge that is not the library's own metadata. All of the tables, of today:
 * `GOOGLE_TABLES=<their folder resources/metadata> npx jest --selectProjects unit --testPathPatterns google`.
 */
const folder = process.env.GOOGLE_TABLES;
const SEED = Number(process.env.SEED ?? 7);
const ranges = folder ? readTables(folder) : (excerpt as Range[]);
const samples = ranges.flatMap((range) => samplesOf(range, 20, SEED));

function judge(spell: (sample: Sample) => string, isAtHome: boolean) {
	const wrong: string[] = [];
	let read = 0;
	for (const sample of samples) {
		const home = isAtHome ? homePlan(sample.range.region) : undefined;
		const parsed = parseRecipient(spell(sample), home);
		if (!parsed.valid) continue;
		read++;
		// Gabon's old numbers are the same people's as those with a 0.
		if (phoneOf(parsed.recipient) !== phoneOf(sample.e164)) {
			wrong.push(`${spell(sample)} in ${sample.range.region}: ${parsed.recipient}`);
		}
	}
	if (folder) console.log(`${read} of ${samples.length} read, ${wrong.length} of them wrong`);
	return { share: read / samples.length, wrong };
}

it('knows the mobile ranges of many countries', () => {
	expect(new Set(ranges.map(({ region }) => region)).size).toBeGreaterThanOrEqual(50);
});

// In the excerpt a rare format weighs as much as a usual one.
it('reads what Google writes for abroad, and nothing else', () => {
	const { share, wrong } = judge(({ abroad }) => abroad, false);

	expect(wrong).toStrictEqual([]);
	expect(share).toBeGreaterThan(folder ? 0.999 : 0.98);
});

it('reads what Google writes at home, and nothing else', () => {
	const { share, wrong } = judge(({ national }) => national, true);

	expect(wrong).toStrictEqual([]);
	expect(share).toBeGreaterThan(folder ? 0.99 : 0.97);
});
