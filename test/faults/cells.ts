/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- runs on the developer's machine, never inside n8n */
import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { bomb, pour, trickle } from '../fault-server/responses';
import type { Reason } from '../../nodes/SmsGateway/domain/outcome';
import { REPLIES } from '../fixtures/replies';
import { answer, startRawServer } from '../support/raw-server';
import type { Behaviour, RawServer } from '../support/raw-server';

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

/** Whatever carries the victim is refused; all else goes well. */
const refusesAlways =
	(bytes: Buffer) =>
	async (victim: string): Promise<Place> =>
		await plain({
			received({ recipients }, socket, take) {
				if (recipients.includes(victim)) return void socket.end(bytes);
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

const cell = (
	what: string,
	status: Cell['status'],
	open: Cell['open'],
	more: Partial<Cell> = {},
): Cell => ({ what, status, open, ...more });

const nobody = { total: true } as const;
const each = { isEachTime: true } as const;

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
	return [cell(what, became as Cell['status'], says(bytes), sayingSo[reason])];
});

export const cells: Cell[] = [
	...replied,
	cell(
		'200 with 900 kB',
		'accepted',
		worksAndSays(answer(200, '{"status":"success"}'.padEnd(9e5))),
	),
	cell('200 with 10 MB', 'unknown', worksAndSays(answer(200, '{"status":"success"}'.padEnd(1e7)))),
	cell('an endless response', 'unknown', worksAnd(pour)),
	cell('2 MB of gzip that hold 2 GB', 'unknown', worksAndSays(bomb())),
	cell(
		'200 after a hint that it is coming',
		'accepted',
		worksAndSays(Buffer.concat([Buffer.from('HTTP/1.1 103 Early Hints\r\n\r\n'), ok])),
	),
	cell('200 with status error, each time', 'rejected', refusesAlways(answer(200, no)), each),
	cell('400, each time', 'rejected', refusesAlways(answer(400, no)), each),
	cell(
		'400 for any list',
		'accepted',
		async () =>
			await plain({
				received({ recipients }, socket, take) {
					if (recipients.length > 1) return void socket.end(answer(400, no));
					take();
					socket.end(ok);
				},
			}),
	),
	cell(
		'a body that is cut off',
		'unknown',
		worksAnd((socket) => {
			socket.write(answer(200, '{"status":"success"}').subarray(0, -5));
			setTimeout(() => socket.destroy(), 20);
		}),
	),
	cell(
		'a chunk that is cut off',
		'unknown',
		worksAndSays(
			Buffer.from('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n14\r\n{"status":'),
		),
	),
	cell(
		'a head of 1 MB',
		'unknown',
		worksAndSays(answer(200, '{}', { ...json, 'x-more': 'x'.repeat(1e6) })),
	),
	cell('an answer that is no HTTP', 'unknown', worksAndSays(Buffer.from('SSH-2.0-OpenSSH\r\n'))),
	cell(
		'a body that is not packed as it says',
		'unknown',
		worksAndSays(answer(200, '{"status":"success"}', { ...json, 'content-encoding': 'gzip' })),
	),
	...[1, 12].map((bytes) =>
		cell(
			`a packed body that was cut after ${bytes} bytes`,
			'unknown',
			worksAndSays(
				answer(200, gzipSync(no).subarray(0, bytes), { ...json, 'content-encoding': 'gzip' }),
			),
		),
	),
	cell(
		'400 with a packed body that was cut',
		'rejected',
		refuses(answer(400, gzipSync(no).subarray(0, 10), { ...json, 'content-encoding': 'gzip' })),
		{ isRefusal: true },
	),
	cell(
		'a packed body that holds nothing',
		'accepted',
		worksAndSays(answer(200, '', { ...json, 'content-encoding': 'gzip' })),
	),
	cell(
		'reset without an answer',
		'unknown',
		worksAnd((socket) => socket.resetAndDestroy()),
	),
	cell(
		'no answer in time',
		'unknown',
		worksAnd(() => {}),
		{ timeout: 0.4 },
	),
	cell('an answer byte by byte', 'unknown', worksAnd(trickle), { timeout: 0.4 }),
	cell(
		'reset as soon as the request begins',
		'unknown',
		() =>
			plain({
				connected(socket) {
					socket.once('data', () => socket.resetAndDestroy());
					return true;
				},
				received: () => {},
			}),
		nobody,
	),
	cell(
		'nobody listening',
		'notSent',
		// A port below 1024 is given to nobody by chance.
		async () => ({ baseUrl: 'http://127.0.0.1:1/api/v1' }),
		nobody,
	),
];
