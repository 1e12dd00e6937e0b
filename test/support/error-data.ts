import type { ErrorData } from '../../nodes/SmsGateway/output/errorData';

/** What an error of the package says to programs. */
export function dataOf(error: unknown): ErrorData {
	const { context } = (error ?? {}) as { context?: { smsGateway?: ErrorData } };
	if (context?.smsGateway === undefined) throw new Error(`No data in ${JSON.stringify(error)}`);
	return context.smsGateway;
}

/** What is wrong, as "name reason"; with the kind or the field where there is one. */
export const causesOf = (error: unknown): string[] =>
	dataOf(error).causes.map(({ name, reason, kind, field }) =>
		[name, reason, kind, field].filter(Boolean).join(' '),
	);

/** What an error says to write, and in the place of which part of an expression. */
export const advisedBy = (error: unknown) =>
	dataOf(error).causes.find(({ write }) => write !== undefined);

/** How each recipient ended, as "item status reason". */
export const endsOf = (error: unknown): string[] =>
	(dataOf(error).ended ?? []).map(({ item, status, reason }) => `${item} ${status} ${reason}`);
