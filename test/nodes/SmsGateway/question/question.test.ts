import fc from 'fast-check';
import { refused } from '../../../support/refused';
import {
	answerIn,
	deadlineOf,
	MAX_ANSWER,
	refuseUnsafeLink,
	withLink,
	withoutLink,
	type Question,
} from '../../../../nodes/SmsGateway/question/question';

const ask = (answers: Question['answers']) => ({ answers }) as Question;
const SINGLE = ask({ kind: 'approval', approve: 'Yes' });
const DOUBLE = ask({ kind: 'approval', approve: 'Yes', decline: 'No' });
const FREE = ask({ kind: 'freeText', label: 'Answer', submit: 'Send' });
const LONG = 'x'.repeat(MAX_ANSWER);

it.each<[Question, unknown, unknown]>([
	[DOUBLE, { answer: 'approve' }, { approved: true }],
	[DOUBLE, { answer: 'decline' }, { approved: false }],
	[SINGLE, { answer: 'approve' }, { approved: true }],
	[SINGLE, { answer: 'decline' }, undefined],
	[DOUBLE, { answer: 'Approve' }, undefined],
	[FREE, { text: ' a\r\nb ' }, { text: 'a\nb' }],
	[FREE, { text: LONG }, { text: LONG }],
	[FREE, { text: `${LONG}x` }, undefined],
	[FREE, { text: 7 }, undefined],
	[FREE, { text: ' \r\n ' }, undefined],
	...[undefined, null, 'approve', 7, [], {}].map((body): [Question, unknown, unknown] => [
		DOUBLE,
		body,
		undefined,
	]),
])('reads from the form of %j: %j', (question, body, expected) => {
	expect(answerIn(question, body)).toStrictEqual(expected);
});

describe('the end of the wait', () => {
	const NOW = Date.parse('2026-11-21T15:00:00Z');
	const ends = (limit: Parameters<typeof deadlineOf>[0]) => {
		const deadline = deadlineOf(limit, NOW, 'Africa/Porto-Novo');
		return deadline && new Date(deadline).toISOString();
	};
	const after = (resumeAmount: unknown, resumeUnit: unknown) =>
		ends({ limitType: 'afterTimeInterval', resumeAmount, resumeUnit });
	const at = (maxDateAndTime: unknown) => ends({ limitType: 'atSpecifiedTime', maxDateAndTime });

	it('is the time that was set', () => {
		expect(ends({})).toBeUndefined();
		expect(after(45, 'minutes')).toBe('2026-11-21T15:45:00.000Z');
		expect(after(0.5, 'hours')).toBe('2026-11-21T15:30:00.000Z');
		expect(after('2', 'days')).toBe('2026-11-23T15:00:00.000Z');
		expect(at('2026-11-21T15:00:01Z')).toBe('2026-11-21T15:00:01.000Z');
		// The editor saves no offset: the clock of the workflow is meant.
		expect(at('2026-11-21T17:30:00')).toBe('2026-11-21T16:30:00.000Z');
	});

	it.each<[string, Array<() => unknown>]>([
		[
			'Amount',
			[0, -1, 'soon', undefined, 1e300]
				.map((amount) => () => after(amount, 'days'))
				.concat(() => after(1, 'weeks')),
		],
		['Max Date and Time', ['2026-11-21T15:00:00Z', '', 'soon'].map((date) => () => at(date))],
	])('is refused where nobody can have meant it: %s', (field, all) => {
		for (const one of all) {
			expect(refused(one)).toMatchObject({
				name: 'wrongSetting',
				field: `Options > Limit Wait Time > ${field}`,
			});
		}
	});
});

describe('the link', () => {
	const open = (link: string, service = 'https://sms.example.com/api/v1') =>
		refused(() => refuseUnsafeLink(link, service));

	it.each(
		'localhost n8n n8n.local n8n.internal printer.home.arpa n8n.lan. 0.0.0.0 127.0.0.1 10.1.2.3 172.16.0.1 172.31.255.1 192.168.1.20 169.254.1.1 100.64.0.1 100.127.0.1 [::1] [::ffff:c0a8:1] [fd00::1] [fe80::1]'.split(
			' ',
		),
	)('is refused where no phone reaches it: %s', (host) => {
		expect(open(`https://${host}/x`)).toMatchObject({ name: 'unsafeLink' });
	});

	it.each(
		'n8n.example.com localhost.example.com 10.0.0.1.example.com 8.8.8.8 172.15.0.1 172.32.0.1 100.63.0.1 100.128.0.1 192.169.0.1 [2001:db8::1]'.split(
			' ',
		),
	)('may lead to %s, by https only', (host) => {
		expect(open(`https://${host}/x`)).toBeUndefined();
		expect(open(`http://${host}/x`)).toMatchObject({ name: 'unsafeLink' });
	});

	it('may lead anywhere where the SMS service is on this machine', () => {
		const isOpen = (service: string) => open('http://localhost:5678/x', service) === undefined;
		const local = ['http://localhost:3030/api/v1', 'http://127.0.0.1:3030', 'http://[::1]:3030'];
		expect(local.filter(isOpen)).toStrictEqual(local);
		expect(['http://192.168.1.5/api', 'no address', ''].filter(isOpen)).toStrictEqual([]);
	});

	it('is taken off again, and leaves the text as it was sent', () => {
		const link = 'https://n8n.example.com/x?signature=1';
		fc.assert(
			fc.property(fc.string({ unit: fc.constantFrom('a', ' ', '\n') }), (text) => {
				expect(withoutLink(withLink(text, link))).toBe(text.trimEnd());
			}),
		);
	});
});
