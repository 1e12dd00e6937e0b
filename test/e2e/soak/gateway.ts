/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on the developer's machine, never inside n8n */
import type { Socket } from 'node:net';
import fc from 'fast-check';
import { selfSigned } from '../../support/certificate';
import { answer, bomb, nested, pour, startRawServer, trickle } from '../../support/raw-server';

/** What becomes of a request: the gateway alone knows whether the SMS was sent. */
type Fate = Readonly<{
	name: string;
	/** In one pack. */
	times: number;
	takes: boolean;
	act(socket: Socket): void;
}>;

const ok = '{"status":"success"}';
const no = '{"status":"error","message":"Not today"}';
const page = '<!doctype html><title>Welcome</title>';
const whole = answer(200, ok);

const says = (bytes: Buffer) => (socket: Socket) => void socket.end(bytes);
const waiting = (seconds: string) => says(answer(429, no, { 'retry-after': seconds }));

const takes = (name: string, act: Fate['act'], times = 1): Fate[] => [
	{ name, times, takes: true, act },
];
const refuses = (name: string, act: Fate['act'], times = 1): Fate[] => [
	{ name, times, takes: false, act },
];
/** From the outside nobody can tell whether the SMS was sent before. */
const either = (name: string, act: Fate['act']): Fate[] => [
	...takes(`${name}, after sending`, act),
	...refuses(`${name}, before sending`, act),
];

const FATES: readonly Fate[] = [
	...takes('accepted', says(whole), 60),
	...takes('accepted in 900 kB', says(answer(200, ok.padEnd(9e5)))),
	...takes('accepted in JSON that says nothing', says(answer(200, '[null,{"balance":"x"}]'))),
	...takes('accepted, nested 5,000 levels deep', says(answer(200, nested(5_000)))),
	...refuses('HTTP 200 with status error', says(answer(200, no)), 3),
	...refuses('HTTP 400', says(answer(400, no)), 3),
	...refuses('HTTP 401', says(answer(401, no))),
	...refuses('a redirect', says(answer(302, '', { location: 'http://127.0.0.1:1/' }))),
	...refuses('HTTP 429, Retry-After 0', waiting('0'), 3),
	...refuses('HTTP 429, Retry-After 1', waiting('1')),
	...refuses('HTTP 429, Retry-After 3600', waiting('3600')),
	...either('HTTP 500', says(answer(500, no))),
	...either('HTTP 503 with a page', says(answer(503, page, { 'content-type': 'text/html' }))),
	...either('a page', says(answer(200, page, { 'content-type': 'text/html' }))),
	...either('half a JSON', says(answer(200, '{"status":"succ'))),
	...either('20 MB', says(answer(200, ok.padEnd(2e7)))),
	...either('2 MB of gzip that hold 2 GB', says(bomb())),
	...either('what is no gzip', says(answer(200, ok, { 'content-encoding': 'gzip' }))),
	...either('a body without an end', pour),
	...either('a body byte by byte', trickle),
	...either('no response', () => {}),
	...either('a loss of the connection', (socket) => socket.destroy()),
	...either('an end', (socket) => socket.end()),
	...either('an end within the body', says(whole.subarray(0, -4))),
	...either('a head of 1 MB', says(answer(200, ok, { 'x-more': 'x'.repeat(1e6) }))),
	...either('no HTTP', says(Buffer.from('SSH-2.0-OpenSSH\r\n'))),
];

/** What becomes of a connection, before the first byte of a request. */
const CONNECTIONS = [
	...Array<'kept'>(40).fill('kept'),
	'closed',
	'lost',
	'answered too early',
] as const;

export type MisbehavingGateway = Awaited<ReturnType<typeof startMisbehavingGateway>>;

/** Deals endlessly from packs that are shuffled by the seed, so that nothing is left to chance for long. */
const deal = <T>(seed: number, pack: readonly T[]): (() => T) => {
	const shuffled = fc.shuffledSubarray([...pack], { minLength: pack.length });
	const [packs] = fc.sample(fc.infiniteStream(shuffled, { noHistory: true }), { seed, numRuns: 1 });
	let left: T[] = [];
	return () => {
		if (left.length === 0) left = packs!.next().value as T[];
		return left.pop()!;
	};
};

/** Keeps a record of every SMS, and misbehaves at random in every way that is known. */
export async function startMisbehavingGateway(seed: number) {
	/** How often each misbehaviour happened. */
	const happened = new Map<string, number>(FATES.map(({ name }) => [name, 0]));
	const nextFate = deal(
		seed,
		FATES.flatMap((fate) => Array<Fate>(fate.times).fill(fate)),
	);
	const nextConnection = deal(seed, CONNECTIONS);
	const note = (name: string) => happened.set(name, (happened.get(name) ?? 0) + 1);
	const { key, cert } = selfSigned('localhost');
	const [http, https] = await Promise.all(
		[undefined, { key, cert }].map((tls) =>
			startRawServer(
				{
					connected(socket) {
						const connection = nextConnection();
						note(`a connection that is ${connection}`);
						if (connection === 'closed') socket.end();
						if (connection === 'lost') socket.destroy();
						if (connection === 'answered too early') socket.end(answer(408));
						return connection !== 'kept';
					},
					received(_, socket, take) {
						const fate = nextFate();
						note(fate.name);
						if (fate.takes) take();
						fate.act(socket);
					},
				},
				tls,
			),
		),
	);
	return {
		/** One place to send to, over http and over https. */
		baseUrls: {
			http: `http://127.0.0.1:${http!.port}/api/v1`,
			https: `https://localhost:${https!.port}/api/v1`,
		},
		/** To be trusted by n8n. */
		certificate: cert,
		/** How many SMS each recipient got: the judge. */
		sms() {
			const count = new Map<string, number>();
			for (const one of [...http!.taken, ...https!.taken]) {
				count.set(one, (count.get(one) ?? 0) + 1);
			}
			return count;
		},
		happened,
		async close() {
			await Promise.all([http!.close(), https!.close()]);
		},
	};
}
