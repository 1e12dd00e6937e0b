/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on the developer's machine, never inside n8n */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
	MARKS_KEPT,
	MAX_TIMEOUT,
	SMS_REMEMBERED,
	SEND_WITHIN,
} from '../../nodes/SmsGateway/domain/plan/memory';
import { MAX_RECIPIENTS } from '../../nodes/SmsGateway/domain/recipient/split';
import { MAX_TOTAL_WAIT, MAX_WAIT } from '../../nodes/SmsGateway/domain/service/retryPolicy';
import { MAX_BODY } from '../../nodes/SmsGateway/transport/readResponse';
import { MAX_IN_ITEM } from '../../nodes/SmsGateway/input/entries';
import { OPTIONS } from '../../nodes/SmsGateway/input/options';
import { SEND_CONCURRENCY } from '../../scripts/bench/ways';
import { HOST_VERSIONS } from '../../scripts/host';
import { root } from './command';
import { trackedFiles } from './files';

const SECOND = 1000;
const MINUTE = 60 * SECOND;

const english = (number: number): string => number.toLocaleString('en-US');
const byDefault = (name: string): unknown => OPTIONS.find((option) => option.name === name)!.absent;

interface Figure {
	/** As the code has it. */
	is: string;
	/** The sentences that name it, each with the figure in a group. */
	says: RegExp;
	/** Where such a sentence stands, whatever else says it. */
	in: string[];
}

const OUTCOMES = 'docs/outcomes.md';
const SETTINGS = 'docs/settings.md';
const SCALING = 'docs/scaling.md';
const RELIABILITY = 'docs/dev/reliability.md';
const ADR_4 = 'docs/dev/adr/0004-deduplication-keys-under-a-lock.md';
const FIELDS = 'nodes/SmsGateway/input/safeguards.ts';

const FIGURES: Record<string, Figure> = {
	'SMS with a key that a node remembers': {
		is: english(SMS_REMEMBERED),
		says: /last ([\d,]+) SMS/g,
		in: [OUTCOMES, ADR_4, FIELDS],
	},
	'marks of what is remembered': {
		is: english(2 * SMS_REMEMBERED),
		says: /take ([\d,]+) marks/g,
		in: [ADR_4],
	},
	'marks of what is in flight': {
		is: english(MARKS_KEPT - 2 * SMS_REMEMBERED),
		says: /other ([\d,]+) are room/g,
		in: [ADR_4],
	},
	'Timeout with a key': {
		is: String(MAX_TIMEOUT / SECOND),
		says: /(?:_Timeout_|\*Timeout\*) is at most (\d+) seconds|at most (\d+) (?:where|with) a key|takes (\d+) s at most/g,
		in: [OUTCOMES, SETTINGS, ADR_4],
	},
	'how long a claim waits for its request': {
		is: String(SEND_WITHIN / SECOND),
		says: /(?:starts within|is older than) (\d+) s\b/g,
		in: [ADR_4],
	},
	'recipients of one execution': {
		is: english(MAX_RECIPIENTS),
		says: /execution takes (\d[\d,]*\d)|(\d[\d,]*\d) in one execution/g,
		in: [SCALING, RELIABILITY],
	},
	'recipients of one item': {
		is: english(MAX_IN_ITEM),
		says: /one item\*{0,2}, up to ([\d,]+)|more than ([\d,]+) recipients/g,
		in: [SCALING, RELIABILITY],
	},
	'what is read of a response': {
		is: String(MAX_BODY / 2 ** 20),
		says: /(?:larger|more) than (\d+) MB|at most (\d+) MB is read/g,
		in: [OUTCOMES, RELIABILITY],
	},
	'the longest wait that a service may ask for': {
		is: { 5: 'five' }[MAX_WAIT / MINUTE]!,
		says: /(?:node waits|wait more than|asks for more than) (\w+) minutes/g,
		in: [OUTCOMES, 'docs/dev/adr/0002-at-most-once-by-default.md'],
	},
	'all waits together': {
		is: { 60: 'an hour' }[MAX_TOTAL_WAIT / MINUTE]!,
		says: /(?:more than|and) (an? \w+) in all/g,
		in: [OUTCOMES, 'docs/dev/adr/0002-at-most-once-by-default.md'],
	},
	'Batch Size': {
		is: String(byDefault('batchSize')),
		says: /\*\*Batch Size\*\* \((\d+)\)/g,
		in: [SETTINGS],
	},
	Concurrency: {
		is: String(byDefault('concurrency')),
		says: /\*\*Concurrency\*\* \((\d+)\)/g,
		in: [SETTINGS],
	},
	Timeout: {
		is: String(byDefault('timeout')),
		says: /\*\*Timeout \(Seconds\)\*\* \((\d+)\)/g,
		in: [SETTINGS],
	},
	'Max Attempts': {
		is: String(byDefault('maxAttempts')),
		says: /\*\*Max Attempts\*\* \((\d+)\)|_Max Attempts_ \((\d+)\)/g,
		in: [SETTINGS, 'docs/dev/adr/0002-at-most-once-by-default.md'],
	},
	'the Send that the HTTP Request node is compared with': {
		is: String(SEND_CONCURRENCY),
		says: /(?:Send with|With) (\d+)(?: is|, Send is)|with (\d+) connections at once/g,
		in: [SCALING, 'docs/dev/benchmarks.md'],
	},
	'the newest n8n that is tested': {
		is: HOST_VERSIONS[0],
		says: /n8n (2\.\d+\.\d+)|(?:\||versions\?\*\*) (2\.\d+\.\d+)/g,
		in: ['README.md', 'docs/dev/verification.md', 'docs/dev/benchmarks.md'],
	},
	'the oldest n8n that is tested': {
		is: HOST_VERSIONS[1],
		says: /\b(1\.123\.\d+)\b/g,
		in: ['README.md', 'docs/dev/verification.md'],
	},
};

const pages = trackedFiles()
	.filter((path) => path.endsWith('.md') || path === FIELDS)
	.map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));

const figuresIn = (text: string, says: RegExp): string[] =>
	[...text.matchAll(says)].map(([, ...groups]) => groups.find((group) => group !== undefined)!);

it.each(Object.entries(FIGURES))('%s is the same on every page', (_, { is, says, in: places }) => {
	const found = pages
		.map(({ path, text }) => ({ path, figures: figuresIn(text, says) }))
		.filter(({ figures }) => figures.length > 0);

	for (const { path, figures } of found) {
		expect([path, ...new Set(figures)]).toStrictEqual([path, is]);
	}
	expect(found.map(({ path }) => path)).toStrictEqual(expect.arrayContaining(places));
});
