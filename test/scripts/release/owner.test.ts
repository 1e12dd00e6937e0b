import {
	PLACEHOLDERS,
	ownerOf,
	placeholdersIn,
	problemsOf,
	withOwner,
} from '../../../scripts/release/owner';

const acme = { repository: 'acme/sms', author: 'Acme', email: 'sms@acme.example' };

it('reads the owner from package.json', () => {
	const manifest = {
		version: '1.0.0',
		author: { name: 'Acme', email: 'sms@acme.example' },
		repository: { url: 'git+https://github.com/acme/sms.git' },
	};

	expect(ownerOf(manifest)).toEqual(acme);
	expect(() =>
		ownerOf({ ...manifest, repository: { url: 'git+https://example.com/acme/sms.git' } }),
	).toThrow("isn't a repository on GitHub");
});

it('names the parts that are still placeholders', () => {
	expect(placeholdersIn(PLACEHOLDERS)).toEqual(['repository', 'author', 'email']);
	expect(placeholdersIn({ ...acme, email: PLACEHOLDERS.email })).toEqual(['email']);
	expect(placeholdersIn(acme)).toEqual([]);
});

it('puts the new owner in each place of the old one, and back', () => {
	const text = [
		`https://github.com/${PLACEHOLDERS.repository}#credentials`,
		`Copyright (c) 2026 The ${PLACEHOLDERS.author}`,
		`<${PLACEHOLDERS.email}>, not <somebody@example.com>`,
		'npm install n8n-nodes-sms-gateway',
	].join('\n');
	const changed = withOwner(text, PLACEHOLDERS, acme);

	expect(changed).toBe(
		[
			'https://github.com/acme/sms#credentials',
			'Copyright (c) 2026 The Acme',
			'<sms@acme.example>, not <somebody@example.com>',
			'npm install n8n-nodes-sms-gateway',
		].join('\n'),
	);
	expect(withOwner(changed, acme, PLACEHOLDERS)).not.toContain('acme/sms');
});

it('refuses an owner that would break the files it stands in', () => {
	expect(problemsOf(acme)).toEqual([]);
	expect(problemsOf({ repository: 'acme', author: 'A "B"', email: 'nobody' })).toEqual([
		expect.stringContaining('--repository'),
		expect.stringContaining('--author'),
		expect.stringContaining('--email'),
	]);
});
