import { NodeOperationError, type INodeExecutionData, type IPollFunctions } from 'n8n-workflow';
import type { Cause } from '../domain/cause';
import type { Why } from '../domain/outcome';
import { difference } from '../domain/service/balance';
import { cleanBaseUrl, type RawCredential } from '../domain/service/credential';
import { shorten } from '../domain/text/sentences';
import { dataOfCauses } from '../output/errorData';
import { aBoolean, aNumber, oneOf, type Check } from '../settings/checks';
import { readOwnBalance } from '../transport/readBalance';
import { CREDENTIAL } from '../transport/readCredential';
import { explain } from '../words/causes';
import { trigger as WORDS } from '../words/plain.json';
import { openMemory } from './memory';
import { BALANCE_EVENTS, decideBalance, type BalanceMemory, type BalanceRule } from './rule';
import { RULE_FIELDS, RULE_OPTIONS, type RuleField } from './ruleFields';

export async function poll(ctx: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const rule = readRule(ctx);
	const balance = await fetchBalance(ctx);
	const now = Date.now();
	if (ctx.getMode() === 'manual') return [[itemOf(rule, balance, now, undefined, true)]];
	const memory = openMemory(ctx, await ruleAndAccount(ctx), now);
	const { emit, next } = decideBalance(rule, memory.previous, balance, now);
	memory.keep(next, emit);
	return emit ? [[itemOf(rule, balance, now, memory.previous)]] : null;
}

/** Seconds. */
const POLL_TIMEOUT = 30;

function pollError(
	ctx: IPollFunctions,
	{ causes, reason }: Why,
	more: ConstructorParameters<typeof NodeOperationError>[2] = {},
): Error {
	const error = new NodeOperationError(ctx.getNode(), explain(causes), more);
	error.context.smsGateway = dataOfCauses(causes, reason);
	return error;
}

const AN_EVENT = { ...oneOf(...BALANCE_EVENTS), mustBe: 'one of the list' };
const A_NUMBER = aNumber({ least: -Infinity });
const NOT_NEGATIVE = aNumber({ least: 0 });

function readRule(ctx: IPollFunctions): BalanceRule {
	// n8n gives a field that is not shown its fallback.
	const given = ({ name, default: fallback }: RuleField, list = '') =>
		ctx.getNodeParameter(`${list}${name}`, fallback) ?? undefined;
	function read<T>(check: Check<T>, field: RuleField, value: unknown = given(field)): T {
		const checked = check.read(value);
		if (checked !== undefined) return checked;
		const about = { field: field.displayName, mustBe: check.mustBe, value: shorten(value) };
		const causes = [{ name: 'wrongSetting', ...about } as const];
		throw pollError(ctx, { reason: 'invalidParameter', causes });
	}

	const { reminderHours, fireOnActivation } = RULE_OPTIONS;
	return {
		event: read(AN_EVENT, RULE_FIELDS.event),
		threshold: read(A_NUMBER, RULE_FIELDS.threshold),
		minimumChange: read(NOT_NEGATIVE, RULE_FIELDS.minimumChange),
		reminderHours: read(NOT_NEGATIVE, reminderHours, given(reminderHours, 'options.') ?? 0),
		fireIfLow: read(aBoolean, fireOnActivation, given(fireOnActivation, 'options.') ?? true),
	};
}

const isOfCredential = (cause: Cause): boolean =>
	cause.name !== 'service' || ['unauthorized', 'tokenExpired', 'forbidden'].includes(cause.found);

async function fetchBalance(ctx: IPollFunctions): Promise<number> {
	const balance = await readOwnBalance(ctx, () => POLL_TIMEOUT);
	if (balance.read) return balance.balance;
	const { causes } = balance;
	// n8n's scheduler of polls looks rarely while only another credential can help.
	const cause = causes.some(isOfCredential) ? 'credential-invalid' : 'temporarily-unavailable';
	const more = { failure: { cause }, description: WORDS.nothingCompared } as const;
	throw pollError(ctx, { reason: 'balanceUnreadable', causes }, more);
}

/**
 * As it was entered: an expression whose value differs at each poll is still the same rule. A new token is of
 * the same account; another credential or address may be of another.
 */
async function ruleAndAccount(ctx: IPollFunctions): Promise<string> {
	const id = ctx.getNode().credentials?.[CREDENTIAL]?.id ?? '';
	const baseUrl = cleanBaseUrl(await ctx.getCredentials<RawCredential>(CREDENTIAL));
	const rule = Object.values(RULE_FIELDS).map(({ name }) =>
		ctx.getNodeParameter(name, null, { rawExpressions: true }),
	);
	return JSON.stringify([id, baseUrl, rule]);
}

function itemOf(
	rule: BalanceRule,
	balance: number,
	now: number,
	previous?: BalanceMemory,
	isTest = false,
): INodeExecutionData {
	const threshold = rule.event === 'balanceBelow' ? rule.threshold : null;
	return {
		json: {
			event: rule.event,
			test: isTest,
			...(isTest && { note: WORDS.test }),
			balance,
			previousBalance: previous?.balance ?? null,
			change: previous ? difference(balance, previous.balance) : null,
			threshold,
			checkedAt: new Date(now).toISOString(),
		},
	};
}
