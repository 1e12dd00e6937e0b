import type { IDataObject, INode } from 'n8n-workflow';
import type { NodeError, RunResult } from '../../engine-kit/execution';
import { atTime, realClock } from '../../support/clock';
import { createEngine } from '../../support/engine';
import { causesOf } from '../../support/error-data';
import { gateway, type Gateway, type ServiceResult } from '../../support/gateway';
import { all, type Given, type waysToSend } from './run';

type Way = (typeof waysToSend)[number];

type Words = string | RegExp;

/** One field of all items, in order. */
type Fields = Readonly<Record<string, readonly unknown[]>>;

/** What comes of a run. */
type Ending = {
	sent?: readonly string[] | 'whoever';
	/** The texts of the requests, in order. */
	texts?: readonly string[];
	out?: Fields;
	/** Of what left by the error output. */
	failed?: Fields;
	/** In the codes of the error's causes, and in its description; without either there is no error. */
	says?: Words;
	explains?: Words | Words[];
	/** In the error's message. */
	about?: Words;
	/** In exactly one of the hints, such as "info: …". */
	hint?: Words;
	/** In none of the hints. */
	noHint?: Words;
	failsBefore?: true;
};

/** One run: what is given, what the service responds, and what comes of it. */
export type Story = Given &
	Ending & {
		/** To what is sent; unless given, nothing may be. */
		responds?: ServiceResult | ServiceResult[];
		balance?: ServiceResult | ServiceResult[];
		at?: string;
		/** Instead of a new execution n8n's Retry of an earlier one, counted from 0; with what was saved meanwhile. */
		retryOf?: number;
		saved?: INode['parameters'];
		/** What the nodes before this one return on top of it then. */
		first?: IDataObject;
	};

/** Executions one after another: each is given what the first was, but for what it says otherwise. */
export type Chapters = readonly [Story, ...Story[]];

export const hintsOf = ({ hints }: Pick<RunResult, 'hints'>): string[] =>
	hints.map(({ message, type }) => `${type}: ${message}`);

export const detailsOf = (items: ReadonlyArray<{ json: IDataObject }>): IDataObject[] =>
	items.map(({ json }) => json.details as IDataObject);

const isIn = (text: string, words: Words): boolean =>
	typeof words === 'string' ? text.includes(words) : words.test(text);

const containing = (words: Words): unknown =>
	typeof words === 'string' ? expect.stringContaining(words) : expect.stringMatching(words);

function expectError(error: NodeError | undefined, story: Ending): void {
	const { says, explains = [], about, failsBefore } = story;
	if (failsBefore) return expect(error?.message).toBe('No connection');
	const details = [explains].flat();
	if (about !== undefined) expect(error?.message).toStrictEqual(containing(about));
	else if (says === undefined && details.length === 0) return expect(error).toBeUndefined();
	if (says !== undefined) expect(causesOf(error).join()).toStrictEqual(containing(says));
	for (const words of details) expect(error?.description).toStrictEqual(containing(words));
}

function expectEnding(result: RunResult, service: Gateway, story: Ending): void {
	const { sent = [], texts, out = {}, failed = {}, hint, noHint } = story;
	if (sent !== 'whoever') expect(service.recipients).toStrictEqual(sent);
	if (texts) expect(service.requests.map(({ body }) => body?.message)).toStrictEqual(texts);
	expectError(result.error, story);
	for (const [field, values] of Object.entries(out))
		expect(all(result, field)).toStrictEqual(values);
	for (const [field, values] of Object.entries(failed)) {
		expect(detailsOf(result.errorItems).map((one) => one[field])).toStrictEqual(values);
	}
	const hints = hintsOf(result);
	if (hint !== undefined) expect(hints.filter((one) => isIn(one, hint))).toHaveLength(1);
	if (noHint !== undefined) expect(hints.filter((one) => isIn(one, noHint))).toStrictEqual([]);
}

async function retry(failed: RunResult, { saved = {}, first }: Story): Promise<RunResult> {
	const [stopped] = failed.executionData.executionData!.nodeExecutionStack;
	Object.assign(stopped!.node.parameters, saved);
	if (first) stopped!.data.main![0]!.unshift({ json: first });
	return await (await createEngine()).retry(failed);
}

export function tell([route, run]: Way, stories: Record<string, Story | Chapters>) {
	it.each(Object.entries(stories))('%s', async (_, told) => {
		const chapters = [told].flat();
		const results: RunResult[] = [];
		for (const chapter of chapters) {
			const { responds, balance, at, retryOf, ...given } = { ...chapters[0], ...chapter };
			const service = gateway();
			if (responds) service[route](responds);
			if (balance) service.balance(balance);
			if (at) atTime(at);
			const ended = retryOf === undefined ? run(given) : retry(results[retryOf]!, chapter);
			results.push(await ended);
			expectEnding(results.at(-1)!, service, chapter);
		}
		realClock();
	});
}
