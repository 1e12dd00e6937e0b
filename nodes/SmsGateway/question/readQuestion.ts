import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { refuse } from '../domain/refusal';
import { isBlankText } from '../domain/text/blank';
import { readerOf, type Reader } from '../expressions/reader';
import { aField } from '../settings/field';
import { deadlineOf, type Question, type WaitLimit } from './question';
import { approvalFields, pageFields, responseTypeField } from './questionFields';

/** Of a blank field its default. */
function wordsOf<Names extends string>(
	reader: Reader,
	list: string,
	fields: Readonly<Record<Names, INodeProperties>>,
): Record<Names, string> {
	const words = Object.entries<INodeProperties>(fields).map(([key, field]) => {
		const { name, displayName: label } = field;
		const value = String(reader.field({ name: `${list}${name}`, label, takes: 'text' })(0));
		return [key, isBlankText(value) ? field.default : value];
	});
	return Object.fromEntries(words) as Record<Names, string>;
}

/** All but the text where that is the message; throws a RefusedError where it cannot be asked. */
export function readQuestion(ctx: IExecuteFunctions, now: number): Question {
	const reader = readerOf(ctx);
	const limit = 'options.limitWaitTime.values';
	const { maxDateAndTime } = reader.raw(limit, {}) as WaitLimit;
	const misplaced = reader.misplaced('Max Date and Time', maxDateAndTime);
	if (misplaced) refuse(misplaced);
	const { senderId, kind } = wordsOf(reader, '', {
		senderId: aField('Sender ID', 'senderId', ''),
		kind: responseTypeField,
	});
	const { type, approve, decline } = wordsOf(reader, 'approvalOptions.values.', approvalFields);
	const { label, submit, title, ...words } = wordsOf(reader, 'options.', pageFields);
	const timeZone = ctx.getTimezone();
	const deadline = deadlineOf(Object(reader.given(limit, 0)) as WaitLimit, now, timeZone);
	const approval = { kind: 'approval', approve, ...(type === 'double' && { decline }) } as const;
	const answers = kind === 'freeText' ? ({ kind, label, submit } as const) : approval;
	return { senderId, title: title || senderId, ...words, answers, timeZone, deadline };
}
