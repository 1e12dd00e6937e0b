/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on the developer's machine, never inside n8n */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
	isFailure,
	REASONS,
	STATUSES,
	withoutRequest,
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

/** The reasons that a page lists below each status, in its order. */
function listedIn(page: string): Record<string, string[]> {
	const lists = page.matchAll(/^`(\w+)`\n\n((?:- .+\n)+)/gm);
	return Object.fromEntries(
		[...lists].map(([, status, list]) => [
			status,
			[...list!.matchAll(/^- (.+?): /gm)].flatMap(([, names]) =>
				[...names!.matchAll(/`(\w+)`/g)].map(([, name]) => name!),
			),
		]),
	);
}

test('docs/outcomes.md lists the reasons of each status', () => {
	const listed = listedIn(readFileSync(join(root, 'docs/outcomes.md'), 'utf8'));

	expect(Object.keys(listed)).toEqual(STATUSES);
	for (const status of STATUSES) {
		const reasons = Object.keys(REASONS).filter(
			(reason) => REASONS[reason as keyof typeof REASONS].status === status,
		);
		expect([...listed[status]!].sort()).toEqual(reasons.sort());
	}
});
