/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on the developer's machine, never inside n8n */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
	isFailure,
	REASONS,
	STATUSES,
	withoutRequest,
	type Fix,
} from '../../../../nodes/SmsGateway/domain/outcome';
import { root } from '../../../package/command';

test('rejected, unknown and notSent are failures; accepted and skipped are not', () => {
	expect(STATUSES.filter((status) => isFailure({ status }))).toEqual([
		'rejected',
		'unknown',
		'notSent',
	]);
});

test('an outcome without a request has the status of its reason, costs nothing and names no request', () => {
	expect(withoutRequest('cancelled', 'Cancelled.')).toEqual({
		status: 'notSent',
		reason: 'cancelled',
		explanation: 'Cancelled.',
		smsCount: 0,
	});
});

const FIXES: Record<Fix, string> = {
	credential: 'the credential',
	service: 'at the SMS service, or on the way to it',
	node: "the node's settings",
	items: 'the items',
	time: 'nothing: wait until then',
	cause: 'what the explanation says',
};

/** The table in docs/outcomes.md. After a change here, the failure of this test shows the new one. */
const table = [
	'| `status` | `reason` | When | What to fix first |',
	'| --- | --- | --- | --- |',
	...STATUSES.flatMap((status) =>
		Object.entries(REASONS)
			.filter(([, about]) => about.status === status)
			.map(
				([reason, { when, fix }], index) =>
					`| ${index === 0 ? `\`${status}\`` : ''} | \`${reason}\` | ${when} | ${fix ? FIXES[fix] : ''} |`,
			),
	),
].map((line) => line.replace(/ {2,}/g, ' '));

test('docs/outcomes.md has the table of reasons', () => {
	const lines = readFileSync(join(root, 'docs/outcomes.md'), 'utf8').split('\n');
	const first = lines.indexOf(table[0]!);

	expect(lines.slice(first, lines.indexOf('', first))).toEqual(table);
});
