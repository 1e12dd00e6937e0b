import {
	readBody,
	responseOf,
	serviceWords,
} from '../../../../../nodes/SmsGateway/domain/service/result';

describe('reading a body', () => {
	it.each(['', ' ', '\r\n\t', '\uFEFF'])('finds %j empty', (text) => {
		expect(readBody(text)).toBeUndefined();
	});

	it.each(['<html>', '{"status":', 'OK', "{'status':'success'}"])('reads %j as text', (text) => {
		expect(readBody(text)).toStrictEqual({ json: false, text });
	});

	it.each([
		['{"id":12345678901234567890}', { id: '12345678901234567890' }],
		['[9007199254740993,-9007199254740992]', ['9007199254740993', '-9007199254740992']],
		['[9007199254740991,0.1234567890123456,1e30]', [9007199254740991, 0.1234567890123456, 1e30]],
		[
			'{"a\\"9007199254740993":"9007199254740993 \\\\"}',
			{ 'a"9007199254740993': '9007199254740993 \\' },
		],
	])('keeps every digit of an ID: %s', (text, value) => {
		expect(readBody(text)).toStrictEqual({ json: true, value });
	});

	it('marks JSON that is nested deeper than 100 levels', () => {
		const nested = (depth: number) => readBody('['.repeat(depth) + ']'.repeat(depth));
		expect(nested(100)).not.toHaveProperty('deep');
		expect(nested(101)).toHaveProperty('deep', true);
		expect(nested(100_000)).toHaveProperty('deep', true);
		const besides = `[1,${'['.repeat(100)}${']'.repeat(100)}]`;
		expect(readBody(besides)).toHaveProperty('deep', true);
	});
});

it('finds the words of the service in its message, where that is a text', () => {
	const wordsOf = (value: unknown) => serviceWords({ json: true, value });
	expect(wordsOf({ message: ' Low \r\n credit ' })).toBe('Low credit');
	expect(wordsOf({ message: 'x'.repeat(200) })).toBe('x'.repeat(200));
	expect(wordsOf({ message: 'x'.repeat(201) })).toBe(`${'x'.repeat(199)}…`);
	for (const message of ['', '  ', 5, null, ['no'], { text: 'no' }]) {
		expect(wordsOf({ message })).toBeUndefined();
	}
	expect(wordsOf(null)).toBeUndefined();
	expect(serviceWords({ json: false, text: '{"message":"no"' })).toBeUndefined();
	expect(serviceWords(undefined)).toBeUndefined();
});

it('hands out the start of a page that stands in for the service', () => {
	const response = responseOf({ json: false, text: 'x'.repeat(70_000) });
	expect(response).toMatch(/^x+… \(70000 characters in all\)$/);
	expect(response).toHaveLength(65_536 + '… (70000 characters in all)'.length);
	const whole = 'x'.repeat(65_536);
	expect(responseOf({ json: false, text: whole })).toBe(whole);
});
