import type { IExecuteFunctions } from 'n8n-workflow';
import { readQuestion } from '../../../../nodes/SmsGateway/question/readQuestion';
import { refused } from '../../../support/refused';

const NOW = Date.UTC(2026, 10, 21, 12);
const HOUR = 3_600_000;

/** Fields by their path, for an item. */
const read = (fields: Record<string, unknown> = {}, json: object = {}) => {
	const given: Record<string, unknown> = { senderId: 'MyShop', ...fields };
	const ctx = {
		getNodeParameter: (path: string, _: number, fallback: unknown) => given[path] ?? fallback,
		getTimezone: () => 'Africa/Porto-Novo',
		getInputData: () => [{ json }],
		getWorkflowDataProxy: () => ({ $json: json }),
	};
	return readQuestion(ctx as unknown as IExecuteFunctions, NOW);
};

it('is one button in English, without a limit, where nothing is set', () => {
	expect(read()).toStrictEqual({
		senderId: 'MyShop',
		title: 'MyShop',
		text: '',
		answers: { kind: 'approval', approve: 'Approve' },
		confirmation: expect.stringContaining('Thank you'),
		expired: expect.stringContaining('expired'),
		timeZone: 'Africa/Porto-Novo',
		deadline: undefined,
	});
});

it('has the words that were written, and the usual ones where they are blank', () => {
	const given = {
		'approvalOptions.values.approvalType': 'double',
		'approvalOptions.values.approveLabel': 'Yes',
		'approvalOptions.values.disapproveLabel': 'No',
		'options.responseFormTitle': 'Delivery',
		'options.responseFormDescription': 'Is Friday fine?',
		'options.pageConfirmationText': 'Noted:',
		'options.pageExpiredText': 'Too late.',
	};

	expect(read(given)).toMatchObject({
		title: 'Delivery',
		text: 'Is Friday fine?',
		answers: { approve: 'Yes', decline: 'No' },
		confirmation: 'Noted:',
		expired: 'Too late.',
	});
	const blank = Object.fromEntries(Object.keys(given).map((name) => [name, ' ']));
	expect(read(blank)).toStrictEqual(read());
	expect(
		read({
			responseType: 'freeText',
			'options.responseFormFieldLabel': 'Comment',
			'options.responseFormButtonLabel': 'Go',
		}).answers,
	).toStrictEqual({ kind: 'freeText', label: 'Comment', submit: 'Go' });
});

// One hour ahead of UTC.
it('ends at its limit by the clock of the workflow', () => {
	const limit = { limitType: 'atSpecifiedTime', maxDateAndTime: '2026-11-21T18:00' };
	expect(read({ 'options.limitWaitTime.values': limit }).deadline).toBe(NOW + 5 * HOUR);
});

it.each([
	['senderId', { a: 1 }, 'wrongSetting', 'Sender ID'],
	['approvalOptions.values.approveLabel', '{{ $json.a }}', 'placeholder', 'Approve Button Label'],
	['options.responseFormTitle', '={{ $json.title }}', 'noValue', 'Response Form Title'],
	[
		'options.limitWaitTime.values',
		{ maxDateAndTime: '{{ a }}' },
		'placeholder',
		'Max Date and Time',
	],
])('names the field where %s is %j', (path, value, name, field) => {
	expect(refused(() => read({ [path]: value }, { title: '' }))).toMatchObject({ name, field });
});
