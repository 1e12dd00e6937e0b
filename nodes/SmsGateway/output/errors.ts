import { NodeOperationError, type IExecuteFunctions } from 'n8n-workflow';
import type { Entry } from '../domain/entry';
import { isFailure, type Outcome } from '../domain/outcome';
import type { Uncertain } from '../domain/service/retryPolicy';
import { adviceOf, namesInWords, type Summary } from '../domain/summary';
import { escapeHtml } from '../domain/text/html';
import { nextSteps } from './nextSteps';
import { isTool, placeOf, type Place } from './place';

const MAX_NAMED = 10;
/** There is no Retry to send the rest, so a person has to know who is missing. */
const MAX_NAMED_AT_END = 1_000;

/**
 * n8n drops all that a tool returns when it has an error output: the agent would not even learn
 * that an SMS was sent, and might send it again.
 */
export function refuseToHideFromAgent(ctx: IExecuteFunctions): void {
	const node = ctx.getNode();
	if (!isTool(node) || node.onError !== 'continueErrorOutput') return;
	throw nodeError(
		ctx,
		"'Settings > On Error' of this tool is 'Continue (using error output)', with which n8n tells an AI agent nothing of what the tool did.",
		"Nothing was sent. Someone has to set 'On Error' to 'Stop Workflow' or 'Continue'.",
	);
}

/** Where nobody can read a description, the message says all. */
const readsMessageOnly = (place: Place): boolean => place === 'tool' || place === 'engine2';

/** An error with a message, and a description of what was sent and what to do. */
export function nodeError(
	ctx: IExecuteFunctions,
	message: string,
	description: string,
): NodeOperationError {
	const whole = readsMessageOnly(placeOf(ctx)) ? `${message} ${description}` : message;
	// Without n8n's index of the item, which counts from 0: "4th item … [item 3]" would name two.
	return new NodeOperationError(ctx.getNode(), whole, { description: escapeHtml(description) });
}

/** n8n writes messages into an event log that outlives the execution: no value of an item there. */
export const withoutValues = (explanation: string): string =>
	explanation.replace(/".*"/s, '"…"').replace(/\+\d[\d ]{5,}\d/g, '+…');

/** The explanation as the message, but what it quotes in the description only. */
function quotingError(
	ctx: IExecuteFunctions,
	explanation: string,
	description: string,
): NodeOperationError {
	const message = readsMessageOnly(placeOf(ctx)) ? explanation : withoutValues(explanation);
	const whole = message === explanation ? description : `${explanation} ${description}`;
	return nodeError(ctx, message, whole);
}

/**
 * On Error: Stop, and a setting makes all of it unsendable. A value is named in the message only where it
 * was typed into the setting; what may come from an item is in the description alone.
 */
export const settingError = (
	ctx: IExecuteFunctions,
	explanation: string,
	sent: string,
): NodeOperationError =>
	(/Recipients|Countr/.test(explanation) ? quotingError : nodeError)(ctx, explanation, sent);

/** Names who ended how, where that differs. */
function forAgent(
	entries: readonly Entry[],
	outcomes: readonly Outcome[],
	summary: Summary,
): string {
	const alike = outcomes.every(({ status }) => status === outcomes[0]!.status);
	const said = [adviceOf(summary), summary.evidence];
	if (!alike) said.unshift(namesInWords(entries, outcomes));
	return said.filter(Boolean).join(' ');
}

/** What the message does not say yet. */
function whatWasSent(
	entries: readonly Entry[],
	outcomes: readonly Outcome[],
	summary: Summary,
	message: string,
): string {
	const { total, accepted, unknown } = summary.recipients;
	if (accepted + unknown === 0) {
		if (/nothing (more )?was sent/i.test(message)) return '';
		return total === 1
			? 'Nothing was sent.'
			: `Nothing was sent to any of the ${total} recipients.`;
	}
	const names = [namesInWords(entries, outcomes, MAX_NAMED), summary.evidence].filter(Boolean);
	if (unknown < total) names.unshift(`Of ${total} recipients: ${summary.inWords}.`);
	return names.join(' ');
}

/**
 * On Error: Stop, and a request failed: the service's own reason first, then who was sent to, who
 * was not, and what to do.
 */
export function failedDeliveryError(
	ctx: IExecuteFunctions,
	entries: readonly Entry[],
	outcomes: readonly Outcome[],
	summary: Summary,
	uncertain: Uncertain,
): NodeOperationError {
	// What a request ended with says more than what was stopped because of it.
	const carried = outcomes.findIndex((one) => isFailure(one) && one.request !== undefined);
	const index = carried >= 0 ? carried : outcomes.findIndex(isFailure);
	const cause = outcomes[index]!;
	const { accepted, unknown } = summary.recipients;
	// It says so of its own request only.
	const message =
		accepted + unknown > 0
			? cause.explanation.replace(/, so nothing was sent\b/, '')
			: cause.explanation;
	const place = placeOf(ctx);
	// Another call by the agent is a new run, unlike n8n's retries: it would send to all of them again.
	const description =
		place === 'tool'
			? forAgent(entries, outcomes, summary)
			: `${whatWasSent(entries, outcomes, summary, message)} ${nextSteps(place, entries, cause, summary, uncertain)}`.trim();
	// The service's own words are said as they are.
	const errorOf = cause.request === undefined ? quotingError : nodeError;
	return errorOf(ctx, message, description);
}

/** n8n ended the execution before everything was sent. */
export function endedError(
	ctx: IExecuteFunctions,
	entries: readonly Entry[],
	outcomes: readonly Outcome[],
	summary: Summary,
	uncertain: Uncertain,
): NodeOperationError {
	const cause = outcomes.find(({ reason }) => reason === 'cancelled') ?? outcomes[0]!;
	return nodeError(
		ctx,
		`n8n ended this execution before everything was sent: ${summary.inWords}.`,
		`${namesInWords(entries, outcomes, MAX_NAMED_AT_END)} ${nextSteps('ended', entries, cause, summary, uncertain)}`,
	);
}
