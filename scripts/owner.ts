/* eslint-disable @n8n/community-nodes/no-restricted-globals, @n8n/community-nodes/no-restricted-imports -- runs on the developer's machine, never inside n8n */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { print, readFlags, runMain } from './command-line';
import { Problem, PROJECT, run } from './host';
import { projectFiles } from './tree';

const USAGE = `npm run owner -- --repository <owner/name> --author <name> --email <address>

Writes who publishes this package into every file that says so: package.json, the licence, the
documentation links of the nodes and the credential, and the issue templates. Without arguments
it prints what package.json says now.`;

/** Who publishes the package, as package.json says it. */
export interface Owner {
	/** On GitHub, such as "acme/n8n-nodes-sms-gateway". */
	repository: string;
	author: string;
	email: string;
}

/** What the files say until somebody publishes the package. */
export const PLACEHOLDERS: Owner = {
	repository: 'n8n-nodes-sms-gateway/n8n-nodes-sms-gateway',
	author: 'n8n-nodes-sms-gateway authors',
	email: 'maintainers@example.com',
};

export interface Manifest {
	version: string;
	author: { name: string; email: string };
	repository: { url: string };
}

/** @throws Error when the repository isn't one of GitHub, the only host that n8n verifies from */
export function ownerOf({ author, repository }: Manifest): Owner {
	const [, name] = /github\.com\/([^/]+\/[^/]+?)(?:\.git)?$/.exec(repository.url) ?? [];
	if (name === undefined) throw new Error(`"${repository.url}" isn't a repository on GitHub.`);
	return { repository: name, author: author.name, email: author.email };
}

/** The parts of the owner that are still placeholders. */
export const placeholdersIn = (owner: Owner): Array<keyof Owner> =>
	(Object.keys(PLACEHOLDERS) as Array<keyof Owner>).filter(
		(part) => owner[part] === PLACEHOLDERS[part],
	);

/** What is wrong with a new owner, in sentences. */
export function problemsOf({ author, email, repository }: Owner): string[] {
	const problems: string[] = [];
	const isName = /^[A-Za-z\d](?:[A-Za-z\d-]*[A-Za-z\d])?\/[\w.-]*\w$/.test(repository);
	if (!isName || repository.endsWith('.git')) {
		problems.push(`--repository must look like acme/n8n-nodes-sms-gateway, not "${repository}".`);
	}
	// n8n's lint takes <x> and {{x}} in package.json for what was not filled in.
	if (author.trim() === '' || /[\n\r<>{}]/.test(author)) problems.push('--author must be a name.');
	if (!/^[^\s"\\<>@]+@[^\s"\\<>@]+\.[^\s"\\<>@]+$/.test(email)) {
		problems.push(`--email must be an email address, not "${email}".`);
	}
	return problems;
}

/**
 * The text of a file with the new owner in each place of the old one: the address of the repository
 * anywhere, the author in package.json and the licence, the email there and in what people read.
 */
export function withOwner(path: string, text: string, old: Owner, owner: Owner): string {
	const escaped = old.repository.replaceAll('.', '\\.');
	const moved = text.replace(
		new RegExp(`(?<=github\\.com/)${escaped}(?=\\.git\\b|(?!\\.?[\\w-]))`, 'g'),
		() => owner.repository,
	);
	if (path === 'package.json') {
		const manifest = JSON.parse(moved) as Manifest;
		const author = { ...manifest.author, name: owner.author, email: owner.email };
		return `${JSON.stringify({ ...manifest, author }, null, '\t')}\n`;
	}
	if (path === 'LICENSE.md') {
		return moved.replace(/^(Copyright \(c\) \d+ ).+$/m, (_, start) => start + owner.author);
	}
	return path.endsWith('.md')
		? moved.replaceAll(`<${old.email}>`, () => `<${owner.email}>`)
		: moved;
}

/** scripts/ and test/ hold the placeholders themselves, and the lock file nobody's name. */
const isText = (path: string): boolean =>
	!/^(scripts|test)\/|^package-lock\.json$|\.(png|gif|jpe?g|ico)$/.test(path);

async function main(): Promise<void> {
	const flags = readFlags(USAGE, { repository: '', author: '', email: '' });
	const read = (path: string) => readFileSync(join(PROJECT, path), 'utf8');
	const old = ownerOf(JSON.parse(read('package.json')) as Manifest);
	const owner = {
		repository: flags.repository || old.repository,
		author: flags.author || old.author,
		email: flags.email || old.email,
	};
	const problems = problemsOf(owner);
	if (problems.length > 0) throw new Problem(problems.join('\n'));

	const changed = projectFiles()
		.filter(isText)
		.filter((path) => {
			const text = read(path);
			const owned = withOwner(path, text, old, owner);
			if (owned !== text) writeFileSync(join(PROJECT, path), owned);
			return owned !== text;
		});
	if (changed.length > 0) {
		const prettier = join(PROJECT, 'node_modules', 'prettier', 'bin', 'prettier.cjs');
		const flags = ['--write', '--ignore-unknown', '--log-level=warn'];
		await run(process.execPath, [prettier, ...flags, ...changed], { cwd: PROJECT });
	}
	print(changed.map((path) => `changed ${path}`).join('\n'));
	print(`${owner.author} <${owner.email}>, https://github.com/${owner.repository}`);
	const left = placeholdersIn(owner);
	if (left.length > 0)
		print(`Still a placeholder: ${left.join(', ')}. See npm run owner -- --help`);
}

if (require.main === module) runMain(main);
