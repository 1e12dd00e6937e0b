import type { IDataObject } from 'n8n-workflow';
import { statementsOfError } from '../../scripts/proof/subjects';
import type { RunResult } from '../engine-kit/execution';

/** What the items say became of each recipient, on whichever output they are. */
export const outcomesOf = ({ errorItems, items }: RunResult): IDataObject[] =>
	[...items, ...errorItems].map(({ json }) => (json.details as IDataObject | undefined) ?? json);

/** The service sent to nobody twice. */
export function nobodyTwice(taken: readonly string[]): void {
	expect(taken).toStrictEqual([...new Set(taken)]);
}

/** Everybody has one outcome, and what it says is what the service knows. */
export function allTrue(result: RunResult, sentTo: string[], taken: readonly string[]): void {
	if (result.error) {
		const { message, description } = result.error;
		const said = statementsOfError(description ?? '');
		if (said.size === 0) {
			expect(`${message} ${description}`).toMatch(/nothing was sent/i);
			expect(taken).toStrictEqual([]);
			return;
		}
		expect([...said.keys()].sort()).toStrictEqual([...sentTo].sort());
		for (const [recipient, statement] of said) {
			if (statement === 'mayBeSent') continue;
			expect([recipient, taken.includes(recipient)]).toStrictEqual([
				recipient,
				statement === 'sent',
			]);
		}
		return;
	}
	const outcomes = outcomesOf(result);
	expect(outcomes.map(({ recipient }) => recipient).sort()).toStrictEqual([...sentTo].sort());
	for (const { recipient, status } of outcomes) {
		if (status === 'unknown') continue;
		expect([recipient, taken.includes(recipient as string)]).toStrictEqual([
			recipient,
			status === 'accepted',
		]);
	}
}
