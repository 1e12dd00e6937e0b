import type { IExecuteFunctions } from 'n8n-workflow';
import { shorten } from '../domain/text/shorten';
import { DEFAULTS, labelOf, type SmsOptions } from './optionFields';

type Check = { label: string; least: number; most?: number; whole: boolean };

const NUMBERS: Partial<Record<keyof SmsOptions, Check>> = {
	batchSize: { label: 'Batch Size', least: 1, whole: true },
	// Keys under way take two marks each of those that n8n keeps.
	concurrency: { label: 'Concurrency', least: 1, most: 10_000, whole: true },
	maxSms: { label: 'Maximum SMS', least: 0, whole: true },
	maxAttempts: { label: 'Maximum Attempts', least: 1, whole: true },
	requestsPerSecond: { label: 'Requests per Second', least: 0, whole: false },
	// Timers hold at most 2^31 ms.
	timeout: { label: 'Timeout', least: 0.001, most: 86_400, whole: false },
	unitsPerSms: { label: 'Units per SMS', least: 0, whole: false },
};

const CHOICES: Partial<Record<keyof SmsOptions, { label: string; of: readonly string[] }>> = {
	output: { label: 'Output', of: ['recipients', 'summary'] },
	uncertain: { label: 'Uncertain Outcome', of: ['doNotResend', 'resend'] },
};

function checkNumber(given: unknown, { label, least, most = Infinity, whole }: Check): number {
	const value = typeof given === 'string' && given.trim() !== '' ? Number(given) : given;
	const fits =
		typeof value === 'number' &&
		Number.isFinite(value) &&
		value >= least &&
		value <= most &&
		(!whole || Number.isInteger(value));
	if (fits) return value;
	const kind = whole ? 'a whole number' : 'a number';
	const range = most === Infinity ? `of ${least} or more` : `from ${least} to ${most}`;
	throw new Error(`${label} must be ${kind} ${range}, not "${shorten(given)}".`);
}

/** n8n makes nothing of an expression that fails; a guard that is lost this way must not go unseen. */
function refuseNothing(ctx: IExecuteFunctions, name: keyof SmsOptions): void {
	const raw: unknown = ctx.getNodeParameter(`options.${name}`, 0, null, { rawExpressions: true });
	if (typeof raw !== 'string' || !raw.startsWith('=')) return;
	throw new Error(
		`The expression of the option ${labelOf(name)} came to nothing. Mend it, or remove the option.`,
	);
}

/**
 * The options, read once per execution.
 *
 * @throws Error with a sentence for the user that names the option and the value
 */
export function readOptions(ctx: IExecuteFunctions): SmsOptions {
	const options: Record<string, unknown> = { ...DEFAULTS };
	for (const name of Object.keys(DEFAULTS) as Array<keyof SmsOptions>) {
		// One by one: the whole collection would also evaluate the deduplication key of the first item.
		const value: unknown = ctx.getNodeParameter(`options.${name}`, 0, null);
		if (value === undefined || value === null) refuseNothing(ctx, name);
		if (value === undefined || value === null || value === '') continue;
		const number = NUMBERS[name];
		const choice = CHOICES[name];
		if (choice && !choice.of.includes(String(value))) {
			throw new Error(
				`${choice.label} must be ${choice.of.join(' or ')}, not "${shorten(value)}".`,
			);
		}
		options[name] = number ? checkNumber(value, number) : value;
	}
	return options as SmsOptions;
}
