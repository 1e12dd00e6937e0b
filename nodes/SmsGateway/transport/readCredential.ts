import type { IExecuteFunctions, IPollFunctions } from 'n8n-workflow';
import { refuse } from '../domain/entry';
import type { RawCredential } from '../domain/service/credential';
import { itemsToRead } from '../input/dependence';
import { savedCredential } from '../n8n/nodeContext';

export const CREDENTIAL = 'smsGatewayApi';

const LABELS: ReadonlyArray<readonly [name: keyof RawCredential, label: string]> = [
	['accessToken', 'Access Token'],
	['baseUrl', 'Base URL'],
	['allowInsecureHttp', 'Allow Insecure HTTP'],
];

/**
 * The credential, whose fields may be expressions: it has to be the same for all items. It is read for
 * as many items as it can differ for, as n8n takes a millisecond each time.
 *
 * @throws ProblemError
 */
export async function readCredential(
	ctx: IExecuteFunctions | IPollFunctions,
): Promise<RawCredential> {
	// Preview and Check need none, so n8n lets a node without one start.
	if (ctx.getNode().credentials?.[CREDENTIAL] === undefined) {
		refuse({ name: 'credential', flaw: 'notChosen' });
	}
	if (!('getInputData' in ctx)) return await ctx.getCredentials<RawCredential>(CREDENTIAL);
	const first = await ctx.getCredentials<RawCredential>(CREDENTIAL, 0);
	const items = ctx.getInputData().length;
	if (items < 2) return first;
	const saved = await savedCredential(ctx, CREDENTIAL);
	const different = saved ? itemsToRead(ctx, items, saved) : Array(items).keys();
	for (const item of different) {
		const other = item === 0 ? first : await readOther(ctx, item);
		const field = LABELS.find(([name]) => other?.[name] !== first[name]);
		if (field) refuse({ name: 'credentialDiffers', field: field[1], item });
	}
	return first;
}

/** Undefined where n8n cannot read it for this item. */
async function readOther(ctx: IExecuteFunctions, item: number): Promise<RawCredential | undefined> {
	try {
		return await ctx.getCredentials<RawCredential>(CREDENTIAL, item);
	} catch {
		return undefined;
	}
}
