import { PLACEHOLDERS, ownerOf, placeholdersIn, problemsOf, withOwner } from '../../scripts/owner';

const acme = { repository: 'acme/sms', author: 'Acme', email: 'sms@acme.example' };
const manifestOf = ({ repository, author, email }: typeof acme) => ({
	version: '1.0.0',
	author: { name: author, email },
	repository: { url: `git+https://github.com/${repository}.git` },
});

it('reads the owner from package.json', () => {
	const manifest = manifestOf(acme);

	expect(ownerOf(manifest)).toStrictEqual(acme);
	expect(() =>
		ownerOf({ ...manifest, repository: { url: 'git+https://example.com/acme/sms.git' } }),
	).toThrow("isn't a repository on GitHub");
});

it('names the parts that are still placeholders', () => {
	expect(placeholdersIn(PLACEHOLDERS)).toStrictEqual(['repository', 'author', 'email']);
	expect(placeholdersIn({ ...acme, email: PLACEHOLDERS.email })).toStrictEqual(['email']);
	expect(placeholdersIn(acme)).toStrictEqual([]);
});

it.each([
	acme,
	{ ...acme, author: 'Søren "SMS" O\'Brien & $1 \\ Sons' },
	{ repository: 'a/n8n.nodes_x', author: 'SMS', email: '$&@acme.example' },
])('puts the owner %j into package.json and reads it again, and back', (owner) => {
	const text = `${JSON.stringify(manifestOf(PLACEHOLDERS), null, '\t')}\n`;
	const changed = withOwner('package.json', text, PLACEHOLDERS, owner);

	expect(ownerOf(JSON.parse(changed) as ReturnType<typeof manifestOf>)).toStrictEqual(owner);
	expect(withOwner('package.json', changed, owner, PLACEHOLDERS)).toBe(text);
});

it('puts the owner into the licence, and the address and the email where people read them', () => {
	const change = (path: string, text: string) => withOwner(path, text, PLACEHOLDERS, acme);
	const { repository, email } = PLACEHOLDERS;

	expect(change('LICENSE.md', 'MIT\n\nCopyright (c) 2026 Somebody\n\nText')).toBe(
		'MIT\n\nCopyright (c) 2026 Acme\n\nText',
	);
	expect(change('a.md', `<${email}>, <${email}.org>`)).toBe(`<sms@acme.example>, <${email}.org>`);
	const address = `https://github.com/${repository}`;
	expect(change('a.ts', `'${address}#a' ${address}/issues ${address}.git ${address}.`)).toBe(
		"'https://github.com/acme/sms#a' https://github.com/acme/sms/issues https://github.com/acme/sms.git https://github.com/acme/sms.",
	);
});

it('changes nothing that only looks like the owner', () => {
	const text = 'Acme sends SMS; https://github.com/acme/smsx, https://github.com/acme/sms-x';

	expect(withOwner('README.md', text, acme, PLACEHOLDERS)).toBe(text);
});

it('refuses an owner that would break the files it stands in', () => {
	expect(problemsOf(acme)).toStrictEqual([]);
	expect(problemsOf({ repository: 'acme', author: ' ', email: 'nobody' })).toStrictEqual([
		expect.stringContaining('--repository'),
		expect.stringContaining('--author'),
		expect.stringContaining('--email'),
	]);
});

it.each([
	['repository', 'https://github.com/acme/sms'],
	['repository', 'acme/sms.git'],
	['repository', 'bad_name/sms'],
	['author', 'Ada Lovelace <ada@example.com>'],
	['author', '{{ author }}'],
	['email', 'Ada <ada@example.com>'],
] as const)('refuses the %s "%s"', (part, value) => {
	expect(problemsOf({ ...acme, [part]: value })).toStrictEqual([
		expect.stringContaining(`--${part}`),
	]);
});

it.each([
	['repository', 'my-org-42/sms'],
	['repository', 'ACME/n8n-nodes-sms.gateway'],
	['author', 'Jean "le Grand" O\'Neil & Fils'],
	['email', 'a.b+c@mail.example.co.uk'],
] as const)('takes the %s "%s"', (part, value) => {
	expect(problemsOf({ ...acme, [part]: value })).toStrictEqual([]);
});
