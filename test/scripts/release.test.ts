import { notesOf, releaseProblems, withAbsoluteAddresses } from '../../scripts/release';

const changelog = `# Changelog

## [Unreleased]

- Something for later.

## [1.2.0] - 2026-12-01

### Fixed

- A thing.

## [1.1.0] - not released yet

- Another thing.

## [1.0.0] - 2026-11-01
`;
const author = { name: 'Acme', email: 'sms@acme.example' };
const manifest = {
	version: '1.2.0',
	author,
	repository: { url: 'git+https://github.com/acme/sms.git' },
};
const readme = 'In n8n: Settings > Community nodes > Install';

it.each<[version: string, notes: string | undefined]>([
	['1.2.0', '### Fixed\n\n- A thing.'],
	...['1.1.0', '1.0.0', '0.9.0', 'Unreleased'].map((one): [string, undefined] => [one, undefined]),
])('the notes of %s are %j', (version, notes) => {
	expect(notesOf(changelog, version)).toBe(notes);
});

it.each([
	['nothing', {}],
	[
		'who publishes',
		{ manifest: { ...manifest, author: { ...author, email: 'maintainers@example.com' } } },
	],
	['tag', { tag: 'v1.2.1' }],
	['tag', { tag: undefined }],
	['README', { readme: '- **Not released yet**. Try it' }],
	['CHANGELOG', { changelog: changelog.replace('2026-12-01', 'not released yet') }],
])('a release that lacks %s is refused', (lacking, change) => {
	const problems = releaseProblems({ manifest, changelog, readme, tag: 'v1.2.0', ...change });

	expect(problems).toStrictEqual(lacking === 'nothing' ? [] : [expect.stringContaining(lacking)]);
});

const RAW = 'https://raw.githubusercontent.com/acme/sms/v1.2.0';

it.each<[written: string, published: string]>([
	['![A node](docs/images/node.png)', `![A node](${RAW}/docs/images/node.png)`],
	[
		'<img alt="" src="docs/inbox.png"> <source srcset="docs/dark.svg">',
		`<img alt="" src="${RAW}/docs/inbox.png"> <source srcset="${RAW}/docs/dark.svg">`,
	],
	[
		'[outcomes](docs/outcomes.md#unknown)',
		'[outcomes](https://github.com/acme/sms/blob/v1.2.0/docs/outcomes.md#unknown)',
	],
	...['[n8n](https://n8n.io)', '[above](#usage)', '[mail](mailto:a@example.com)'].map(
		(link): [string, string] => [link, link],
	),
])('on npm %s becomes %s', (written, published) => {
	expect(withAbsoluteAddresses(written, 'acme/sms', 'v1.2.0')).toBe(published);
});
