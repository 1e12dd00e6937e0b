/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- runs on the developer's machine, never inside n8n */
import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { answer } from './server';

/** One byte at a time, so that the connection is never idle. */
export function trickle(socket: Socket): void {
	socket.write('HTTP/1.1 200 OK\r\ncontent-length: 100000\r\n\r\n');
	const timer = setInterval(() => socket.write(' '), 30);
	socket.on('close', () => clearInterval(timer));
}

/** As fast as it is read, without an end. */
export function pour(socket: Socket): void {
	socket.write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n');
	const chunk = Buffer.from(`10000\r\n${' '.repeat(0x10000)}\r\n`);
	const more = () => {
		while (!socket.destroyed && socket.write(chunk));
	};
	socket.on('drain', more);
	more();
}

/** 2 MB of gzip that hold 2 GB: packing makes zeros a thousand times smaller. */
export const bomb = (): Buffer => {
	const zeros = Buffer.concat(Array<Buffer>(2_000).fill(gzipSync(Buffer.alloc(1e6))));
	return answer(200, zeros, { 'content-type': 'application/json', 'content-encoding': 'gzip' });
};

export const nested = (levels: number): string => `${'['.repeat(levels)}${']'.repeat(levels)}`;
