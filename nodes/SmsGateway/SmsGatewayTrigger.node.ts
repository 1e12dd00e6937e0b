import {
	NodeConnectionTypes,
	NodeOperationError,
	type INodeExecutionData,
	type INodeProperties,
	type INodeType,
	type INodeTypeDescription,
	type IPollFunctions,
} from 'n8n-workflow';
import type { Cause } from './domain/cause';
import type { Why } from './domain/outcome';
import { difference } from './domain/service/balance';
import { cleanBaseUrl, type RawCredential } from './domain/service/credential';
import { shorten } from './domain/text/sentences';
import { aBoolean, aNumber } from './settings/checks';
import { aCollection, aField, choices } from './settings/field';
import { CREDENTIAL } from './transport/readCredential';
import { readLiveBalance } from './transport/readBalance';
import { credentialTest } from './transport/testCredential';
import { dataOfCauses } from './output/errorData';
import { explain } from './words/causes';
import { NOTHING_COMPARED, NOTE_OF_TEST } from './words/trigger';
import { openMemory } from './trigger/memory';
import { decideBalance, type BalanceMemory, type BalanceRule } from './trigger/rule';

const shownFor = (event: string) => ({ show: { event: [event] } });

const fields: INodeProperties[] = [
	aField('Trigger On', 'event', 'balanceBelow', {
		noDataExpression: true,
		options: choices(
			['Balance Changes', 'balanceChanges', 'The balance has gone up or down'],
			[
				'Balance Falls Below',
				'balanceBelow',
				'The balance has fallen below a threshold; once, and again only after it has recovered',
			],
		),
		description: 'When to start the workflow',
	}),
	aField('Threshold', 'threshold', 100, {
		required: true,
		placeholder: 'e.g. 100',
		displayOptions: shownFor('balanceBelow'),
		description: 'Start the workflow when the balance is below this, in the unit of your balance',
	}),
	aField('Minimum Change', 'minimumChange', 0, {
		typeOptions: { minValue: 0 },
		placeholder: 'e.g. 10',
		displayOptions: shownFor('balanceChanges'),
		description:
			'Start the workflow once changes add up to at least this much. 0 means any change.',
	}),
	aCollection('Options', 'options', {
		placeholder: 'Add option',
		displayOptions: shownFor('balanceBelow'),
		options: [
			aField('Start if Already Low', 'fireOnActivation', true, {
				description:
					'Whether to start the workflow if the balance is already low at the first check. Off: only after it has recovered and fallen again.',
			}),
			aField('Reminder Every (Hours)', 'reminderHours', 0, {
				typeOptions: { minValue: 0 },
				description:
					'Start the workflow again each time the balance has stayed low for this many hours. 0 means no reminder.',
			}),
		],
	}),
];

export class SmsGatewayTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'SMS Gateway Trigger',
		name: 'smsGatewayTrigger',
		icon: {
			light: 'file:../../icons/sms-gateway-trigger.svg',
			dark: 'file:../../icons/sms-gateway-trigger.dark.svg',
		},
		group: ['trigger'],
		version: 1,
		subtitle:
			'={{ $parameter["event"] === "balanceBelow" ? "Balance below " + String($rawParameter["threshold"]).replace(/^=|[{}]+/g, "").trim() : "Balance changes" }}',
		// The nodes panel shows both nodes as one entry, with the description of this one.
		description:
			'Send SMS to one or many recipients and get the result for each; start a workflow when the balance runs low',
		defaults: { name: 'SMS Gateway Trigger' },
		builderHint: {
			searchHint:
				"Starts a workflow when the balance of the SMS account is low. Do not build this from a Schedule Trigger with 'Balance: Get': the trigger remembers what it has reported.",
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-sms-gateway.smsGateway',
					relationHint: 'Sends SMS from the same account',
				},
			],
		},
		polling: true,
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'smsGatewayApi', required: true, testedBy: 'testCredential' }],
		properties: fields,
	};

	methods = { credentialTest };

	/** Reads the state, fetches, decides, writes the state. */
	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		const rule = readRule(this);
		const balance = await fetchBalance(this);
		const now = Date.now();
		if (this.getMode() === 'manual') return [[itemOf(rule, balance, now, undefined, true)]];
		const memory = openMemory(this, await ruleAndAccount(this), now);
		const { emit, next } = decideBalance(rule, memory.previous, balance, now);
		memory.keep(next, emit);
		return emit ? [[itemOf(rule, balance, now, memory.previous)]] : null;
	}
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

function readRule(ctx: IPollFunctions): BalanceRule {
	function numberIn(name: string, field: string, fallback: number, empty?: number): number {
		const given = ctx.getNodeParameter(name, fallback) ?? empty;
		const number = aNumber({ least: -Infinity }).read(given);
		if (number !== undefined) return number;
		const cause = {
			name: 'wrongSetting',
			field,
			mustBe: 'a number',
			value: shorten(given),
		} as const;
		throw pollError(ctx, { reason: 'invalidParameter', causes: [cause] });
	}

	// n8n gives a field that is not shown its fallback.
	return {
		event: ctx.getNodeParameter('event', 'balanceBelow') as BalanceRule['event'],
		threshold: numberIn('threshold', 'Threshold', 100),
		minimumChange: numberIn('minimumChange', 'Minimum Change', 0),
		reminderHours: numberIn('options.reminderHours', 'Reminder Every (Hours)', 0, 0),
		fireOnActivation: aBoolean.read(ctx.getNodeParameter('options.fireOnActivation', true)) ?? true,
	};
}

/** Whether nothing but another credential can help. */
const isOfCredential = (cause: Cause): boolean =>
	cause.name !== 'service' || ['unauthorized', 'tokenExpired', 'forbidden'].includes(cause.found);

async function fetchBalance(ctx: IPollFunctions): Promise<number> {
	const balance = await readLiveBalance(ctx, () => POLL_TIMEOUT);
	if (balance.read) return balance.balance;
	const { causes } = balance;
	// n8n's scheduler of polls goes by it: it looks rarely while only another credential can help.
	const cause = causes.some(isOfCredential) ? 'credential-invalid' : 'temporarily-unavailable';
	throw pollError(
		ctx,
		{ reason: 'balanceUnreadable', causes },
		{ failure: { cause }, description: NOTHING_COMPARED },
	);
}

/**
 * The rule as the user wrote it: another one starts with nothing remembered, but an expression whose value
 * differs at each poll is still the same rule. So is a new token of the same account; another credential or
 * address may be of another.
 */
async function ruleAndAccount(ctx: IPollFunctions): Promise<string> {
	const id = ctx.getNode().credentials?.[CREDENTIAL]?.id ?? '';
	const baseUrl = cleanBaseUrl(await ctx.getCredentials<RawCredential>(CREDENTIAL));
	const rule = ['event', 'threshold', 'minimumChange', 'options'].map((name) =>
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
			...(isTest && { note: NOTE_OF_TEST }),
			balance,
			previousBalance: previous?.balance ?? null,
			change: previous ? difference(balance, previous.balance) : null,
			threshold,
			checkedAt: new Date(now).toISOString(),
		},
	};
}
