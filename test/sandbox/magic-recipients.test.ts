/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- runs on the developer's machine, never inside n8n */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { magicNumber, MAGIC_RECIPIENTS, startSandbox, type Sandbox } from '../../sandbox';
import { bulkSend, send } from './call-api';

let sandbox: Sandbox;
beforeAll(async () => (sandbox = await startSandbox({ lateAnswerMs: 50 })));
beforeEach(() => sandbox.reset());
afterAll(() => sandbox.close());

/** What a client sees: the status and the raw body, or that the connection went away. */
async function see(recipient: string) {
	const response = await send(sandbox, recipient).catch(() => undefined);
	if (!response) return { connection: 'reset' };
	const text = await response.text().catch(() => undefined);
	return text === undefined ? { connection: 'cut', status: response.status } : { response, text };
}

/** Right away a success, but for the time it takes or the type it claims. */
const SUCCEEDS_ODDLY = new Set([magicNumber('7007'), magicNumber('8103')]);
const hanging = MAGIC_RECIPIENTS.filter(({ behaviour }) => behaviour.kind === 'hang');
const ending = MAGIC_RECIPIENTS.filter(({ behaviour }) => behaviour.kind !== 'hang');

describe('the table', () => {
	it('has what the README tells of it', () => {
		const readme = readFileSync(join(__dirname, '../../sandbox/README.md'), 'utf8');
		const told = [...readme.matchAll(/^- `(\d+)`: (.+)$/gm)].map(([, ...one]) => one);
		const all = MAGIC_RECIPIENTS.map(({ number, does, once, accepts }) => [
			number,
			`${does}${once ? ', the first time only' : ''}${accepts ? ', but accepts the message' : ''}`,
		]);

		expect(told.length).toBeGreaterThan(5);
		expect(all).toStrictEqual(expect.arrayContaining(told));
	});
});

describe('each one', () => {
	it.each(ending.map((entry) => [entry.number, entry.does, entry] as const))(
		'%s: %s',
		async (number, _does, { behaviour, accepts, once }) => {
			const seen = await see(number);

			if (behaviour.kind === 'answer') {
				expect(seen.response?.status).toBe(behaviour.status);
			} else if (behaviour.kind === 'answerLate') {
				expect(seen.response?.status).toBe(200);
			} else {
				expect(seen.connection).toBe(behaviour.kind === 'reset' ? 'reset' : 'cut');
			}
			const [request] = sandbox.requests();
			expect(request).toMatchObject({
				outcome: seen.response ? 'answered' : 'reset',
				status: seen.response?.status ?? seen.status ?? null,
				accepted: accepts ? [number] : [],
				magic: number,
			});

			const again = await see(number);
			const succeeds = again.response?.status === 200 && again.text!.includes('SMS accepted.');
			expect(succeeds).toBe(once || SUCCEEDS_ODDLY.has(number));
		},
	);

	it.each(hanging.map((entry) => [entry.number, entry] as const))(
		'%s: never answers',
		async (number, { accepts, once }) => {
			const giveUp = new AbortController();
			const answer = send(sandbox, number, giveUp.signal);
			const ended = expect(answer).rejects.toThrow(/abort/);
			await sandbox.until(({ requests }) => requests()[0]?.outcome === 'hung');

			expect(sandbox.requests()[0]).toMatchObject({
				status: null,
				accepted: accepts ? [number] : [],
			});
			giveUp.abort();
			await ended;
			expect(sandbox.requests()[0]?.outcome).toBe('hung');
			if (once) expect((await send(sandbox, number)).status).toBe(200);
		},
	);
});

describe('details', () => {
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

	it('Retry-After comes as seconds, as a date in the future, or not at all', async () => {
		const retryAfter = async (code: string) =>
			(await see(magicNumber(code))).response!.headers.get('retry-after');

		expect(await retryAfter('0429')).toBeNull();
		expect(await retryAfter('1429')).toBe('1');
		expect(await retryAfter('3430')).toBe('3600');
		const date = await retryAfter('3429');
		expect(date).toMatch(/GMT$/);
		expect(Date.parse(date!)).toBeGreaterThan(Date.now());
	});

	it('the first magic recipient decides about a whole bulk request', async () => {
		const refused = await bulkSend(
			sandbox,
			'2290197001234',
			magicNumber('0422'),
			magicNumber('2500'),
		);
		expect(refused.status).toBe(422);
		expect(sandbox.messages()).toStrictEqual([]);

		const accepted = await bulkSend(sandbox, '2290197001234', magicNumber('2500'));
		expect(accepted.status).toBe(500);
		expect(sandbox.requests()[1]?.accepted).toStrictEqual(['2290197001234', magicNumber('2500')]);
	});

	it('"first time only" counts per number, and a reset starts it again', async () => {
		const statuses = [];
		for (const code of ['1500', '1400', '1500', '1400']) {
			statuses.push((await send(sandbox, magicNumber(code))).status);
		}
		expect(statuses).toStrictEqual([500, 400, 200, 200]);

		sandbox.reset();
		expect((await send(sandbox, magicNumber('1500'))).status).toBe(500);
	});
});
