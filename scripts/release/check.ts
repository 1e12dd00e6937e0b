import { type Manifest, ownerOf, placeholdersIn } from './owner';

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

interface Release {
	manifest: Manifest;
	changelog: string;
	/** As git names it, such as "v0.1.0". */
	tag: string | undefined;
}

/** Why this must not be published, in sentences; empty when it may. */
export function releaseProblems({ changelog, manifest, tag }: Release): string[] {
	const problems: string[] = [];
	const placeholders = placeholdersIn(ownerOf(manifest));
	if (placeholders.length > 0) {
		problems.push(
			`package.json still has a placeholder for ${placeholders.join(', ')}. Run npm run owner -- --help.`,
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
