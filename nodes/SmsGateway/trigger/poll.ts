import {
	NodeOperationError,
	type IDataObject,
	type INodeExecutionData,
	type IPollFunctions,
} from 'n8n-workflow';
import { readLiveBalance } from '../transport/readBalance';
import { changeOf, decideBalance, type BalanceMemory, type BalanceRule } from './rule';
import { cleanBaseUrl, type RawCredential } from '../domain/service/credential';
import { shorten } from '../domain/text/sentences';
import { CREDENTIAL } from '../transport/gateway';

/** Seconds. */
const POLL_TIMEOUT = 30;
const MAX_ATTEMPTS = 3;

/** What the workflow's static data keeps; another rule or account starts with nothing remembered. */
type Stored = { rule?: string; memory?: BalanceMemory };

function readNumberField(ctx: IPollFunctions, label: string, given: unknown): number {
	const value = typeof given === 'string' && given.trim() !== '' ? Number(given) : given;
	if (typeof value === 'number' && Number.isFinite(value)) return value;
	throw new NodeOperationError(
		ctx.getNode(),
		`'${label}' must be a number, not "${shorten(given)}".`,
	);
}

function readRule(ctx: IPollFunctions): BalanceRule {
	if (ctx.getNodeParameter('event', 'balanceBelow') === 'balanceChanges') {
		const given = ctx.getNodeParameter('minimumChange', 0);
		return {
			event: 'balanceChanges',
			minimumChange: readNumberField(ctx, 'Minimum Change', given),
		};
	}
	const options = ctx.getNodeParameter('options', {}) as IDataObject;
	return {
		event: 'balanceBelow',
		threshold: readNumberField(ctx, 'Threshold', ctx.getNodeParameter('threshold', 100)),
		reminderHours: readNumberField(ctx, 'Reminder Every (Hours)', options.reminderHours ?? 0),
		fireOnActivation: options.fireOnActivation === true,
	};
}

async function fetchBalance(ctx: IPollFunctions): Promise<number> {
	const balance = await readLiveBalance(ctx, { timeout: POLL_TIMEOUT, maxAttempts: MAX_ATTEMPTS });
	if (balance.read) return balance.balance;
	throw new NodeOperationError(ctx.getNode(), balance.explanation, {
		description:
			'The balance could not be read, so nothing was compared. The next check will try again.',
	});
}

/** A new token is of the same account; another credential or address may be of another. */
async function accountOf(ctx: IPollFunctions): Promise<string[]> {
	const id = ctx.getNode().credentials?.[CREDENTIAL]?.id ?? '';
	return [id, cleanBaseUrl(await ctx.getCredentials<RawCredential>(CREDENTIAL))];
}

/**
 * The rule as the user wrote it: another one starts with nothing remembered, but an expression
 * whose value differs at each poll is still the same rule.
 */
const ruleAsWritten = (ctx: IPollFunctions): unknown[] =>
	['event', 'threshold', 'minimumChange', 'options'].map((name) =>
		ctx.getNodeParameter(name, null, { rawExpressions: true }),
	);

/** What a test event shows is no event: it is handed out whatever the balance is. */
function noteOn(rule: BalanceRule): string {
	const when =
		rule.event === 'balanceBelow'
			? `falls below ${rule.threshold}`
			: rule.minimumChange > 0
				? `has changed by ${rule.minimumChange} or more`
				: 'has changed';
	return `This is a test with the balance as it is now. Once published, the workflow starts when the balance ${when}.`;
}

function itemOf(
	rule: BalanceRule,
	balance: number,
	previous: BalanceMemory | undefined,
	now: number,
	test: boolean,
): INodeExecutionData {
	return {
		json: {
			event: rule.event,
			test,
			...(test && { note: noteOn(rule) }),
			balance,
			previousBalance: previous?.balance ?? null,
			change: previous ? changeOf(previous, balance) : null,
			threshold: rule.event === 'balanceBelow' ? rule.threshold : null,
			checkedAt: new Date(now).toISOString(),
		},
	};
}

/** Reads the state, fetches, decides, writes the state. */
export async function poll(ctx: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const rule = readRule(ctx);
	const balance = await fetchBalance(ctx);
	const now = Date.now();
	if (ctx.getMode() === 'manual') return [[itemOf(rule, balance, undefined, now, true)]];

	const stored = ctx.getWorkflowStaticData('node') as Stored;
	const fingerprint = JSON.stringify([await accountOf(ctx), ruleAsWritten(ctx)]);
	const previous = stored.rule === fingerprint ? stored.memory : undefined;
	const { emit, next } = decideBalance(rule, previous, balance, now);
	stored.rule = fingerprint;
	stored.memory = next;
	return emit ? [[itemOf(rule, balance, previous, now, false)]] : null;
}
