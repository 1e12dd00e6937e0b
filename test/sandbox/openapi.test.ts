/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on the developer's machine, never inside n8n */
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { OPENAPI_FILE } from '../../sandbox/api';

const contract = parse(readFileSync(OPENAPI_FILE, 'utf8'));

it('describes the three endpoints of the service and no other', () => {
	const endpoints = Object.entries<object>(contract.paths).flatMap(([path, methods]) =>
		Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
	);
	expect(endpoints).toStrictEqual([
		'POST /sms/send',
		'POST /sms/bulk/send',
		'GET /balance/sms_module',
	]);
});

it('leaves the body of a successful send open, as nothing documents it', () => {
	const { Sent } = contract.components.responses;
	expect(Sent.content['application/json'].schema).toStrictEqual({});
});
