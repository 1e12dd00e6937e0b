import { startSandbox, type Sandbox } from '../../sandbox';

let sandbox: Sandbox;
beforeAll(async () => (sandbox = await startSandbox()));
afterAll(() => sandbox.close());

/** Every file that the page loads, found by following what each one names. */
async function loadAll(path: string, found = new Map<string, string>()) {
	if (found.has(path)) return found;
	const response = await fetch(`${sandbox.url}/${path}`);
	expect([path, response.status]).toStrictEqual([path, 200]);
	const text = await response.text();
	found.set(path, text);
	const named = /(?:src|href)="([^"]+)"|from '\.\/([^']+)'|url\(([^)]+)\)/g;
	for (const [, tag, module, url] of text.matchAll(named)) {
		const next = (tag ?? module ?? url)!;
		if (!next.startsWith('#')) await loadAll(next, found);
	}
	return found;
}

it('is made of files that are all there and loads nothing from elsewhere', async () => {
	const files = await loadAll('index.html');

	expect([...files.keys()]).toStrictEqual(
		expect.arrayContaining(['inbox.css', 'icon.svg', 'inbox.js', 'newest-list.js']),
	);
	for (const [path, text] of files) {
		const addresses = text
			.replace('xmlns="http://www.w3.org/2000/svg"', '')
			.match(/https?:\/\/\S+/g);
		expect([path, addresses]).toStrictEqual([path, null]);
	}
});
