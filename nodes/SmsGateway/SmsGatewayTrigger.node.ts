import {
	NodeConnectionTypes,
	NodeOperationError,
	type IDataObject,
	type INodeExecutionData,
	type INodeProperties,
	type INodeType,
	type INodeTypeDescription,
	type IPollFunctions,
} from 'n8n-workflow';
import { MINUTE } from './clock';
import type { Cause } from './domain/cause';
import { cleanBaseUrl, type RawCredential } from './domain/service/credential';
import { shorten } from './domain/text/sentences';
import { aBoolean, aNumber } from './input/checks';
import { aField, choices } from './input/field';
import { CREDENTIAL } from './transport/readCredential';
import { credentialTest, readLiveBalance } from './transport/readBalance';
import { dataOfCauses } from './output/errorData';
import { withData } from './output/errors';
import { explain } from './words/causes';
import { NOTHING_COMPARED, noteOfTest } from './words/trigger';
import { changeOf, decideBalance, type BalanceMemory, type BalanceRule } from './trigger/rule';

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
		description: 'Start the workflow when the balance is below this',
	}),
	aField('Minimum Change', 'minimumChange', 0, {
		typeOptions: { minValue: 0 },
		placeholder: 'e.g. 10',
		displayOptions: shownFor('balanceChanges'),
		description:
			'Start the workflow once changes add up to at least this much. 0 means any change.',
	}),
	aField(
		'Options',
		'options',
		{},
		{
			type: 'collection',
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
		},
	),
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
		if (this.getMode() === 'manual') {
			const threshold = rule.event === 'balanceBelow' ? rule.threshold : undefined;
			return [[itemOf(rule, balance, undefined, now, noteOfTest(threshold))]];
		}
		const stored = this.getWorkflowStaticData('node') as Stored;
		const fingerprint = JSON.stringify([await accountOf(this), ruleAsWritten(this)]);
		const last = latestOf(this, stored, now);
		const known = last?.stored ?? stored;
		const previous = known.rule === fingerprint ? known.memory : undefined;
		const { emit, next } = decideBalance(rule, previous, balance, now);
		const given = JSON.stringify(stored);
		Object.assign(stored, { rule: fingerprint, memory: next });
		const until = emit ? now + MINUTE : (last?.until ?? Infinity);
		latest.set(idOf(this), { given, stored: { ...stored }, until });
		return emit ? [[itemOf(rule, balance, previous, now)]] : null;
	}
}

/** Seconds. */
const POLL_TIMEOUT = 30;

/** What the workflow's static data keeps; another rule or account starts with nothing remembered. */
type Stored = { rule?: string; memory?: BalanceMemory };

/**
 * What the last poll of a node remembered, and was given. n8n's scheduler of polls gives each one a copy
 * of what is saved, and saves only what starts the workflow; nothing else knows that a balance recovered.
 */
type Latest = Readonly<{
	given: string;
	stored: Stored;
	/** A start that n8n has not saved by then was dropped. Milliseconds since the epoch. */
	until: number;
}>;

const latest = new Map<string, Latest>();

const idOf = (ctx: IPollFunctions): string => `${ctx.getWorkflow().id} ${ctx.getNode().id}`;

/** The last poll, where this one was given no more than that. */
function latestOf(ctx: IPollFunctions, stored: Stored, now: number): Latest | undefined {
	const last = latest.get(idOf(ctx));
	return last?.given === JSON.stringify(stored) && now < last.until ? last : undefined;
}

function readNumberField(ctx: IPollFunctions, label: string, given: unknown): number {
	const value = aNumber({ least: -Infinity }).read(given);
	if (value !== undefined) return value;
	const cause = {
		name: 'wrongSetting',
		field: label,
		mustBe: 'a number',
		value: shorten(given),
	} as const;
	const error = new NodeOperationError(ctx.getNode(), explain([cause]));
	throw withData(error, dataOfCauses([cause], 'invalidParameter'));
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
		fireOnActivation: aBoolean.read(options.fireOnActivation) ?? true,
	};
}

/** Whether nothing but another credential can help. */
const isOfCredential = (cause: Cause): boolean =>
	cause.name !== 'service' || ['unauthorized', 'tokenExpired', 'forbidden'].includes(cause.found);

async function fetchBalance(ctx: IPollFunctions): Promise<number> {
	const balance = await readLiveBalance(ctx, { timeout: POLL_TIMEOUT });
	if (balance.read) return balance.balance;
	const error = new NodeOperationError(ctx.getNode(), explain(balance.causes), {
		// n8n's scheduler of polls goes by it: it looks rarely while only another credential can help.
		failure: {
			cause: balance.causes.some(isOfCredential) ? 'credential-invalid' : 'temporarily-unavailable',
		},
		description: NOTHING_COMPARED,
	});
	throw withData(error, dataOfCauses(balance.causes, 'balanceUnreadable'));
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

function itemOf(
	rule: BalanceRule,
	balance: number,
	previous: BalanceMemory | undefined,
	now: number,
	note?: string,
): INodeExecutionData {
	return {
		json: {
			event: rule.event,
			test: note !== undefined,
			...(note !== undefined && { note }),
			balance,
			previousBalance: previous?.balance ?? null,
			change: previous ? changeOf(previous, balance) : null,
			threshold: rule.event === 'balanceBelow' ? rule.threshold : null,
			checkedAt: new Date(now).toISOString(),
		},
	};
}
