import type { IExecuteFunctions } from 'n8n-workflow';
import { isRedacted } from './place';

/** Texts of so many characters n8n keeps without complaint, and no more than these. */
const HIGHLIGHTED = /.{1,255}(?= |$)/g;
const MAX_HIGHLIGHTED = 10;

/** What a person should find in an execution that n8n ended. */
export type LastWords = Readonly<{
	/** How many were sent to, and how many were not. */
	counts: string;
	/** Who they are. */
	names: string;
}>;

function highlight(ctx: IExecuteFunctions, { counts, names }: LastWords): void {
	// n8n does not redact it.
	const text = isRedacted(ctx) ? counts : `${counts} ${names}`;
	const parts = (text.match(HIGHLIGHTED) ?? []).map((part) => part.trim());
	if (parts.length > MAX_HIGHLIGHTED) parts[MAX_HIGHLIGHTED - 1] = '…';
	parts.slice(0, MAX_HIGHLIGHTED).forEach((part, index) => {
		ctx.customData?.set(index === 0 ? 'sms_gateway' : `sms_gateway_${index + 1}`, part);
	});
}

/**
 * Waits for the work. Where a person or its time limit ends the execution meanwhile, n8n saves it at
 * that moment, without this node's output: of what was sent it keeps the 'Highlighted data' alone.
 */
export async function highlightWhenEnded<T>(
	ctx: IExecuteFunctions,
	work: Promise<T>,
	lastWords: () => LastWords,
): Promise<T> {
	const signal = ctx.getExecutionCancelSignal?.();
	const end = () => highlight(ctx, lastWords());
	signal?.addEventListener('abort', end);
	return await work.finally(() => signal?.removeEventListener('abort', end));
}
