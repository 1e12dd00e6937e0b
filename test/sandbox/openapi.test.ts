/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on the developer's machine, never inside n8n */
import { readFileSync } from 'node:fs';
import { OPENAPI_FILE } from '../../sandbox/api';

it('describes the three endpoints of the service and no other', () => {
	const lines = readFileSync(OPENAPI_FILE, 'utf8').split('\n');
	const endpoints = lines.flatMap((line, index) => {
		const [, path] = /^ {2}(\/\S+):$/.exec(line) ?? [];
		return path ? [`${lines[index + 1]!.trim()} ${path}`] : [];
	});
	expect(endpoints).toStrictEqual([
		'post: /sms/send',
		'post: /sms/bulk/send',
		'get: /balance/sms_module',
	]);
});
