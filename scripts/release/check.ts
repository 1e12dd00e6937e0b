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
		problems.push(`The tag is ${tag ?? 'missing'}, but package.json has ${manifest.version}.`);
	}
	if (notesOf(changelog, manifest.version) === undefined) {
		problems.push(
			`CHANGELOG.md has no "## [${manifest.version}] - <date>" with its changes below.`,
		);
	}
	return problems;
}
