import type { IExecuteFunctions, IPollFunctions } from 'n8n-workflow';
import type { RawCredential } from '../domain/service/credential';
import { ordinal } from '../domain/text/sentences';

export const CREDENTIAL = 'smsGatewayApi';

const LABELS: ReadonlyArray<readonly [name: keyof RawCredential, label: string]> = [
	['accessToken', 'Access Token'],
	['baseUrl', 'Base URL'],
	['allowInsecureHttp', 'Allow Insecure HTTP'],
];

/** Items that are looked at between the first and the last. */
const SPREAD = 100;

/**
 * One that does not exist, whose item has no field; the last; and some between. n8n reads the
 * credential from its database for each, so the others are looked at only where one of these differs.
 */
const sampleOf = (items: number): number[] => [
	items,
	items - 1,
	...Array.from({ length: SPREAD }, (_, index) =>
		Math.floor(((index + 1) * items) / (SPREAD + 1)),
	).filter((item, index, all) => item > 0 && item !== all[index - 1]),
];

/**
 * The credential, whose fields may be expressions: it has to be the same for all items.
 *
 * @throws Error with a sentence for the user
 */
export async function readCredential(
	ctx: IExecuteFunctions | IPollFunctions,
): Promise<RawCredential> {
	// Preview and Check need none, so n8n lets a node without one start.
	if (ctx.getNode().credentials?.[CREDENTIAL] === undefined) {
		throw new Error(
			"No credential is selected. Choose one under 'Credential to connect with', or create it.",
		);
	}
	if (!('getInputData' in ctx)) return await ctx.getCredentials<RawCredential>(CREDENTIAL);
	const first = await ctx.getCredentials<RawCredential>(CREDENTIAL, 0);

	async function differenceIn(items: Iterable<number>): Promise<[number, string] | undefined> {
		for (const item of items) {
			const other = await readOther(ctx as IExecuteFunctions, item);
			const field = LABELS.find(([name]) => other?.[name] !== first[name]);
			if (field) return [item, field[1]];
		}
		return undefined;
	}

	const items = ctx.getInputData().length;
	if (items < 2 || !(await differenceIn(sampleOf(items)))) return first;
	const different = await differenceIn(Array.from({ length: items - 1 }, (_, index) => index + 1));
	if (!different) return first;
	const [item, label] = different;
	throw new Error(
		`'${label}' in the credential gives another value for the ${ordinal(item)} item than for the 1st. Use one account for all items, or put a 'Loop Over Items' node with 'Batch Size' 1 in front of this node.`,
	);
}

/** Undefined where n8n cannot read it for this item. */
async function readOther(ctx: IExecuteFunctions, item: number): Promise<RawCredential | undefined> {
	try {
		return await ctx.getCredentials<RawCredential>(CREDENTIAL, item);
	} catch {
		return undefined;
	}
}
