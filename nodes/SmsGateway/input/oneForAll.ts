import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import type { Cause, CauseOf } from '../domain/cause';
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
	withItemForFirst,
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
	/** Whether an own item comes from one of its items, as in a loop over them. */
	isOrigin: remembered(
		(node: string) => evaluated(ctx, `${node}.item.json`, 0).value !== undefined,
	),
});

/** Whether it leaves out some of the items that it takes. */
const isChoosy = (code: string): boolean =>
	/\.\s*(?:filter\((?!\s*Boolean\s*\))|find|slice|reduce)/.test(code);

/** The list of all values of which an expression takes one. */
export function asWholeList(code: string, node: string): string {
	const ofItem = itemReplaced(code, 'item');
	const isWhole = !mentionsOwnItem(ofItem) && nodesWithItemIn(ofItem).length === 0;
	return inBraces(`${node}.all().map((item) => ${isWhole ? ofItem.trim() : 'item.json.phone'})`);
}

/**
 * Where 'Recipients' takes the numbers of several items at once, no other field may have a value of
 * one of them: all would get what is meant for one. Where `first()` or the like chooses it, it is
 * meant.
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
	const comesFromOne = (node: string) =>
		!nodes.isOwn(node) && nodes.itemsOf(node) > 1 && nodes.isOrigin(node);
	const isOneOfSeveral =
		nodes.itemsOf('$input') > 1 || taken.some(({ node }) => comesFromOne(node));

	const column = columnIn(recipients);
	const item = nodes.isOwn(source) ? '$json' : `${source}.item.json`;
	const canReadOne = nodes.isOwn(source) || nodes.isOrigin(source);
	const advice: Pick<CauseOf<'oneForAll'>, 'one' | 'isChoosy' | 'executeOnce'> = {
		...(canReadOne && { one: inBraces(`${item}${column ?? '.phone'}`) }),
		isChoosy: isChoosy(recipients),
		executeOnce: ctx.getNode().executeOnce ?? false,
	};

	for (const [field, raw] of otherFields(ctx)) {
		const isExcluded = field === SETTINGS.excludedRecipients;
		// That is read for every item.
		if (isExcluded && items > 1) continue;
		for (const code of codesIn(raw)) {
			const isOfOwn = mentionsOwnItem(code) && isOneOfSeveral;
			const isOfNode = nodesWithItemIn(code).some(
				(node) =>
					nodes.itemsOf(node) > 1 &&
					(isOneOfSeveral || taken.some((one) => one.node === node || nodes.isOwn(node))),
			);
			if (!isOfOwn && !isOfNode) continue;
			const expression = inBraces(code);
			if (isExcluded) {
				refuse({ name: 'partOfList', field, expression, list: asWholeList(code, source) });
			}
			const first = /\$(?:itemIndex|position)\b/.test(code)
				? undefined
				: inBraces(itemReplaced(code, '$input.first()', (node) => `${node}.first()`));
			refuse({ name: 'oneForAll', field, expression, ...advice, ...(first && { first }) });
		}
	}
	if (items > 1 && nodes.isOwn(source)) {
		refuse({ name: 'allForEach', items, expression: inBraces(recipients), ...advice });
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
	// The item of the node before is the own one, and so is its first where there is no other.
	const asOwn = (code: string): string => {
		const isFirst = /\b(?:first|last)\(/.test(code) && nodes.itemsOf('$input') === 1;
		return itemReplaced(isFirst ? withItemForFirst(code) : code, '$thisItem', (node) =>
			nodes.isOwn(node) ? '$thisItem' : undefined,
		);
	};
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
			chosen: inBraces(chosen),
		};
	};
}
