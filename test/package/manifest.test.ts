import { root } from './command';
import manifest from '../../package.json';

const given = manifest as Record<string, unknown> & typeof manifest;

it('names what n8n asks of a verified package', () => {
	expect(given.name).toMatch(/^n8n-nodes-[a-z0-9-]+$/);
	expect(given.version).toMatch(/^\d+\.\d+\.\d+(-[a-z0-9.]+)?$/);
	expect(given.description).not.toBe('');
	expect(given.license).toBe('MIT');
	expect(given.keywords).toContain('n8n-community-node-package');
	expect(given.author.name).not.toBe('');
	expect(given.author.email).toMatch(/^\S+@\S+\.\S+$/);
	expect(new URL(given.homepage).protocol).toBe('https:');
	expect(given.repository.url).toMatch(/^git\+https:\/\/github\.com\/.+\.git$/);
});

it('needs n8n-workflow from its host and nothing else', () => {
	expect(given.peerDependencies).toStrictEqual({ 'n8n-workflow': '*' });
	for (const forbidden of [
		'dependencies',
		'optionalDependencies',
		'bundledDependencies',
		'overrides',
	]) {
		expect(given).not.toHaveProperty(forbidden);
	}
});

it('runs nothing when it is installed', () => {
	const onInstall = /^(pre|post)?(install|prepare|prepublish)$/;

	expect(Object.keys(given.scripts).filter((name) => onInstall.test(name))).toStrictEqual([]);
});

it('publishes dist, and keeps the strict rules of n8n', () => {
	expect(given.files).toContain('dist');
	expect(given.n8n).toMatchObject({ n8nNodesApiVersion: 1, strict: true });
	expect([...given.n8n.nodes, ...given.n8n.credentials]).toStrictEqual(
		expect.arrayContaining([expect.stringMatching(/^dist\/.+\.(node|credentials)\.js$/)]),
	);
});

it('exports its nodes and its credential to code in the checkout', () => {
	// eslint-disable-next-line @typescript-eslint/no-require-imports -- index.js is CommonJS
	expect(Object.keys(require(root) as object).sort()).toStrictEqual([
		'SmsGateway',
		'SmsGatewayApi',
		'SmsGatewayTrigger',
	]);
});

it('is published in the open, with provenance', () => {
	expect(given.publishConfig).toStrictEqual({ access: 'public', provenance: true });
});

it('pins every development dependency', () => {
	const loose = Object.entries(given.devDependencies).filter(
		([, version]) => !/^\d+\.\d+\.\d+$/.test(version),
	);

	expect(loose).toStrictEqual([]);
});
