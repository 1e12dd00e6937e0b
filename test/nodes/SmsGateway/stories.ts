import type { IDataObject } from 'n8n-workflow';
import type { NodeError, RunResult } from '../../engine-kit/execution';
import { causesOf } from '../../support/error-data';
import { gateway, type ServiceResult } from '../../support/gateway';
import { all, type Given, type waysToSend } from './run';

/** Contained in a text, or a pattern of it. */
type Words = string | RegExp;

/** One field of all items, in order. */
type Fields = Readonly<Record<string, readonly unknown[]>>;

/** One run: what is given, what the service responds, and what comes of it. */
export type Story = Given & {
	/** To what is sent; unless given, nothing may be. */
	responds?: ServiceResult | ServiceResult[];
	balance?: ServiceResult | ServiceResult[];
	/** Who was on the wire, in order; nobody unless given. */
	sent?: readonly string[];
	out?: Fields;
	/** Of what left by the error output. */
	failed?: Fields;
	/** In the codes of the error's causes, and in its description; without either there is no error. */
	says?: Words;
	explains?: Words | Words[];
	/** In exactly one of the hints, such as "info: …". */
	hint?: Words;
	firstHint?: string;
	/** In none of the hints. */
	noHint?: Words;
};

export const hintsOf = ({ hints }: Pick<RunResult, 'hints'>): string[] =>
	hints.map(({ message, type }) => `${type}: ${message}`);

export const detailsOf = (items: ReadonlyArray<{ json: IDataObject }>): IDataObject[] =>
	items.map(({ json }) => json.details as IDataObject);

const isIn = (text: string, words: Words): boolean =>
	typeof words === 'string' ? text.includes(words) : words.test(text);

const containing = (words: Words): unknown =>
	typeof words === 'string' ? expect.stringContaining(words) : expect.stringMatching(words);

function expectError(error: NodeError | undefined, { says, explains = [] }: Story): void {
	const details = [explains].flat();
	if (says === undefined && details.length === 0) return expect(error).toBeUndefined();
	if (says !== undefined) expect(causesOf(error).join()).toStrictEqual(containing(says));
	for (const words of details) expect(error?.description).toStrictEqual(containing(words));
}

/** Tells each story as a test of its own, by this way to send. */
export function tell([route, run]: (typeof waysToSend)[number], stories: Record<string, Story>) {
	it.each(Object.entries(stories))('%s', async (_, story) => {
		const { responds, balance, sent = [], out = {}, failed = {}, ...rest } = story;
		const { says, explains, hint, firstHint, noHint, ...given } = rest;
		const service = gateway();
		if (responds) service[route](responds);
		if (balance) service.balance(balance);
		const result = await run(given);

		expect(service.recipients).toStrictEqual(sent);
		expectError(result.error, { says, explains });
		for (const [field, values] of Object.entries(out))
			expect(all(result, field)).toStrictEqual(values);
		for (const [field, values] of Object.entries(failed)) {
			expect(detailsOf(result.errorItems).map((one) => one[field])).toStrictEqual(values);
		}
		const hints = hintsOf(result);
		if (hint !== undefined) expect(hints.filter((one) => isIn(one, hint))).toHaveLength(1);
		if (firstHint !== undefined) expect(hints[0]).toBe(firstHint);
		if (noHint !== undefined) expect(hints.filter((one) => isIn(one, noHint))).toStrictEqual([]);
	});
}
