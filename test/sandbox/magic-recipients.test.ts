/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- runs on the developer's machine, never inside n8n */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { magicNumber, MAGIC_RECIPIENTS } from '../../sandbox';
import { bulkSend, sandbox, send } from './call-api';

it('are in the README as they are in the table', () => {
	const readme = readFileSync(join(__dirname, '../../sandbox/README.md'), 'utf8');
	const told = [...readme.matchAll(/^- `(\d+)`: (.+)$/gm)].map(([, ...one]) => one);
	const all = MAGIC_RECIPIENTS.map(({ number, does, once, accepts }) => [
		number,
		`${does}${once ? ', the first time only' : ''}${accepts ? ', but accepts the message' : ''}`,
	]);

	expect(told.length).toBeGreaterThan(5);
	expect(all).toStrictEqual(expect.arrayContaining(told));
});

/** What a client sees: the response and its raw body, as far as they arrive. */
async function see(recipient: string) {
	const response = await send(recipient).catch(() => undefined);
	const text = await response?.text().catch(() => undefined);
	return { response, status: response?.status ?? null, text };
}

/** Right away a success, but for the time it takes or the type it claims. */
const SUCCEEDS_ODDLY = new Set([magicNumber('7007'), magicNumber('8103')]);

it.each(MAGIC_RECIPIENTS.map((entry) => [entry.number, entry.does, entry] as const))(
	'%s: %s',
	async (number, _does, { behaviour, accepts, once }) => {
		const accepted = accepts ? [number] : [];
		if (behaviour.kind === 'hang') {
			const client = new AbortController();
			const ended = expect(send(number, client)).rejects.toThrow(/abort/);
			await sandbox.until(({ requests }) => requests()[0]?.outcome === 'hung');
			client.abort();
			await ended;
			expect(sandbox.requests()).toMatchObject([{ status: null, accepted, outcome: 'hung' }]);
			if (once) expect((await send(number)).status).toBe(200);
			return;
		}
		const { status, text } = await see(number);
		const expected = { answer: 0, answerLate: 200, reset: null, cutShort: 200 }[behaviour.kind];
		expect(status).toBe(behaviour.kind === 'answer' ? behaviour.status : expected);
		const isWhole = behaviour.kind.startsWith('answer');
		expect(text === undefined).toBe(!isWhole);
		const outcome = isWhole ? 'answered' : 'reset';
		await sandbox.until(({ requests }) => requests()[0]?.outcome !== 'pending');
		expect(sandbox.requests()).toMatchObject([{ status, accepted, outcome, magic: number }]);

		const again = await see(number);
		const succeeds = again.status === 200 && !!again.text?.includes('SMS accepted.');
		expect(succeeds).toBe(once || SUCCEEDS_ODDLY.has(number));
	},
);

it.each([
	['7001', /^\{"status":"error"/, /json/],
	['7002', /^<!doctype html>/, /html/],
	['7003', /^$/, /json/],
	['7004', /^OK$/, /text\/plain/],
	['7005', /^\{"status":"success",[^}]*$/, /json/],
	['7007', /^\{"status":"success".*\}$/, /html/],
	['0502', /^<!doctype html>/, /html/],
])('%s has its own body', async (code, body, type) => {
	const { response, text } = await see(magicNumber(code));
	expect(text).toMatch(body);
	expect(response!.headers.get('content-type')).toMatch(type);
});

it.each([
	['0429', null],
	['1429', '1'],
	['3430', '3600'],
	['3429', expect.stringMatching(/GMT$/)],
])('%s has the Retry-After %s', async (code, header) => {
	const { headers } = await send(magicNumber(code));
	expect(headers.get('retry-after')).toStrictEqual(header);
});

it('the first magic recipient decides about a whole bulk request', async () => {
	const [usual, late] = ['2290197001234', magicNumber('2500')] as const;
	expect((await bulkSend(usual, magicNumber('0422'), late)).status).toBe(422);
	expect(sandbox.messages()).toStrictEqual([]);

	expect((await bulkSend(usual, late)).status).toBe(500);
	expect(sandbox.requests()[1]?.accepted).toStrictEqual([usual, late]);
});

it('"first time only" counts per number, and a reset starts it again', async () => {
	const statuses = [];
	for (const code of ['1500', '1400', '1500', '1400']) {
		statuses.push((await send(magicNumber(code))).status);
	}
	expect(statuses).toStrictEqual([500, 400, 200, 200]);
	sandbox.reset();
	expect((await send(magicNumber('1500'))).status).toBe(500);
});
