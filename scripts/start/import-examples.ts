import type { Sandbox } from '../../sandbox';
import { linkCredential, readExamples, sandboxCredential } from '../examples';
import type { Instance, NewCredential, Workflow } from '../host';
import { type Kept, writeKept } from './kept';

const ONE_MONTH_IN_SECONDS = 30 * 24 * 60 * 60;

/**
 * Imports what is missing: an example once, so that edits to it survive; the credential when the
 * sandbox has another address or secret, or its token expires soon. Each import starts an n8n.
 */
export async function importMissing(instance: Instance, sandbox: Sandbox, kept: Kept) {
	const { userFolder } = instance;
	const missing = readExamples({ inbox: sandbox.url }).filter(
		({ id }) => !kept.examples.includes(id),
	);
	const credentials: Array<NewCredential & { id: string }> = [];
	if (!stillValid(kept, sandbox)) credentials.push((kept.credential = sandboxCredential(sandbox)));
	// Once: the links in SMS that were sent need its secret.
	const link = linkCredential();
	if (missing.some(({ nodes }) => uses(nodes, link.id))) credentials.push(link);
	if (credentials.length > 0) {
		await instance.importCredentials(credentials);
		writeKept(userFolder, kept);
	}
	if (missing.length === 0) return;
	await instance.importWorkflows(missing);
	kept.examples.push(...missing.map(({ id }) => id));
	writeKept(userFolder, kept);
}

const uses = (nodes: Workflow['nodes'], credential: string): boolean =>
	JSON.stringify(nodes).includes(`"${credential}"`);

function stillValid({ credential }: Kept, { baseUrl }: Sandbox): boolean {
	if (credential?.data.baseUrl !== baseUrl) return false;
	const [, claims = ''] = String(credential.data.accessToken).split('.');
	const { exp } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { exp: number };
	return exp > Date.now() / 1000 + ONE_MONTH_IN_SECONDS;
}
