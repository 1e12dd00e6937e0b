/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on the developer's machine, never inside n8n */
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { OPENAPI_FILE } from '../../sandbox/api';

const contract = parse(readFileSync(OPENAPI_FILE, 'utf8'));

it('describes the three endpoints of the service and no other', () => {
	const endpoints = Object.entries<object>(contract.paths).flatMap(([path, methods]) =>
		Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
	);
	expect(endpoints).toEqual(['POST /sms/send', 'POST /sms/bulk/send', 'GET /balance/sms_module']);
});

it('requires the documented fields and leaves the body of a successful send open', () => {
	const { schemas, responses } = contract.components;
	expect(schemas.SingleSms.required).toEqual(['sender_id', 'recipient', 'message']);
	expect(schemas.BulkSms.required).toEqual(['sender_id', 'recipients', 'message']);
	expect(schemas.Balance.required).toEqual(['status', 'module', 'balance']);
	expect(schemas.Error.required).toEqual(['status', 'message']);
	expect(responses.Sent.content['application/json'].schema).toEqual({});
});

it('wants a bearer JWT everywhere', () => {
	expect(contract.security).toEqual([{ bearer: [] }]);
	expect(contract.components.securitySchemes.bearer).toMatchObject({
		type: 'http',
		scheme: 'bearer',
		bearerFormat: 'JWT',
	});
});
