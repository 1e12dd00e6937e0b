/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- runs on the developer's machine, never inside n8n */
import { parseArgs } from 'node:util';
import { explain } from './explain';
import { Problem } from '../host';

/** Runs a program's main function; whatever it throws, or a callback of it, is explained, with exit code 1. */
export function runMain(main: () => Promise<void>): void {
	const fail = (error: unknown) => {
		process.stderr.write(`\n${explain(error)}\n`);
		process.exit(1);
	};
	process.once('uncaughtException', fail);
	main().catch(fail);
}

export const print = (line = ''): void => void process.stdout.write(`${line}\n`);

type Flags = Record<string, string | number | boolean>;
/** As wide as a flag is: a default of 3030 stands for any number. */
type Read<Defaults> = {
	[Name in keyof Defaults]: Defaults[Name] extends boolean
		? boolean
		: Defaults[Name] extends number
			? number
			: string;
};

/**
 * What the command line says, by the default of each flag: a text, a whole number from 0 up, or
 * `false` for one without a value. Prints the usage and ends where it asks for --help.
 */
export function readFlags<Defaults extends Flags>(usage: string, defaults: Defaults) {
	const options = Object.entries({ ...defaults, help: false }).map(
		([name, value]) => [name, { type: typeof value === 'boolean' ? 'boolean' : 'string' }] as const,
	);
	const { values } = parseArgs({ options: Object.fromEntries(options) });
	if (values.help) {
		print(usage);
		process.exit();
	}
	const read = Object.entries(defaults).map(([name, byDefault]) => {
		const value = values[name] ?? byDefault;
		if (typeof byDefault !== 'number') return [name, value];
		const number = value === '' ? NaN : Number(value);
		if (Number.isInteger(number) && number >= 0) return [name, number];
		throw new Problem(`--${name} must be a whole number from 0 up, not "${value}".`);
	});
	return Object.fromEntries(read) as Read<Defaults>;
}
