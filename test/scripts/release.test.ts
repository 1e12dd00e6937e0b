import { notesOf, releaseProblems, withAbsoluteAddresses } from '../../scripts/release';

const changelog = `# Changelog

## [Unreleased]

### Added

- Something for later.

## [1.2.0] - 2026-12-01

### Fixed

- A thing.

## [1.1.0] - not released yet

- Another thing.

## [1.0.0] - 2026-11-01
`;

const manifest = {
	version: '1.2.0',
	author: { name: 'Acme', email: 'sms@acme.example' },
	repository: { url: 'git+https://github.com/acme/sms.git' },
};

const readme = 'In n8n: Settings > Community nodes > Install';

it('takes the notes of one version from the changelog', () => {
	expect(notesOf(changelog, '1.2.0')).toBe('### Fixed\n\n- A thing.');
});

it.each(['1.1.0', '1.0.0', '0.9.0', 'Unreleased'])('has no notes for %s', (version) => {
	expect(notesOf(changelog, version)).toBeUndefined();
});

it('lets a version be published that has an owner, its tag and its notes', () => {
	expect(releaseProblems({ manifest, changelog, readme, tag: 'v1.2.0' })).toStrictEqual([]);
});

it.each([
	[
		'who publishes',
		{ manifest: { ...manifest, author: { ...manifest.author, email: 'maintainers@example.com' } } },
	],
	['tag', { tag: 'v1.2.1' }],
	['tag', { tag: undefined }],
	['README', { readme: 'Not on npm yet. Once it is: …' }],
	['CHANGELOG', { changelog: changelog.replace('2026-12-01', 'not released yet') }],
])('refuses to publish without its own %s', (word, change) => {
	const problems = releaseProblems({ manifest, changelog, readme, tag: 'v1.2.0', ...change });

	expect(problems).toStrictEqual([expect.stringContaining(word)]);
});

const published = (readme: string) => withAbsoluteAddresses(readme, 'acme/sms', 'v1.2.0');

it.each([
	[
		'![A node](docs/images/node.png)',
		'![A node](https://raw.githubusercontent.com/acme/sms/v1.2.0/docs/images/node.png)',
	],
	[
		'<img alt="" src="docs/images/inbox.png"> <source srcset="docs/images/dark.svg">',
		'<img alt="" src="https://raw.githubusercontent.com/acme/sms/v1.2.0/docs/images/inbox.png"> <source srcset="https://raw.githubusercontent.com/acme/sms/v1.2.0/docs/images/dark.svg">',
	],
	[
		'[outcomes](docs/outcomes.md#unknown)',
		'[outcomes](https://github.com/acme/sms/blob/v1.2.0/docs/outcomes.md#unknown)',
	],
])('makes %s absolute', (relative, absolute) => {
	expect(published(relative)).toBe(absolute);
});

it.each(['[n8n](https://n8n.io)', '[above](#usage)', '[mail](mailto:a@example.com)'])(
	'leaves %s alone',
	(link) => {
		expect(published(link)).toBe(link);
	},
);
