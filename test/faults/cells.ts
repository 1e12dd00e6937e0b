/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- runs on the developer's machine, never inside n8n */
import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { answer, bomb, pour, startRawServer, trickle } from '../support/raw-server';
import type { Behaviour, RawServer } from '../support/raw-server';
import type { Reason } from '../../nodes/SmsGateway/domain/outcome';
import { REPLIES } from '../fixtures/replies';

/** Where to send to, and who knows the truth about it; without a judge nothing can be sent at all. */
export type Place = { baseUrl: string; judge?: RawServer };

export type Cell = {
	what: string;
	/** What the recipients whose request fails end with. */
	status: 'accepted' | 'rejected' | 'unknown' | 'notSent';
	/** Nobody gets through, not just one request, and no later attempt does better. */
	total?: true;
	/** The victim's, and no later attempt does better. */
	isEachTime?: true;
	/** Bulk Send asks about its parts, which all go well. */
	isRefusal?: true;
	/** The service accepts no more after this: the rest is not sent. */
	stopsRest?: true;
	/** Seconds; long unless the point is that nothing comes in time. */
	timeout?: number;
	open(victim: string): Promise<Place>;
};

const ok = answer(200, '{"status":"success"}');
const no = '{"status":"error","message":"Not today"}';
const json = { 'content-type': 'application/json' };

const plain = async (behaviour: Behaviour): Promise<Place> => {
	const judge = await startRawServer(behaviour);
	return { baseUrl: `http://127.0.0.1:${judge.port}/api/v1`, judge };
};

/** All goes well, but for the first request to the victim. */
const once =
	(fail: (socket: Socket, take: () => void) => void) =>
	(victim: string): Promise<Place> => {
		let failed = false;
		return plain({
			received({ recipients }, socket, take) {
				if (!failed && recipients.includes(victim)) {
					failed = true;
					fail(socket, take);
					return;
				}
				take();
				socket.end(ok);
			},
		});
	};

const refuses = (bytes: Buffer) => once((socket) => socket.end(bytes));

/** Each time, and all else goes well. */
const refusesWhere =
	(isRefused: (recipients: string[], victim: string) => boolean, bytes: Buffer) =>
	async (victim: string): Promise<Place> =>
		await plain({
			received({ recipients }, socket, take) {
				if (isRefused(recipients, victim)) return void socket.end(bytes);
				take();
				socket.end(ok);
			},
		});

/** The worst case: the service does its work and then fails to say so. */
const worksAnd = (then: (socket: Socket) => void) =>
	once((socket, take) => {
		take();
		then(socket);
	});

const worksAndSays = (bytes: Buffer) => worksAnd((socket) => socket.end(bytes));

/** What is said of the service's work: that it was not done, or after it was. */
const sayingSo: Partial<Record<Reason, Partial<Cell>>> = {
	refusedByService: { isRefusal: true },
	unauthorized: { stopsRest: true },
	forbidden: { stopsRest: true },
	redirected: { stopsRest: true },
	seeOther: { stopsRest: true },
};

const known = new Set<string>();

/** Of the table of responses the first of each reason and class; the service is asked at once again. */
const replied = REPLIES.flatMap(([what, { status = 200, body, headers }, became, reason]) => {
	const kind = `${reason} ${Math.floor(status / 100)}`;
	if (known.has(kind)) return [];
	known.add(kind);
	const bytes = answer(status, body ?? '', { 'retry-after': '0', ...headers });
	const says = became === 'accepted' || became === 'unknown' ? worksAndSays : refuses;
	return [{ what, status: became as Cell['status'], open: says(bytes), ...sayingSo[reason] }];
});

const raw = (text: string) => Buffer.from(text);
const packed = (body: string | Buffer, status = 200) =>
	answer(status, body, { ...json, 'content-encoding': 'gzip' });
const success = '{"status":"success"}';

/** After the SMS was sent. */
export const SAID: ReadonlyArray<[what: string, status: Cell['status'], bytes: Buffer]> = [
	['200 with 900 kB', 'accepted', answer(200, success.padEnd(9e5))],
	['200 with 10 MB', 'unknown', answer(200, success.padEnd(1e7))],
	['2 MB of gzip that hold 2 GB', 'unknown', bomb()],
	['an early hint', 'accepted', Buffer.concat([raw('HTTP/1.1 103 Early Hints\r\n\r\n'), ok])],
	[
		'a chunk that is cut off',
		'unknown',
		raw('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n14\r\n{"status":'),
	],
	['a head of 1 MB', 'unknown', answer(200, '{}', { ...json, 'x-more': 'x'.repeat(1e6) })],
	['an answer that is no HTTP', 'unknown', raw('SSH-2.0-OpenSSH\r\n')],
	['a body that is not packed as it says', 'unknown', packed(success)],
	['a packed body cut after 1 byte', 'unknown', packed(gzipSync(no).subarray(0, 1))],
	['a packed body cut after 12 bytes', 'unknown', packed(gzipSync(no).subarray(0, 12))],
	['a packed body that holds nothing', 'accepted', packed('')],
];

/** After the SMS was sent, without a whole answer. */
export const DONE: ReadonlyArray<[what: string, then: (socket: Socket) => void, timeout?: number]> =
	[
		['an endless response', pour],
		[
			'a body that is cut off',
			(socket) => {
				socket.write(ok.subarray(0, -5));
				setTimeout(() => socket.destroy(), 20);
			},
		],
		['reset without an answer', (socket) => socket.resetAndDestroy()],
		['no answer in time', () => {}, 0.4],
		['an answer byte by byte', trickle, 0.4],
	];

export const cells: Cell[] = [
	...replied,
	...SAID.map(([what, status, bytes]): Cell => ({ what, status, open: worksAndSays(bytes) })),
	...DONE.map(([what, then, timeout]): Cell => ({
		what,
		status: 'unknown',
		open: worksAnd(then),
		timeout,
	})),
	...[200, 400].map((code): Cell => ({
		what: `${code} with status error, each time`,
		status: 'rejected',
		open: refusesWhere((recipients, victim) => recipients.includes(victim), answer(code, no)),
		isEachTime: true,
	})),
	{
		what: '400 for any list',
		status: 'accepted',
		open: refusesWhere(({ length }) => length > 1, answer(400, no)),
	},
	{
		what: '400 with a packed body that was cut',
		status: 'rejected',
		open: refuses(packed(gzipSync(no).subarray(0, 10), 400)),
		isRefusal: true,
	},
	{
		what: 'reset as soon as the request begins',
		status: 'unknown',
		open: () =>
			plain({
				connected(socket) {
					socket.once('data', () => socket.resetAndDestroy());
					return true;
				},
				received: () => {},
			}),
		total: true,
	},
	{
		what: 'nobody listening',
		status: 'notSent',
		// A port below 1024 is given to nobody by chance.
		open: async () => ({ baseUrl: 'http://127.0.0.1:1/api/v1' }),
		total: true,
	},
];
