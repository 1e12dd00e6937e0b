import type { RunResult } from '../engine-kit/execution';
import { outcomesOf } from '../nodes/SmsGateway/run';
import { dataOf } from './error-data';

type End = Readonly<{ recipient: string; status: unknown; reason: unknown }>;

/** The recipients of each item; undefined where only the node can tell. */
type Meant = ReadonlyArray<readonly string[] | undefined>;

/** How each recipient ended, by the items or by the data of the error; undefined where nothing was tried. */
function endsOf(result: RunResult, meant: Meant): End[] | undefined {
	if (!result.error) return outcomesOf(result) as unknown as End[];
	const { ended } = dataOf(result.error);
	return ended?.flatMap(({ item, ...end }, index) => {
		const place = index - ended.findIndex((one) => one.item === item);
		const recipients = meant[item];
		return recipients ? [{ recipient: String(recipients[place]), ...end }] : [];
	});
}

/**
 * The judge of a run: everybody has one outcome, and the service, which alone knows, has taken what is
 * called accepted, and nothing but what is called so or unknown.
 *
 * @param taken the recipients of each SMS that the service took, also in earlier runs of the execution
 * @param mayResend whether it may have taken more
 */
export function expectTruth(
	result: RunResult,
	taken: readonly string[],
	meant: Meant,
	mayResend = false,
): void {
	const ends = endsOf(result, meant);
	if (ends === undefined) return expect(taken).toStrictEqual([]);
	const isWhole = meant.every(Boolean);
	const recipients = ends.map(({ recipient }) => recipient);
	if (isWhole) expect([...recipients].sort()).toStrictEqual(meant.flatMap((one) => one!).sort());
	const untrue = [...new Set([...recipients, ...taken])].filter((recipient) => {
		const own = ends.filter((end) => end.recipient === recipient);
		const count = (...those: unknown[]) =>
			own.filter(({ status, reason }) => those.includes(status) || those.includes(reason)).length;
		const times = taken.filter((one) => one === recipient).length;
		const most = count('accepted', 'unknown', 'alreadySent');
		const isTooMuch = times > most && !mayResend && (isWhole || !result.error);
		return times < count('accepted') || isTooMuch;
	});
	expect(untrue).toStrictEqual([]);
}
