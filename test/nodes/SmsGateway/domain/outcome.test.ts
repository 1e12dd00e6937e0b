/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on the developer's machine, never inside n8n */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
	isFailure,
	REASONS,
	STATUSES,
	withoutRequest,
} from '../../../../nodes/SmsGateway/domain/outcome';
import { root } from '../../../package/support';
import { said } from '../../../fixtures/causes';

test('rejected, unknown and notSent are failures; accepted and skipped are not', () => {
	const failures = STATUSES.filter((status) => isFailure({ status }));
	expect(failures.join()).toBe('rejected,unknown,notSent');
});

test('what ends a run is what no later request can escape, what is attempted again never arrived', () => {
	const reasons = Object.entries(REASONS);
	const ending = reasons.flatMap(([reason, { haltsRun }]) => (haltsRun ? reason : []));
	expect(ending.join()).toBe('unauthorized,forbidden,redirected,seeOther');
	const again = reasons.filter(([, { attemptedAgain }]) => attemptedAgain);
	const names = again.map(([reason]) => reason).join();
	expect(names).toBe('connectionRefused,dnsFailure,proxyRefused,rateLimited');
	expect(again.filter(([, { status }]) => status !== 'notSent')).toStrictEqual([]);
});

test('an outcome without a request has the status of its reason, costs nothing and names no request', () => {
	expect(withoutRequest('cancelled', said('Cancelled.'))).toStrictEqual({
		status: 'notSent',
		reason: 'cancelled',
		causes: said('Cancelled.'),
		smsCount: 0,
	});
});

test('docs/outcomes.md lists the reasons of each status', () => {
	const page = readFileSync(join(root, 'docs/outcomes.md'), 'utf8');
	// Each status on a line of its own, then its reasons in front of the colons.
	const lists = [...page.matchAll(/^`(\w+)`\n\n((?:- .+\n)+)/gm)];
	const told = lists.flatMap(([, status, list]) =>
		[...list!.matchAll(/^- ([^:]+):/gm)].flatMap(([, names]) =>
			[...names!.matchAll(/`(\w+)`/g)].map(([, reason]) => [reason, status]),
		),
	);

	expect(told.sort()).toStrictEqual(
		Object.entries(REASONS)
			.map(([reason, { status }]) => [reason, status])
			.sort(),
	);
});
