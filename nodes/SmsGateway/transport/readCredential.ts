import type { IExecuteFunctions, IPollFunctions } from 'n8n-workflow';
import { refuse } from '../domain/refusal';
import type { RawCredential } from '../domain/service/credential';

export const CREDENTIAL = 'smsGatewayApi';

const LABELS: ReadonlyArray<readonly [name: keyof RawCredential, label: string]> = [
	['accessToken', 'Access Token'],
	['baseUrl', 'Base URL'],
	['allowInsecureHttp', 'Allow Insecure HTTP'],
];

/** Items for which it is read: n8n takes a millisecond for each. */
const MOST_COMPARED = 20;

/** n8n has no words for a person where it was deleted. */
function orDeleted(error: Error): never {
	if (/^Credential .* does not exist/.test(error.message))
		refuse({ name: 'credential', flaw: 'notChosen' });
	throw error;
}

/** Its fields may be expressions, and must be the same for all items. @throws RefusedError where one compared differs */
export async function readCredential(ctx: IExecuteFunctions | IPollFunctions) {
	// Preview and Check need none, so n8n lets a node without one start.
	if (ctx.getNode().credentials?.[CREDENTIAL] === undefined) {
		refuse({ name: 'credential', flaw: 'notChosen' });
	}
	if (!('getInputData' in ctx)) return await ctx.getCredentials(CREDENTIAL).catch(orDeleted);
	const first = await ctx.getCredentials(CREDENTIAL, 0).catch(orDeleted);
	const last = ctx.getInputData().length - 1;
	const others = Math.min(last, MOST_COMPARED - 1);
	for (let nth = 1; nth <= others; nth++) {
		// Spread over the items, the last among them.
		const item = Math.round((nth * last) / others);
		// What n8n cannot read for an item is another one.
		const other = await ctx.getCredentials(CREDENTIAL, item).catch(() => undefined);
		const field = LABELS.find(([name]) => other?.[name] !== first[name]);
		if (field) refuse({ name: 'differs', field: field[1], item });
	}
	return first;
}
