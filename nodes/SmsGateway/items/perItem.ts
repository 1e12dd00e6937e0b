import type { IExecuteFunctions } from 'n8n-workflow';

const holdsExpression = (value: unknown): boolean => {
	if (typeof value === 'string') return value.startsWith('=');
	if (typeof value === 'object' && value !== null) {
		return Object.values(value).some(holdsExpression);
	}
	return false;
};

/**
 * A parameter as a function of the item. One that is no expression is the same for all items,
 * and evaluating it for each of 100,000 is most of the work of reading them.
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
	return (item) => ctx.getNodeParameter(name, item, fallback);
}
