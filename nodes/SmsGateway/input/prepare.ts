import type { IExecuteFunctions } from 'n8n-workflow';
import type { Entry, Problem } from '../domain/entry';
import { planRequests, type Plan } from '../domain/plan/plan';
import { parseRecipient, type NationalReader } from '../domain/recipient/parse';
import { splitRecipients } from '../domain/recipient/split';
import { DEFAULTS, readSettings, type Settings } from './readSettings';
import { readEntries } from './entries';

export type Prepared = Readonly<{
	options: Settings;
	plan: Plan;
	/** A setting that makes all of it unsendable; every entry has it as its problem. */
	problem?: Problem;
}>;

/** The phone metadata is large, so it is loaded only where a country is chosen. */
async function nationalReaderFor({
	defaultCountry,
}: Settings): Promise<NationalReader | undefined> {
	if (!defaultCountry) return undefined;
	const { nationalReader } = await import('../domain/recipient/national');
	return nationalReader(defaultCountry);
}

/** @throws Error with a sentence for the user: an opt-out that cannot be read must not be overlooked */
function readExcluded(given: unknown, national: NationalReader | undefined): Set<string> {
	const excluded = new Set<string>();
	for (const one of splitRecipients(given)) {
		if (one === undefined || one === null || String(one).trim() === '') continue;
		const parsed = parseRecipient(one, national);
		if (!parsed.valid) throw new Error(`Excluded Recipients: ${parsed.explanation}`);
		excluded.add(parsed.recipient);
	}
	return excluded;
}

const withProblem = (entries: readonly Entry[], problem: Problem): Entry[] =>
	entries.map((entry) => ({ ...entry, problem: entry.problem ?? problem }));

/** Reads everything that there is to read and plans it; sends nothing and throws nothing. */
export async function prepare(
	ctx: IExecuteFunctions,
	items: number,
	field: 'recipient' | 'recipients',
): Promise<Prepared> {
	let options: Settings = { ...DEFAULTS };
	let national: NationalReader | undefined;
	try {
		options = readSettings(ctx);
		national = await nationalReaderFor(options);
		const excluded = readExcluded(options.excludedRecipients, national);
		const entries = readEntries(ctx, items, { field, national });
		const batchSize = batchSizeFor(field, options, entries);
		return { options, plan: planRequests(entries, { batchSize, excluded }) };
	} catch (error) {
		const problem: Problem = {
			reason: 'invalidParameter',
			explanation: (error as Error).message,
		};
		const entries = withProblem(readEntries(ctx, items, { field, national }), problem);
		return { options, problem, plan: planRequests(entries, { excluded: new Set() }) };
	}
}

/** What is claimed at once must leave room in the store, which keeps two marks for each of these. */
const MAX_CLAIMED = 20_000;
/** Those in flight, and those that come next. */
const WINDOWS_CLAIMED = 2;

function batchSizeFor(
	field: 'recipient' | 'recipients',
	{ batchSize, concurrency }: Settings,
	entries: readonly Entry[],
): number | undefined {
	if (field === 'recipient') return undefined;
	const mostKeyed = Math.max(1, Math.floor(MAX_CLAIMED / (WINDOWS_CLAIMED * concurrency)));
	if (batchSize <= mostKeyed) return batchSize;
	return entries.some(({ key }) => key !== '') ? mostKeyed : batchSize;
}
