import type { Cause, FieldName } from '../domain/cause';
import { isFailure, STATUSES, type Outcome, type Reason, type Status } from '../domain/outcome';

/** One thing that is wrong. */
export type CauseData = Readonly<{
	name: Cause['name'];
	reason: Reason;
	/** Which of several kinds, such as of a number or of a response. */
	kind?: string;
	field?: FieldName;
	/** The expression that it is about, what is missing in it, and what to write instead. */
	expression?: string;
	part?: string;
	write?: string;
	/** Indexes of input items, from 0; the first 100. */
	items?: readonly number[];
}>;

/**
 * What an error tells programs, as `error.context.smsGateway`: n8n saves it with the execution and hands
 * it to the error workflow. It also logs it, so no number, text or token is in it.
 */
export type ErrorData = Readonly<{
	/** The first is what the sentence is about. */
	causes: readonly CauseData[];
	/** How many recipients ended how; absent where none were read, so that nothing was sent. */
	recipients?: Readonly<Record<Status, number>>;
	/** How each recipient ended, in the order of the input; the first 1,000. */
	ended?: ReadonlyArray<Readonly<{ item: number; status: Status; reason: Reason }>>;
}>;

const MAX_ITEMS = 100;
const MAX_ENDED = 1_000;

/** A code of ours; what a setting or a response says is none. */
function kindOfCause(cause: Cause): string | undefined {
	if ('flaw' in cause) return typeof cause.flaw === 'string' ? cause.flaw : cause.flaw.kind;
	if ('found' in cause) return cause.found;
	return 'because' in cause ? cause.because : undefined;
}

const TOLD = ['field', 'expression', 'part', 'write'] as const;

function dataOfCause(cause: Cause, reason: Reason): CauseData {
	const facts = cause as Partial<Record<(typeof TOLD)[number], string>>;
	const told = TOLD.filter((name) => facts[name] !== undefined);
	const kind = kindOfCause(cause);
	return {
		name: cause.name,
		reason,
		...(kind && { kind }),
		...Object.fromEntries(told.map((name) => [name, facts[name]])),
	};
}

/** Of a setting, or of the credential. */
export const dataOfCauses = (causes: readonly Cause[], reason: Reason): ErrorData => ({
	causes: causes.map((cause) => dataOfCause(cause, reason)),
});

/** @param first what the sentence is about */
export function dataOfOutcomes(
	entries: ReadonlyArray<{ item: number }>,
	outcomes: readonly Outcome[],
	first?: Outcome,
): ErrorData {
	const causes = new Map<string, CauseData & { items: number[] }>();
	const note = ({ explanation, reason }: Outcome, item?: number) => {
		for (const cause of explanation) {
			const data = dataOfCause(cause, reason);
			const key = JSON.stringify(data);
			const { items } = causes.get(key) ?? causes.set(key, { ...data, items: [] }).get(key)!;
			if (item !== undefined && items.length < MAX_ITEMS && !items.includes(item)) items.push(item);
		}
	};
	if (first) note(first);
	const recipients = Object.fromEntries(STATUSES.map((status) => [status, 0]));
	outcomes.forEach((outcome, index) => {
		recipients[outcome.status]!++;
		if (isFailure(outcome) && outcome.reason !== 'stopped') note(outcome, entries[index]!.item);
	});
	return {
		causes: [...causes.values()],
		recipients: recipients as Record<Status, number>,
		ended: outcomes.slice(0, MAX_ENDED).map(({ status, reason }, index) => ({
			item: entries[index]!.item,
			status,
			reason,
		})),
	};
}
