import type { IDataObject } from 'n8n-workflow';
import type { RunResult } from '../support/execution';

type Counts = Record<'accepted' | 'rejected' | 'unknown' | 'notSent', number>;

/** What the items say became of each recipient, on whichever output they are. */
export const outcomesOf = ({ errorItems, items }: RunResult): IDataObject[] =>
	[...items, ...errorItems].map(({ json }) => (json.details as IDataObject | undefined) ?? json);

const number = (text: string, words: string): number =>
	Number(new RegExp(`(\\d+) ${words}`).exec(text)?.[1] ?? 0);

/** What the error of a stopped run says became of them. */
const countsOf = (description: string): Counts => ({
	accepted: number(description, 'accepted'),
	rejected: number(description, 'refused by the service'),
	unknown: number(description, 'unknown'),
	notSent: number(description, 'not sent'),
});

/** The service sent to nobody twice. */
export function nobodyTwice(taken: readonly string[]): void {
	expect(taken).toEqual([...new Set(taken)]);
}

/** Everybody has one outcome, and what it says is what the service knows. */
export function allTrue(result: RunResult, sentTo: string[], taken: readonly string[]): void {
	if (result.error) {
		const counts = countsOf(result.error.description ?? '');
		expect(Object.values(counts).reduce((sum, count) => sum + count, 0)).toBe(sentTo.length);
		expect(taken.length).toBeGreaterThanOrEqual(counts.accepted);
		expect(taken.length).toBeLessThanOrEqual(counts.accepted + counts.unknown);
		return;
	}
	const outcomes = outcomesOf(result);
	expect(outcomes.map(({ recipient }) => recipient).sort()).toEqual([...sentTo].sort());
	for (const { recipient, status } of outcomes) {
		if (status === 'unknown') continue;
		expect([recipient, taken.includes(recipient as string)]).toEqual([
			recipient,
			status === 'accepted',
		]);
	}
}
