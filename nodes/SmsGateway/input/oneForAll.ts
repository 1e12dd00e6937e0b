import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import type { Cause } from '../domain/cause';
import { refuse } from '../domain/entry';
import { remembered } from '../domain/remembered';
import { SETTINGS } from '../domain/settings';
import {
	columnIn,
	evaluated,
	inBraces,
	isExpression,
	itemReplaced,
	mentionsOwnItem,
	nodesTakenWhole,
	nodesWithItemIn,
	rawOf,
	readsIn,
	textsIn,
	withoutQuotes,
	type Read,
} from './expression';
import { leafAt, placeholdersIn } from './template';

const codesIn = (raw: unknown): string[] =>
	textsIn(raw)
		.filter(isExpression)
		.flatMap((text) => placeholdersIn(text).map(({ code }) => code));

/** All fields but 'Recipients', as the editor names them. */
function otherFields(ctx: IExecuteFunctions): Array<[label: string, raw: unknown]> {
	const lists = ['safeguards', 'options'].map((name) => rawOf(ctx, name, {}) as IDataObject);
	const settings: IDataObject = Object.assign({}, ...lists);
	return [
		['Sender ID', rawOf(ctx, 'senderId')],
		['Message', rawOf(ctx, 'message')],
		...Object.entries(SETTINGS).map(([name, label]): [string, unknown] => [label, settings[name]]),
	];
}

/** What n8n knows of the nodes that an expression names. `$input` stands for the own items. */
export const nodesOf = (ctx: IExecuteFunctions) => ({
	/** How many items it has. With 'Execute Once', the own ones that are not read count too. */
	itemsOf: remembered((node: string) =>
		Number(evaluated(ctx, `${node}.all().length`, 0).value ?? 0),
	),
	/** Whether the own items are those of this node. */
	isOwn: remembered(
		(node: string) =>
			node === '$input' ||
			evaluated(ctx, `$prevNode.name === (${node.slice(2, -1)})`, 0).value === true,
	),
});

/** The list of all values of which an expression takes one. */
export function asWholeList(code: string, node: string): string {
	const ofItem = itemReplaced(code, 'item');
	const isWhole = !mentionsOwnItem(ofItem) && nodesWithItemIn(ofItem).length === 0;
	return inBraces(`${node}.all().map((item) => ${isWhole ? ofItem.trim() : 'item.json.phone'})`);
}

const isSameNode = (one: string, other: string): boolean =>
	one.replace(/[\s'"`]/g, '') === other.replace(/[\s'"`]/g, '');

/**
 * Where 'Recipients' takes the numbers of several items at once, no other field may have a value of
 * one of several: all would get what is meant for one. Where `first()` or the like chooses it, it is
 * meant, and so is that of the only input item.
 *
 * @throws ProblemError
 */
export function refuseOneForAll(ctx: IExecuteFunctions, items: number): void {
	const nodes = nodesOf(ctx);
	const taken = codesIn(rawOf(ctx, 'recipients')).flatMap((code) => {
		const isOfItem = mentionsOwnItem(code) || nodesWithItemIn(code).length > 0;
		return isOfItem ? [] : nodesTakenWhole(code).map((node) => ({ code, node }));
	});
	const [list] = taken;
	if (list === undefined) return;
	const { code: recipients, node: source } = list;
	const isOneOfSeveral = nodes.itemsOf('$input') > 1;
	const isOfOne = (code: string): boolean =>
		(mentionsOwnItem(code) && isOneOfSeveral) ||
		nodesWithItemIn(code).some((node) => {
			const isTaken = taken.some((one) => isSameNode(one.node, node));
			return (isOneOfSeveral || isTaken) && nodes.itemsOf(node) > 1;
		});

	const isOwn = nodes.isOwn(source);
	const one = `${isOwn ? '$json' : `${source}.item.json`}${columnIn(recipients) ?? '.phone'}`;
	for (const [field, raw] of otherFields(ctx)) {
		const isExcluded = field === SETTINGS.excludedRecipients;
		// That is read for every item.
		if (isExcluded && items > 1) continue;
		const code = codesIn(raw).find(isOfOne);
		if (code === undefined) continue;
		const expression = inBraces(code);
		if (isExcluded) {
			refuse({ name: 'partOfList', field, expression, write: asWholeList(code, source) });
		}
		// An item that comes from none of the source's does not tell which number is its own.
		const isKnown = isOwn || evaluated(ctx, `${source}.item.json`, 0).value !== undefined;
		refuse({ name: 'oneForAll', field, expression, ...(isKnown && { write: inBraces(one) }) });
	}
	if (items > 1 && isOwn) {
		refuse({ name: 'allForEach', items, expression: inBraces(recipients), write: inBraces(one) });
	}
}

/** Whether a code takes a place of a list: behind it, or behind a function of it as `.map(…)[0]`. */
const hasPlace = (code: string, list: string): boolean =>
	code.split(list).some((part, at) => {
		let behind = withoutQuotes(part);
		while (/\([^()]*\)/.test(behind)) behind = behind.replace(/\([^()]*\)/g, '…');
		return at > 0 && /^[\s)]*(?:\??\.\s*\w+\s*…[\s)]*)*(?:\?\.)?\[/.test(behind);
	});

/**
 * Finds what one recipient's text would say to all of them, as where a node before has made one item
 * of many: where 'Recipients' reads a list of its item, a place of a list of that item is a value of
 * one of them. Where `at()` or the like chooses it, it is meant.
 */
export function oneOfListFinder(ctx: IExecuteFunctions): (json: IDataObject) => Cause | undefined {
	const nodes = nodesOf(ctx);
	// The item of the node before is the own one.
	const asOwn = (code: string): string =>
		itemReplaced(code, '$thisItem', (node) => (nodes.isOwn(node) ? '$thisItem' : undefined));
	const readsOf = (code: string) => readsIn(asOwn(code)).filter(({ path }) => path);
	const lists = codesIn(rawOf(ctx, 'recipients')).flatMap(readsOf);
	if (lists.length === 0) return () => undefined;
	const fields = otherFields(ctx).flatMap(([field, raw]) =>
		codesIn(raw).map((code) => ({ field, code, reads: readsOf(code) })),
	);
	const isSeveral = (value: unknown): boolean => Array.isArray(value) && value.length > 1;

	return (json) => {
		const isList = ({ path }: Read) => path!.length === 0 || Array.isArray(leafAt(json, path!));
		if (!lists.some(isList)) return undefined;
		const found = fields.find(({ code, reads }) =>
			reads.some(({ path, text }) => {
				const places = path!.flatMap((step, at) => (/^\d+$/.test(step) ? [at] : []));
				return (
					places.some((at) => isSeveral(leafAt(json, path!.slice(0, at)))) ||
					(isSeveral(leafAt(json, path!)) && hasPlace(asOwn(code), text))
				);
			}),
		);
		if (!found) return undefined;
		const chosen = found.code.replace(/(?:\?\.)?\[\s*(\d+)\s*\]/g, '.at($1)');
		return {
			name: 'oneOfList',
			field: found.field,
			expression: inBraces(found.code),
			write: inBraces(chosen),
		};
	};
}
