/* eslint-disable @n8n/community-nodes/no-restricted-imports -- runs on the developer's machine, never inside n8n */
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { print, readFlags, runMain } from './command-line';
import { npm, packPackage, Problem, PROJECT } from '../host';

const USAGE = `npm run release -- --tag v<version>

Refuses what must not be published: a placeholder owner, a tag that isn't the version, a version
without a date in CHANGELOG.md, a README that says "Not released yet", a dist/ that isn't built
from these sources. Then packs the file to publish into release/, with absolute addresses in its README, writes release/notes.md, and lets
npm go through the publication of that file. It publishes nothing: the workflow publish.yml does.`;

const FOLDER = join(PROJECT, 'release');

/** Who publishes the package, as package.json says it. */
interface Manifest {
	version: string;
	author: { name: string; email: string };
	repository: { url: string };
}

/** What the files say until somebody publishes the package, who writes another name into all of them. */
const PLACEHOLDERS = [
	'n8n-nodes-sms-gateway/n8n-nodes-sms-gateway',
	'n8n-nodes-sms-gateway authors',
	'maintainers@example.com',
];

/** Such as "acme/n8n-nodes-sms-gateway", on GitHub, the only host that n8n verifies from. */
export function repositoryOf({ repository }: Manifest): string {
	const [, name] = /github\.com\/([^/]+\/[^/]+?)(?:\.git)?$/.exec(repository.url) ?? [];
	if (name === undefined) throw new Problem(`"${repository.url}" isn't a repository on GitHub.`);
	return name;
}

/**
 * What a version changes, from a changelog in the form of Keep a Changelog.
 *
 * @returns undefined when the version has no section with a date, or says nothing in it
 */
export function notesOf(changelog: string, version: string): string | undefined {
	const section = changelog
		.split(/^## /m)
		.find((text) => text.startsWith(`[${version}] - `) && /^\S+ - \d{4}-\d\d-\d\d\s/.test(text));
	const notes = section?.slice(section.indexOf('\n')).trim();
	return notes ? notes : undefined;
}

/** What README.md says until the first release. */
export const UNRELEASED = 'Not released yet';

interface Release {
	manifest: Manifest;
	changelog: string;
	readme: string;
	/** As git names it, such as "v0.1.0". */
	tag: string | undefined;
}

/** Why this must not be published, in sentences; empty when it may. */
export function releaseProblems({ changelog, manifest, readme, tag }: Release): string[] {
	const problems: string[] = [];
	const { name, email } = manifest.author;
	const left = [repositoryOf(manifest), name, email].filter((one) => PLACEHOLDERS.includes(one));
	if (left.length > 0) {
		problems.push(
			`package.json still says ${left.join(', ')}: write who publishes it into every file that does (git grep).`,
		);
	}
	if (tag !== `v${manifest.version}`) {
		problems.push(`The tag is ${tag || 'missing'}, but package.json has ${manifest.version}.`);
	}
	if (notesOf(changelog, manifest.version) === undefined) {
		problems.push(
			`CHANGELOG.md has no "## [${manifest.version}] - <date>" with its changes below.`,
		);
	}
	if (readme.includes(UNRELEASED)) {
		problems.push(`README.md says "${UNRELEASED}".`);
	}
	return problems;
}

const isRelative = (address: string): boolean => !/^([a-z]+:|#|\/)/i.test(address);
const isPicture = (address: string): boolean => /\.(png|svg|gif|jpe?g)$/i.test(address);

/**
 * The README with absolute addresses, as its readers on npm need them: pictures from the release's
 * own files, links to the release's pages on GitHub.
 *
 * @param repository on GitHub, such as "acme/n8n-nodes-sms-gateway"
 * @param tag of the release, such as "v0.1.0"
 */
export function withAbsoluteAddresses(readme: string, repository: string, tag: string): string {
	const absolute = (address: string): string => {
		if (!isRelative(address)) return address;
		return isPicture(address)
			? `https://raw.githubusercontent.com/${repository}/${tag}/${address}`
			: `https://github.com/${repository}/blob/${tag}/${address}`;
	};
	return readme
		.replace(/(\]\()([^)\s]+)(\))/g, (_, open, address, close) => open + absolute(address) + close)
		.replace(
			/(\b(?:src|srcset|href)=")([^"\s]+)(")/g,
			(_, open, address, close) => open + absolute(address) + close,
		);
}

async function main(): Promise<void> {
	const { tag } = readFlags(USAGE, { tag: '' });
	const read = (path: string) => readFileSync(join(PROJECT, path), 'utf8');
	const manifest = JSON.parse(read('package.json')) as Manifest;
	const changelog = read('CHANGELOG.md');
	const problems = releaseProblems({ manifest, changelog, readme: read('README.md'), tag });
	if (problems.length > 0) throw new Problem(problems.join('\n'));

	const repository = repositoryOf(manifest);
	const readme = withAbsoluteAddresses(read('README.md'), repository, tag);
	const packed = await packPackage(PROJECT, readme);
	rmSync(FOLDER, { recursive: true, force: true });
	mkdirSync(FOLDER);
	const file = basename(packed);
	copyFileSync(packed, join(FOLDER, file));
	writeFileSync(join(FOLDER, 'notes.md'), `${notesOf(changelog, manifest.version)}\n`);
	print(await npm(['publish', `./${file}`, '--dry-run', '--ignore-scripts'], FOLDER));
	print(`${tag} of ${repository} can be published: release/${file}`);
}

if (require.main === module) runMain(main);
