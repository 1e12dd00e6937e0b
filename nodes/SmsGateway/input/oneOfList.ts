import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import type { Cause } from '../domain/cause';
import { areSeveral } from './allItems';
import { inSingleQuotes, leafAt, placeholdersIn, rawOf } from './dependence';
import { inBraces } from './template';

/**
 * Finds what one recipient's text would say to all of them, as where a node before has made one item
 * of many: `$json.name[0]` beside a list of recipients that is as long. Where `at()` or the like
 * chooses the value, it may be meant.
 *
 * @param fields the names of texts, and how the editor calls them
 */
export function oneOfListFinder(
	ctx: IExecuteFunctions,
	fields: ReadonlyArray<readonly [name: string, field: string]>,
): (json: IDataObject, recipients: number) => Cause | undefined {
	const places = fields.flatMap(([name, field]) =>
		placeholdersIn(rawOf(ctx, name)).flatMap(({ code, reads }) =>
			reads.mentions.flatMap(({ path }) =>
				path.flatMap((step, at) => {
					if (!Number.isInteger(Number(step))) return [];
					const expression = inBraces(inSingleQuotes(code));
					return [{ field, expression, list: path.slice(0, at), value: path.slice(at + 1) }];
				}),
			),
		),
	);
	return (json, recipients) => {
		const found = places.find(({ list, value }) => {
			const { leaf } = leafAt(json, list);
			const isTheirs = Array.isArray(leaf) && leaf.length === recipients;
			return isTheirs && areSeveral(leaf.map((one) => leafAt(one, value).leaf));
		});
		return found && { name: 'oneOfList', field: found.field, expression: found.expression };
	};
}
