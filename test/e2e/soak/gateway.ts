/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on the developer's machine, never inside n8n */
import type { Socket } from 'node:net';
import fc from 'fast-check';
import { DONE, SAID } from '../../faults/cells';
import { REPLIES } from '../../fixtures/replies';
import { selfSigned } from '../../support/certificate';
import { answer, startRawServer } from '../../support/raw-server';

/** What becomes of a request: the gateway alone knows whether the SMS was sent. */
type Fate = Readonly<{ name: string; takes: boolean; act(socket: Socket): void }>;

/** From the outside nobody can tell whether the SMS was sent before, where that is unknown. */
const fates = (name: string, status: string, act: Fate['act']): Fate[] =>
	(status === 'unknown' ? [true, false] : [status === 'accepted']).map((takes) => ({
		name,
		takes,
		act,
	}));
const says = (name: string, status: string, bytes: Buffer) =>
	fates(name, status, (socket) => socket.end(bytes));

/** Every response and fault that is known, in a pack with as many that are nothing special. */
const FATES: readonly Fate[] = [
	...Array(100).fill(says('accepted', 'accepted', answer(200, '{"status":"success"}'))[0]),
	...REPLIES.flatMap(([name, { status = 200, body, headers }, became]) =>
		says(name, became, answer(status, body, { 'retry-after': '0', ...headers })),
	),
	...['1', '3600'].flatMap((wait) =>
		says(`429, Retry-After ${wait}`, 'notSent', answer(429, '', { 'retry-after': wait })),
	),
	...SAID.flatMap((row) => says(...row)),
	...DONE.flatMap(([name, act]) => fates(name, 'unknown', act)),
	...fates('an end', 'unknown', (socket) => socket.end()),
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
	const happened = new Map<string, number>(FATES.map(({ name }) => [name, 0]));
	const nextFate = deal(seed, FATES);
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
