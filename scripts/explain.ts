/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on the developer's machine, never inside n8n */
import { inspect } from 'node:util';
import { fullDisk, Problem } from '../host/machine';

/** Lines of what a program printed that are shown. */
const SHOWN = 15;
const ANOTHER_CACHE = 'set SMS_GATEWAY_CACHE to a folder where you may write';

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** What went wrong, as Node.js says it of a file, a program that it started, or anything else. */
function readError(error: unknown) {
	const { cmd, code, message, path, signal, stack, stderr, stdout, syscall } = Object(
		error,
	) as Record<string, unknown>;
	return {
		/** Of a program that was started: its command line. */
		command: text(cmd),
		code: typeof code === 'number' ? code : text(code),
		message: text(message),
		path: text(path),
		signal: text(signal),
		stack: text(stack),
		printed: `${text(stdout)}\n${text(stderr)}`.trim(),
		syscall: text(syscall),
	};
}

/** What to tell whoever started a command that failed: what happened, and what to do next. Takes anything that can be thrown. */
export function explain(error: unknown): string {
	const { code, command, message, path, printed, signal, stack, syscall } = readError(error);
	if (error instanceof Problem) return message;
	if (text(code).startsWith('ERR_PARSE_ARGS'))
		return `${message}. Options follow two dashes, as in: npm start -- --help`;
	if (syscall.startsWith('spawn')) {
		return `The program "${path}" cannot be started (${code}). npm and node come with Node.js: install it from https://nodejs.org, open a new terminal and start again.`;
	}
	if (command !== '') {
		const how = signal === '' ? `failed with exit code ${code}` : `was ended by ${signal}`;
		const next = /EACCES|EPERM|EROFS/.test(printed)
			? `It may not write there: ${ANOTHER_CACHE}, and start again.`
			: signal === ''
				? 'Put right what it names and start again.'
				: 'A system does that to a program when memory runs out, or you did: close other programs and start again.';
		const lines = printed.split('\n').slice(-SHOWN).join('\n');
		return `"${command}" ${how}. ${next}${lines && ` It printed:\n\n${lines}`}`;
	}
	if (code === 'EADDRINUSE') {
		return `${message}: end the program that uses this port, or choose another (see --help).`;
	}
	if (code === 'ENOSPC') return fullDisk(path);
	// What Node.js says of a new folder on a read-only disk.
	const noFolder = code === 'ENOENT' && syscall === 'mkdir';
	if (noFolder || ['EACCES', 'ENOTDIR', 'EPERM', 'EROFS'].includes(text(code))) {
		return `${path || 'A file'} cannot be written (${code}): ${ANOTHER_CACHE}, and start again.`;
	}
	return `This should not happen; please report it with these lines:\n\n${stack || message || inspect(error)}`;
}
