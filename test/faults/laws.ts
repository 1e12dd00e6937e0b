import type { RunResult } from '../engine-kit/execution';
import { outcomesOf } from '../nodes/SmsGateway/run';
import { dataOf } from '../support/error-data';

/** The service sent to nobody twice. */
export function nobodyTwice(taken: readonly string[]): void {
	expect(taken).toStrictEqual([...new Set(taken)]);
}

function isTrue(recipient: string, status: unknown, taken: readonly string[]): void {
	const wasTaken = taken.includes(recipient);
	expect([recipient, wasTaken]).toStrictEqual([recipient, status === 'accepted']);
}

/** Everybody has one outcome, and what it says is what the service knows. */
export function allTrue(result: RunResult, sentTo: string[], taken: readonly string[]): void {
	if (result.error) {
		const { ended, recipients } = dataOf(result.error);
		if (recipients === undefined) {
			expect(taken).toStrictEqual([]);
			return;
		}
		expect(ended!.map(({ item }) => item)).toStrictEqual(sentTo.map((_, item) => item));
		for (const { item, status } of ended!) {
			if (status !== 'unknown') isTrue(sentTo[item]!, status, taken);
		}
		return;
	}
	const outcomes = outcomesOf(result);
	expect(outcomes.map(({ recipient }) => recipient).sort()).toStrictEqual([...sentTo].sort());
	for (const { recipient, status } of outcomes) {
		if (status !== 'unknown') isTrue(recipient as string, status, taken);
	}
}
