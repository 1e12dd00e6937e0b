import type { IExecuteFunctions } from 'n8n-workflow';

const holdsExpression = (value: unknown): boolean => {
	if (typeof value === 'string') return value.startsWith('=');
	if (typeof value === 'object' && value !== null) {
		return Object.values(value).some(holdsExpression);
	}
	return false;
};

/** Nothing but a field of the item, as dragging one into the editor writes it. */
const FIELD = /^=\{\{\s*\$json(?:\.([A-Za-z_]\w*)|\['([^'\\]+)'\]|\["([^"\\]+)"\])\s*\}\}$/;

function fieldOf(raw: unknown): string | undefined {
	const names = typeof raw === 'string' ? FIELD.exec(raw)?.slice(1) : undefined;
	return names?.find((name) => name !== undefined);
}

/**
 * A parameter as a function of the item. n8n evaluates each expression in an isolate, which for
 * 100,000 items takes longer than sending to them. So one that is no expression is read once, and
 * one that is only a field of the item is read from the item.
 */
export function perItem(
	ctx: IExecuteFunctions,
	name: string,
	fallback: unknown,
): (item: number) => unknown {
	const raw: unknown = ctx.getNodeParameter(name, 0, fallback, { rawExpressions: true });
	if (!holdsExpression(raw)) {
		const value: unknown = ctx.getNodeParameter(name, 0, fallback);
		return () => value;
	}
	const evaluate = (item: number): unknown => ctx.getNodeParameter(name, item, fallback);
	const field = fieldOf(raw);
	if (field === undefined) return evaluate;
	const items = ctx.getInputData();
	let isOwnInput: boolean | undefined;
	return (item) => {
		// For a tool of an AI agent, $json is an item of the agent.
		isOwnInput ??= ctx.getWorkflowDataProxy(item).$json === items[item]?.json;
		const value = isOwnInput ? items[item]?.json[field] : undefined;
		// What is neither text nor number, n8n may hand out in another form.
		return typeof value === 'string' || typeof value === 'number' ? value : evaluate(item);
	};
}

/** Whether the user filled a parameter in, whatever it comes to for an item. */
export const isFilledIn = (ctx: IExecuteFunctions, name: string): boolean =>
	ctx.getNodeParameter(name, 0, '', { rawExpressions: true }) !== '';
