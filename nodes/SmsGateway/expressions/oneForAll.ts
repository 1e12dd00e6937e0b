import type { IDataObject } from 'n8n-workflow';
import { refuse } from '../domain/refusal';
import { phoneOf } from '../domain/recipient/samePhone';
import { splitRecipients } from '../domain/recipient/split';
import { remembered } from '../domain/remembered';
import { SETTINGS } from '../domain/settings';
import { capitalized } from '../domain/text/sentences';
import { codesIn, fieldOfOne, inBraces, itemsIn, mentionsIn, withoutQuotes } from './expression';
import type { Mention } from './expression';
import type { NumberReading } from './defaultCountry';
import type { Reader } from './reader';
import { leafIn } from './source';

const OF_SMS = { senderId: 'Sender ID', message: 'Message' };
const FIELD_LABELS: Readonly<Record<string, string>> = { ...OF_SMS, ...SETTINGS };

/** The codes of all fields but 'Recipients'. */
function otherCodes(reader: Reader): Array<{ field: string; code: string }> {
	const [senderId, message] = [reader.raw('senderId'), reader.raw('message')];
	const groups = ['safeguards', 'options', 'approvalOptions.values'];
	const collections = groups.map((name) => reader.raw(name, {}) as IDataObject);
	const entered: IDataObject = Object.assign({ senderId, message }, ...collections);
	return Object.keys({ ...FIELD_LABELS, ...entered }).flatMap((name) => {
		// The fields of a question have labels like their names.
		const field = FIELD_LABELS[name] ?? capitalized(name.replace(/[A-Z]/g, ' $&'));
		return codesIn(entered[name]).map((code) => ({ field, code }));
	});
}

/** The list of all values of which an expression takes one. */
function asWholeList(code: string, node: string): string {
	let value = code.trim();
	for (const { row } of itemsIn(code).filter((one) => 'path' in one)) {
		value = value.replaceAll(row, /^\$(?:json|data)$/.test(row) ? 'item.json' : 'item');
	}
	const isWhole = itemsIn(value).length === 0;
	return inBraces(`${node}.all().map((item) => ${isWhole ? value : 'item.json.phone'})`);
}

/**
 * Refuses what would send a value of one recipient to others.
 *
 * @param list the parameter with the label 'Recipients'
 * @returns what refuses it for an item of several recipients, where the item decides
 */
export function refuseOneForAll(reader: Reader, list: string) {
	refuseBesideAll(reader, list);
	const refuseOfList = oneOfListRefuser(reader, list);
	const refuseOfRows = oneOfRowsRefuser(reader, list);
	return (item: number, phones: ReadonlySet<string>): void => {
		refuseOfList(item);
		refuseOfRows(item, phones);
	};
}

/** Somebody's number that cannot be read stands for itself, as the empty one does. */
export const unread = (given: string): string => given && `? ${given}`;

const phonesIn = (numbers: readonly unknown[], { parse }: NumberReading): Set<string> =>
	new Set(
		numbers.map(parse).map((one) => (one.valid ? phoneOf(one.recipient) : unread(one.given))),
	);

/** Whether 'Recipients', the same for all items, comes to one phone: no other can be hit. */
function isOfOnePhone(reader: Reader, list: string): boolean {
	try {
		return (
			phonesIn(splitRecipients(reader.given(list, 0)), reader.numbers.ofItemOrNone(0)).size < 2
		);
	} catch {
		return false;
	}
}

/**
 * Where 'Recipients' takes the numbers of several items at once, all would get a value of one of several. Where
 * `first()` or the like chooses it, it is meant, and so is that of the only input item.
 */
function refuseBesideAll(reader: Reader, name: string): void {
	const { itemCountOf, isOwnNode } = reader;
	const items = reader.items.length;
	const codes = codesIn(reader.raw(name));
	const ofAll = codes.filter((code) => itemsIn(code).length === 0);
	const taken = ofAll
		.flatMap((code) => mentionsIn(code).map((one) => ({ ...one, code })))
		.filter(({ kind }) => kind === 'all');
	const [first] = taken;
	if (!first || (ofAll.length === codes.length && isOfOnePhone(reader, name))) return;
	const { code: recipients, node: source } = first;
	const bare = (node: string) => node.replace(/[\s'"`]/g, '');
	const isTaken = (node: string) => taken.some((one) => bare(one.node) === bare(node));
	const isOfOne = ({ node }: Mention): boolean =>
		itemCountOf(node) > 1 && (itemCountOf('$input') > 1 || isTaken(node));
	const isOwn = isOwnNode(source);
	const write = fieldOfOne(recipients, isOwnNode);
	for (const { field, code } of otherCodes(reader)) {
		const isExcluded = field === SETTINGS.excludedRecipients;
		// That is read for every item.
		if ((isExcluded && items > 1) || !itemsIn(code).some(isOfOne)) continue;
		const expression = inBraces(code);
		if (isExcluded) {
			refuse({ name: 'partOfList', field, expression, write: asWholeList(code, source) });
		}
		// An item that comes from none of the source's does not tell which number is its own.
		const isKnown = isOwn || reader.evaluated(`${source}.item.json`).value !== undefined;
		refuse({ name: 'oneForAll', field, expression, write: isKnown ? write : undefined });
	}
	if (items > 1 && isOwn) {
		refuse({ name: 'allForEach', expression: inBraces(recipients), write });
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
 * Where a node before has made one item of many: if 'Recipients' reads a list of its item, a place of a list of
 * that item is a value of one of them. Where `at()` or the like chooses it, it is meant.
 */
function oneOfListRefuser(reader: Reader, name: string): (item: number) => void {
	const areRead = (mentions: Mention[]) =>
		mentions.flatMap(({ node, path }) => (path ? { node, path } : []));
	const isOfOne = ({ kind }: Mention) => ['own', 'paired', 'first'].includes(kind);
	const lists = areRead(codesIn(reader.raw(name)).flatMap(mentionsIn).filter(isOfOne));
	if (lists.length === 0) return () => {};
	const places = otherCodes(reader)
		.filter(({ code }) => hasPlace(code))
		.map((one) => ({ ...one, reads: areRead(itemsIn(one.code)) }));
	return (item) => {
		const at = (path: readonly string[]) => leafIn(reader.items[item]?.json, path);
		type ItemRead = (typeof lists)[number];
		/** What the item of a node before has is the own item's, where it was passed on. */
		const isOwn = ({ path: [name = ''], node }: ItemRead): boolean => {
			const code = `JSON.stringify(${node}.item.json[${JSON.stringify(name)}])`;
			return node === '$input' || reader.evaluated(code, item).value === JSON.stringify(at([name]));
		};
		const isList = ({ path }: ItemRead) => path.length === 0 || Array.isArray(at(path));
		if (!lists.some((one) => isList(one) && isOwn(one))) return;
		const isOfSeveral = (read: ItemRead): boolean =>
			[...read.path, '0'].some((name, length) => {
				const value = at(read.path.slice(0, length));
				return /^\d+$/.test(name) && Array.isArray(value) && value.length > 1 && isOwn(read);
			});
		const { field, code } = places.find(({ reads }) => reads.some(isOfSeveral)) ?? {};
		if (!field || !code) return;
		const write = inBraces(code.replace(PLACE, '.at($1)'));
		refuse({ name: 'oneOfList', field, expression: inBraces(code), write });
	};
}

export function* valuesIn(value: unknown, levels = 20): Generator<unknown> {
	yield value;
	if (levels > 0 && typeof value === 'object') {
		for (const one of Object.values(value ?? {})) yield* valuesIn(one, levels - 1);
	}
}

/** Which phones values name, also those to which a node before has put the country code in front. */
function namesIn(values: readonly unknown[], reading: NumberReading): (phone: string) => boolean {
	const numbers = values.flatMap((one) => splitRecipients(one));
	const phones = phonesIn(numbers, reading);
	const digits = numbers.map((one) =>
		typeof one === 'object' ? '' : String(one).replace(/\D/g, '').replace(/^0+/, ''),
	);
	const endings = new Set(digits.filter(({ length }) => length > 6));
	return (phone) =>
		phones.has(phone) || [...phone].some((_, from) => endings.has(phone.slice(from)));
}

const rowsOfSeveral = (reader: Reader, code: string): Mention[] =>
	itemsIn(code).filter(({ kind, node }) => kind === 'paired' && reader.itemCountOf(node) > 1);

/**
 * A row that names some of the recipients is theirs alone: n8n pairs what a node made of many rows with the
 * first of them, or by position. One that names all of them, or none, is for all.
 */
function oneOfRowsRefuser(reader: Reader, list: string) {
	const ofList = codesIn(reader.raw(list)).flatMap(mentionsIn);
	// A text, or one beside a number of the own item, is meant for each.
	const isElsewhere = ofList.length > 0 && !ofList.some(({ kind }) => kind === 'own');
	const ofOwn = (code: string) =>
		isElsewhere && reader.itemCountOf('$input') > 1
			? itemsIn(code).filter((one) => 'path' in one && one.kind === 'own')
			: [];
	const fields = otherCodes(reader).flatMap((one) =>
		[...rowsOfSeveral(reader, one.code), ...ofOwn(one.code)].map(({ row, node }) => ({
			...one,
			row,
			node,
		})),
	);
	const namesOf = remembered((node: string) =>
		remembered((reading: NumberReading) =>
			namesIn([...valuesIn(reader.rowsOf(`${node}.all()`))], reading),
		),
	);
	return (item: number, phones: ReadonlySet<string>): void => {
		const reading = reader.numbers.ofItemOrNone(item);
		const of = (one: string) => reader.evaluated(`${one}.json`, item).value;
		for (const { field, code, row, node } of fields) {
			// A call within a call within a call is not read.
			const isOwn = namesIn([...valuesIn(of(row) ?? of(`${node}.item`))], reading);
			// What cannot be read gets no SMS, so none that is meant for another.
			const others = [...phones].filter((one) => /^\d/.test(one) && !isOwn(one));
			const isSome = others.length > 0 && [...phones].some(isOwn);
			if (!isSome || !others.some(namesOf(node)(reading))) continue;
			refuse({ name: 'oneOfRows', field, expression: inBraces(code) });
		}
	};
}

/** A column of an earlier node, dragged into a field, gives one number for each item: a list has to have all. */
export function refusePartOfList(reader: Reader, name: keyof typeof SETTINGS): void {
	for (const code of codesIn(reader.raw(`safeguards.${name}`))) {
		const [row] = rowsOfSeveral(reader, code);
		const write = row && asWholeList(code, row.node);
		if (write)
			refuse({ name: 'partOfList', field: SETTINGS[name], expression: inBraces(code), write });
	}
}
