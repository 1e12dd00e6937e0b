import type { Cause } from '../domain/cause';
import { isFailure, STATUSES, type Outcome, type Reason, type Status } from '../domain/outcome';
import { ofItems, type Ended } from '../domain/summary';

type CauseData = Readonly<{
	name: Cause['name'];
	reason: Reason;
	/** Which of several kinds, such as of a number or of a response. */
	kind?: string;
	/** As the editor names it, with its path. */
	field?: string;
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
	/** In the order of the input; the first 1,000. */
	ended?: ReadonlyArray<Pick<Ended, 'item' | 'status' | 'reason'>>;
}>;

const MAX_ITEMS = 100;
const MAX_ENDED = 1_000;

/** Not what a setting or a response says. */
function dataOfCause(cause: Cause, reason: Reason): CauseData {
	const { field, expression, part, write, found, because, flaw } = cause as Partial<CauseData> &
		Readonly<{ found?: string; because?: string; flaw?: string | { kind: string } }>;
	const kind = found ?? because ?? (typeof flaw === 'object' ? flaw.kind : flaw);
	return { name: cause.name, reason, kind, field, expression, part, write };
}

/** Of a setting, or of the credential. */
export const dataOfCauses = (causes: readonly Cause[], reason: Reason): ErrorData => ({
	causes: causes.map((cause) => dataOfCause(cause, reason)),
});

/** @param first what the sentence is about */
export function dataOfOutcomes(all: readonly Ended[], first?: Outcome): ErrorData {
	/** By the cause as JSON: each is told once. */
	const itemsOf = new Map<string, Set<number>>();
	const note = ({ causes, reason }: Outcome, item?: number) => {
		for (const cause of causes) {
			const data = JSON.stringify(dataOfCause(cause, reason));
			const items = itemsOf.get(data) ?? new Set();
			itemsOf.set(data, item === undefined ? items : items.add(item));
		}
	};
	if (first) note(first);
	const recipients = Object.fromEntries(STATUSES.map((one) => [one, 0])) as Record<Status, number>;
	const own = ofItems(all);
	for (const { status } of own) recipients[status]++;
	for (const one of all) {
		if (isFailure(one) && one.reason !== 'stopped') note(one, one.item);
	}
	const causes = [...itemsOf].map(([data, items]) => ({
		...(JSON.parse(data) as CauseData),
		items: [...items].slice(0, MAX_ITEMS),
	}));
	const ended = own
		.slice(0, MAX_ENDED)
		.map(({ item, status, reason }) => ({ item, status, reason }));
	return { causes, recipients, ended };
}
