import {
	isErrorBody,
	readBody,
	responseOf,
	serviceWords,
} from '../../../../../nodes/SmsGateway/domain/service/result';

describe('reading a body', () => {
	test.each(['', ' ', '\r\n\t', '\uFEFF'])('%j is empty', (text) => {
		expect(readBody(text)).toBeUndefined();
	});

	test.each([
		['{"status":"success"}', { status: 'success' }],
		[' [1] \n', [1]],
		['null', null],
		['0', 0],
		['\uFEFF{"status":"error"}', { status: 'error' }],
	])('%j is JSON', (text, value) => {
		expect(readBody(text)).toEqual({ json: true, value });
	});

	test.each(['<html>', '{"status":', 'OK', "{'status':'success'}"])('%j is text', (text) => {
		expect(readBody(text)).toEqual({ json: false, text });
	});

	it('takes what is nested too deep to be handed on as text', () => {
		const text = '['.repeat(100_000) + ']'.repeat(100_000);
		expect(readBody(text)).toEqual({ json: false, text });
	});
});

test('only an object whose status is exactly "error" is an error', () => {
	expect(isErrorBody({ status: 'error' })).toBe(true);
	for (const value of [{ status: 'Error' }, { error: true }, 'error', ['error'], null, undefined]) {
		expect(isErrorBody(value)).toBe(false);
	}
});

test('the words of the service are its message, where that is a text', () => {
	const wordsOf = (value: unknown) => serviceWords({ json: true, value });
	expect(wordsOf({ message: ' Low credit ' })).toBe('Low credit');
	for (const message of ['', '  ', 5, null, ['no'], { text: 'no' }]) {
		expect(wordsOf({ message })).toBeUndefined();
	}
	expect(wordsOf(null)).toBeUndefined();
	expect(serviceWords({ json: false, text: '{"message":"no"' })).toBeUndefined();
	expect(serviceWords(undefined)).toBeUndefined();
});

test('of a page that stands in for the service, the start is handed out', () => {
	const response = responseOf({ json: false, text: 'x'.repeat(70_000) });
	expect(response).toMatch(/^x+… \(70000 characters in all\)$/);
	expect(response).toHaveLength(65_536 + '… (70000 characters in all)'.length);
	expect(responseOf({ json: false, text: 'short' })).toBe('short');
});
