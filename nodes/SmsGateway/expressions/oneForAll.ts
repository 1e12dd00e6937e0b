import type { IDataObject } from 'n8n-workflow';
import { refuse } from '../domain/refusal';
import { phoneOf } from '../domain/recipient/samePhone';
import { splitRecipients } from '../domain/recipient/split';
import { remembered } from '../domain/remembered';
import { SETTINGS } from '../domain/settings';
import { capitalized } from '../domain/text/sentences';
import {
	codesIn,
	columnIn,
	firstAsOwn,
	inBraces,
	itemReplaced,
	mentionsItem,
	mentionsOwnItem,
	nodesTakenWhole,
	nodesWithItemIn,
	readsIn,
	rowsMentioned,
	withoutQuotes,
} from './expression';
import type { NumberReading } from './defaultCountry';
import type { Reader } from './reader';

/** All fields but 'Recipients', as the editor names them. */
function otherFields(reader: Reader): Array<[label: string, raw: unknown]> {
	const lists = ['safeguards', 'options'].map((name) => reader.raw(name, {}) as IDataObject);
	const settings: IDataObject = Object.assign({}, ...lists);
	const ofPage = Object.keys(settings).filter((name) => !(name in SETTINGS));
	return [
		['Sender ID', reader.raw('senderId')],
		['Message', reader.raw('message')],
		...Object.entries(SETTINGS).map(([name, label]): [string, unknown] => [label, settings[name]]),
		// As their labels are written.
		...ofPage.map((name): [string, unknown] => [
			capitalized(name.replace(/[A-Z]/g, ' $&')),
			settings[name],
		]),
	];
}

/** The list of all values of which an expression takes one. */
function asWholeList(code: string, node: string): string {
	const ofItem = itemReplaced(code, 'item');
	const value = mentionsItem(ofItem) ? 'item.json.phone' : ofItem.trim();
	return inBraces(`${node}.all().map((item) => ${value})`);
}

const isSameNode = (one: string, other: string): boolean =>
	one.replace(/[\s'"`]/g, '') === other.replace(/[\s'"`]/g, '');

/** Refuses what would say to several phones of an item what is meant for some of them. */
export type OneForAllRefuser = (item: number, phones: ReadonlySet<string>) => void;

/**
 * Refuses what one person's value would say to all, by the text of the expressions alone.
 *
 * @param list the parameter with the label 'Recipients'
 * @returns what refuses it for an item of several recipients, where the item decides
 * @throws RefusedError
 */
export function refuseOneForAll(reader: Reader, list: string): OneForAllRefuser {
	refuseBesideAll(reader, list);
	const refusers = [oneOfListRefuser(reader, list), oneOfRowsRefuser(reader)];
	return (item, phones) => {
		for (const refuser of refusers) refuser(item, phones);
	};
}

/** Whether 'Recipients', the same for all items, comes to one phone: nobody else can be hit. */
function isOfOnePhone(reader: Reader, list: string): boolean {
	try {
		const parsed = splitRecipients(reader.given(list, 0)).map(reader.homes.ofRows(0).parse);
		return new Set(parsed.flatMap((one) => (one.valid ? phoneOf(one.recipient) : []))).size < 2;
	} catch {
		return false;
	}
}

/**
 * Where 'Recipients' takes the numbers of several items at once, no other field may have a value of
 * one of several: all would get what is meant for one. Where `first()` or the like chooses it, it is
 * meant, and so is that of the only input item.
 */
function refuseBesideAll(reader: Reader, name: string): void {
	const { itemsOf, isOwnNode } = reader;
	const items = reader.items.length;
	const codes = codesIn(reader.raw(name));
	const taken = codes
		.filter((code) => !mentionsItem(code))
		.flatMap((code) => nodesTakenWhole(code).map((node) => ({ code, node })));
	const [list] = taken;
	if (list === undefined || (!codes.some(mentionsItem) && isOfOnePhone(reader, name))) return;
	const { code: recipients, node: source } = list;
	const isOneOfSeveral = itemsOf('$input') > 1;
	const isOfOne = (code: string): boolean =>
		(mentionsOwnItem(code) && isOneOfSeveral) ||
		nodesWithItemIn(code).some((node) => {
			const isTaken = taken.some((one) => isSameNode(one.node, node));
			return (isOneOfSeveral || isTaken) && itemsOf(node) > 1;
		});

	const isOwn = isOwnNode(source);
	const one = `${isOwn ? '$json' : `${source}.item.json`}${columnIn(recipients) ?? '.phone'}`;
	for (const [field, raw] of otherFields(reader)) {
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
		const isKnown = isOwn || reader.evaluated(`${source}.item.json`).value !== undefined;
		refuse({ name: 'oneForAll', field, expression, ...(isKnown && { write: inBraces(one) }) });
	}
	if (items > 1 && isOwn) {
		refuse({ name: 'allForEach', expression: inBraces(recipients), write: inBraces(one) });
	}
}

const PLACE = /(?<=[\p{L}\p{N}_$\])]\s*)(?:\?\.)?\[\s*([^[\]'"`]+?)\s*\]/gu;

/** Whether a code takes a place of a list, as `.name[0]` or `.map(…)[0]`. */
function hasPlace(code: string): boolean {
	let outside = withoutQuotes(code);
	while (/\([^()]*\)/.test(outside)) outside = outside.replace(/\([^()]*\)/g, '…');
	return /[\p{L}\p{N}_$…\])]\s*(?:\?\.)?\[(?!\s*'')/u.test(outside);
}

/**
 * Refuses what one recipient's text would say to all of them, as where a node before has made one item
 * of many: where 'Recipients' reads a list of its item, a place of a list of that item is a value of
 * one of them. Where `at()` or the like chooses it, it is meant.
 */
function oneOfListRefuser(reader: Reader, name: string): OneForAllRefuser {
	const others = otherFields(reader);
	const readsOf = (code: string) => {
		const nodes = mentionsOwnItem(code) ? [] : nodesWithItemIn(code);
		const reads = readsIn(itemReplaced(code, '$thisItem'));
		return reads.flatMap(({ path }) => (path ? { path, nodes } : []));
	};
	const lists = codesIn(reader.raw(name)).map(firstAsOwn).flatMap(readsOf);
	if (lists.length === 0) return () => {};
	const places = others.flatMap(([field, raw]) =>
		codesIn(raw).flatMap((code) => (hasPlace(code) ? { field, code, reads: readsOf(code) } : [])),
	);

	return (item) => {
		const at = (path: readonly string[]) => reader.leafAt(path, item);
		/** What the item of a node before has is the own item's, where it was passed on. */
		const isOwn = ({ path: [name = ''], nodes }: ReturnType<typeof readsOf>[number]): boolean =>
			nodes.length === 0 ||
			nodes.some((node) => {
				const code = `JSON.stringify(${node}.item.json[${JSON.stringify(name)}])`;
				return reader.evaluated(code, item).value === JSON.stringify(at([name]));
			});
		if (
			!lists.some((one) => (one.path.length === 0 || Array.isArray(at(one.path))) && isOwn(one))
		) {
			return;
		}
		/** Whether a list of several is read, or a place of one. */
		const isOfSeveral = (read: ReturnType<typeof readsOf>[number]): boolean =>
			[...read.path.keys(), read.path.length].some((length) => {
				const list = at(read.path.slice(0, length));
				const isValue = length === read.path.length || /^\d+$/.test(read.path[length]!);
				return isValue && Array.isArray(list) && list.length > 1 && isOwn(read);
			});
		const found = places.find(({ reads }) => reads.some(isOfSeveral));
		if (!found) return;
		const { field, code } = found;
		const chosen = code.replace(PLACE, '.at($1)');
		refuse({ name: 'oneOfList', field, expression: inBraces(code), write: inBraces(chosen) });
	};
}

/** Values of a row within which a number is looked for. */
function* valuesIn(row: unknown, levels = 20): Generator<unknown> {
	if (typeof row !== 'object' || row === null) yield row;
	else if (levels > 0) for (const value of Object.values(row)) yield* valuesIn(value, levels - 1);
}

/**
 * A row that names some of the recipients is theirs alone: n8n pairs what a node made of many rows with the
 * first of them, or by position. One that names all of them, or none, is for all.
 */
function oneOfRowsRefuser(reader: Reader): OneForAllRefuser {
	const fields = otherFields(reader).flatMap(([field, raw]) =>
		codesIn(raw).flatMap((code) =>
			rowsMentioned(code)
				.filter(({ node }) => reader.itemsOf(node) > 1)
				.map((one) => ({ field, code, ...one })),
		),
	);
	const phonesIn = (row: unknown, { parse }: NumberReading): string[] =>
		[...valuesIn(row)]
			.flatMap((value) => (typeof value === 'string' ? splitRecipients(value) : [value]))
			.map(parse)
			.flatMap((parsed) => (parsed.valid ? phoneOf(parsed.recipient) : []));
	/** By node, the phones of all its rows, as a country reads them. */
	const phonesOf = remembered((node: string) =>
		remembered(
			(reading: NumberReading) =>
				new Set(reader.rowsOf(`${node}.all()`).flatMap((row) => phonesIn(row, reading))),
		),
	);
	return (item, phones) => {
		for (const { field, code, row, node } of fields) {
			const reading = reader.homes.ofRows(item);
			const of = (one: string) => reader.evaluated(`${one}.json`, item).value;
			// A call within a call is not read.
			const own = new Set(phonesIn(of(row) ?? of(`${node}.item`), reading));
			const others = [...phones].filter((phone) => !own.has(phone));
			const isSome = others.length > 0 && others.length < phones.size;
			const all = isSome && phonesOf(node)(reading);
			if (!all || !others.some((phone) => all.has(phone))) continue;
			refuse({ name: 'oneOfRows', field, expression: inBraces(code) });
		}
	};
}

export const LISTS_OF_PEOPLE: ReadonlyArray<keyof typeof SETTINGS> = [
	'allowedRecipients',
	'excludedRecipients',
	'testRecipients',
];

/**
 * Dragging a column of an earlier node into a field gives one of its numbers for each item here. As
 * a list, it has to have all that the node has.
 *
 * @throws RefusedError
 */
export function refusePartOfList(reader: Reader, name: keyof typeof SETTINGS): void {
	if (!LISTS_OF_PEOPLE.includes(name)) return;
	for (const code of codesIn(reader.raw(`safeguards.${name}`))) {
		const node = nodesWithItemIn(code).find((one) => reader.itemsOf(one) > 1);
		if (node === undefined) continue;
		const field = SETTINGS[name];
		const write = asWholeList(code, node);
		refuse({ name: 'partOfList', field, expression: inBraces(code), write });
	}
}
