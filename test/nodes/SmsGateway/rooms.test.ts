/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on the developer's machine, never inside n8n */
import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import ts from 'typescript';
import { root, trackedFiles } from '../../package/support';

/** Each room may import from its own floor and from those below; docs/dev/architecture.md says what is where. */
const FLOORS = [
	['domain', 'clock.ts'],
	['n8n'],
	['words'],
	['expressions', 'keys', 'transport'],
	['history', 'settings'],
	['output', 'question'],
	['input'],
	['delivery'],
	['actions', 'trigger'],
	['methods.ts', 'SmsGateway.node.ts', 'SmsGatewayTrigger.node.ts', 'SmsGatewayApi.credentials.ts'],
];

const files = trackedFiles().filter((path) => /^(nodes|credentials)\/.+\.ts$/.test(path));
const textOf = new Map(files.map((path) => [path, readFileSync(join(root, path), 'utf8')]));

const roomOf = (path: string) =>
	path.replace(/^(nodes\/SmsGateway|credentials)\//, '').split('/')[0]!;
const floorOf = (path: string) => FLOORS.findIndex((rooms) => rooms.includes(roomOf(path)));

const namesImportedBy = (path: string) =>
	ts.preProcessFile(textOf.get(path)!, true, true).importedFiles.map(({ fileName }) => fileName);

function filesImportedBy(path: string): string[] {
	return namesImportedBy(path).flatMap((name) => {
		if (!name.startsWith('.')) return [];
		const target = posix.join(posix.dirname(path), name);
		return [`${target}.ts`, `${target}/index.ts`].filter((file) => textOf.has(file));
	});
}

const imports = files.flatMap((from) => filesImportedBy(from).map((to) => ({ from, to })));

type Next = (name: string) => string[];

/** The names of one circle, the first again at its end; empty if there is none. */
function circleFrom(name: string, next: Next, way: string[], seen: Set<string>): string[] {
	if (way.includes(name)) return [...way.slice(way.indexOf(name)), name];
	if (seen.has(name)) return [];
	seen.add(name);
	for (const follower of next(name)) {
		const circle = circleFrom(follower, next, [...way, name], seen);
		if (circle.length > 0) return circle;
	}
	return [];
}

function circles(names: string[], next: Next): string[] {
	const seen = new Set<string>();
	return names.flatMap((name) => circleFrom(name, next, [], seen));
}

it('finds the imports', () => {
	expect(imports.length).toBeGreaterThan(100);
});

it('knows the floor of each room', () => {
	expect(files.filter((path) => floorOf(path) === -1)).toStrictEqual([]);
});

it('has no import that runs upward', () => {
	const upward = imports.filter(({ from, to }) => floorOf(to) > floorOf(from));

	expect(upward).toStrictEqual([]);
});

it('has no circle of files', () => {
	expect(circles(files, filesImportedBy)).toStrictEqual([]);
});

it('has no circle of rooms', () => {
	const roomsImportedBy = (room: string) =>
		imports
			.filter(({ from, to }) => roomOf(from) === room && roomOf(to) !== room)
			.map(({ to }) => roomOf(to));

	expect(circles([...new Set(files.map(roomOf))], roomsImportedBy)).toStrictEqual([]);
});

it('keeps the domain free of n8n and of everything else that runs', () => {
	const foreign = files
		.filter((path) => roomOf(path) === 'domain')
		.flatMap((path) => namesImportedBy(path).map((name) => ({ path, name })))
		.filter(
			({ name }) => !name.startsWith('.') && !/^(libphonenumber-js|luxon|crypto)\b/.test(name),
		);

	expect(foreign).toStrictEqual([]);
});

it('calls the HTTP helpers of n8n in transport only', () => {
	const callers = files.filter((path) => /\bhelpers\??\.http/.test(textOf.get(path)!));

	expect([...new Set(callers.map(roomOf))]).toStrictEqual(['transport']);
});

it('gives each name at the top of a file one meaning', () => {
	const declared =
		/^(?:export )?(?:default )?(?:async )?(?:function\*?|const|type|class|let|interface) (\w+)/gm;
	const names = files.flatMap((path) =>
		[...textOf.get(path)!.matchAll(declared)].map(([, name]) => name!),
	);

	expect(names.length).toBeGreaterThan(500);
	expect(names.filter((name, index) => names.indexOf(name) !== index)).toStrictEqual([]);
});
