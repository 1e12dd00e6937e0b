import { readBody } from '../../../../../nodes/SmsGateway/domain/service/result';
import { processorTime } from '../../../../support/processor-time';

const MB = 1_000_000;
const packed = (text: string, times: number): string =>
	times === 0 ? text : packed(JSON.stringify(text), times - 1);

it.each<[string, string, string]>([
	['digits', '1'.repeat(MB), 'json'],
	['a text of digits', `"${'1'.repeat(MB)}"`, 'json'],
	['digits below zero', `-${'1'.repeat(MB)}`, 'json'],
	['a huge exponent', `1e${'9'.repeat(MB)}`, 'json'],
	['long numbers', `[${'11111111111111111111,'.repeat(MB / 21)}1]`, 'json'],
	['long numbers with exponents', `[${`${'1'.repeat(30)}e5,`.repeat(MB / 33)}1]`, 'json'],
	['brackets', '['.repeat(MB / 2) + ']'.repeat(MB / 2), 'json'],
	['brackets without an end', '['.repeat(MB), 'text'],
	['objects in objects', '{"a":'.repeat(MB / 6) + '1' + '}'.repeat(MB / 6), 'object'],
	['escapes', `"${'\\\\'.repeat(MB / 2)}"`, 'json'],
	['a text without an end', `"${'\\"'.repeat(MB / 2)}`, 'text'],
	['fields', `{${Array.from({ length: MB / 12 }, (_, at) => `"k${at}":1`).join()}}`, 'object'],
	['texts of JSON in each other', packed('1'.repeat(MB / 10), 3), 'json'],
	['bytes that are no text', '\ufffd\u0000'.repeat(MB / 2), 'text'],
	['spaces', ' '.repeat(MB), 'nothing'],
])('reads 1 MB of %s in no time', (_, body, holds) => {
	let read: string | undefined;
	expect(processorTime(() => (read = readBody(body).holds))).toBeLessThan(1_000);
	expect(read).toBe(holds);
});

const SUCCESS = '{"status":"success"}';

it.each<[string, string, string]>([
	['an object', SUCCESS, 'object'],
	['an object in a text', packed(SUCCESS, 1), 'object'],
	['an object in a text in a text', packed(SUCCESS, 2), 'json'],
	['a number in a text', '"12345678901234567890"', 'json'],
	['a number that is as long', '12345678901234567890', 'json'],
	['a list in a text', '"[1]"', 'json'],
])('unpacks once, and only what came as a text: %s', (_, body, holds) => {
	expect(readBody(body).holds).toBe(holds);
});

it('hands out IDs as they came, also packed', () => {
	const id = '12345678901234567890';
	expect(readBody(`{"id":${id}}`).fields).toStrictEqual({ id });
	expect(readBody(packed(`{"id":${id}}`, 1)).fields).toStrictEqual({ id });
	expect(readBody(id).response).toBe(id);
});
