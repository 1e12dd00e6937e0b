import { ExpressionParser, isSafeObjectProperty } from 'n8n-workflow';
import {
	bare,
	callOf,
	isField,
	isNamed,
	literalOf,
	memberOf,
	parseCode,
	pathOf,
	readsIn,
	type Node,
	type Reads,
} from './syntax';

/** Code that n8n evaluates, which gives a text or a part of one. */
export type Piece = Readonly<{
	code: string;
	/** Whether it is only a field, of the item or of what another node gave, and no calculation. */
	isField: boolean;
	/** Whether it is empty exactly where a field is, as `$json.name.trim()`. */
	isEmptyAsField: boolean;
	reads: Reads;
}>;

/** What stands between two braces and two braces in an expression. */
export type Placeholder = Piece &
	Readonly<{
		/** Where the field is in the item; undefined where only n8n can find it. */
		path?: readonly string[];
		/** What it puts together or chooses from, where it does: `"Hi " + $json.name`. */
		pieces?: readonly Piece[];
	}>;

/** The texts and placeholders of an expression, in their order. */
export type Template = ReadonlyArray<string | Placeholder>;

export const isPlaceholder = (part: string | Placeholder): part is Placeholder =>
	typeof part !== 'string';

/** Functions that give an empty text of an empty one, or a part that is empty. */
const TIDY =
	/^(?:trim(?:Start|End)?|normalize|toString|to(?:Locale)?(?:Lower|Upper)Case|to(?:Title|Sentence)Case|urlEncode|replaceSpecialChars|remove(?:Tags|Markdown)|slice|substr(?:ing)?|replace(?:All)?|charAt|split|at|first|last)$/;

/** What an AI agent fills in, unless it may be empty by its default. */
function isFromAgent(node: Node): boolean {
	const { name = '', args = [] } = callOf(node) ?? {};
	return /^\$from(?:AI|Ai|ai)$/.test(name) && args.length < 4;
}

function isEmptyAsField(node: Node): boolean {
	if (isField(node) || isFromAgent(node)) return true;
	const { name = '', of, args = [] } = callOf(node) ?? {};
	if (of) return TIDY.test(name) && isEmptyAsField(of);
	if (name === 'String') return args.some(isEmptyAsField);
	const member = memberOf(node);
	return member !== undefined && /^\d+$/.test(member.step ?? '') && isEmptyAsField(member.of);
}

const calculated = (code: string): Piece => ({
	code,
	isField: false,
	isEmptyAsField: false,
	reads: readsIn(code),
});

const pieceOf = (code: string, node: Node): Piece => ({
	...calculated(code),
	isField: isField(node),
	isEmptyAsField: isEmptyAsField(node),
});

/** Functions that also make a text of what is missing or empty. */
const ENCODES = /^(?:String|concat|hash|encodeURI(?:Component)?)$/;

/** Those that lists have too: `($json.names || []).first()`. */
const ALSO_OF_LISTS = /^(?:toString|slice|at|first|last)$/;

const isChoice = (node: Node): boolean =>
	/^(?:Logical|Conditional)Expression$/.test(bare(node).type) ||
	/^\$if/.test(callOf(node)?.name ?? '');

/** What people replace in a text that has no value. */
const LEFT_OUT = /undefined|null|NaN/;

/** Of all pieces: each repeats what decides on it, so nested choices would grow without end. */
const MOST_CODE = 20_000;

type Change = (piece: Piece) => Piece;

const AS_IT_IS: Change = (piece) => piece;

/** Of what is missing, .join() makes an empty text. */
const inJoinedList: Change = (piece) => ({ ...piece, code: `(${piece.code}) ?? ''` });

const inFilteredList: Change = (piece) => ({
	...piece,
	code: `(${piece.code}) || ''`,
	isEmptyAsField: false,
});

/**
 * What the text that an expression gives is put together or chosen from; undefined where it is
 * neither. Of what it chooses from, each is 0 where it chooses another.
 *
 * @param ofChosen for each that it chooses, with nothing beside it
 */
function piecesOf(code: string, node: Node, ofChosen = AS_IT_IS): Piece[] | undefined {
	const pieces = dividedInto(code, node, ofChosen);
	const length = pieces?.reduce((sum, piece) => sum + piece.code.length, 0) ?? 0;
	return length > MOST_CODE ? undefined : pieces;
}

function dividedInto(code: string, node: Node, ofChosen: Change): Piece[] | undefined {
	const codeOf = ({ start, end }: Node): string => `(${code.slice(start, end)})`;
	const one = bare(node);
	if (isEmptyAsField(one)) return undefined;

	function judged(part: Node, change = AS_IT_IS): Piece[] {
		const inner = bare(part);
		// The values of a list, which may be as many as there are.
		if (inner.type === 'SpreadElement') return [];
		const itself = () => [change(pieceOf(code.slice(inner.start, inner.end), inner))];
		return piecesOf(code, inner, change) ?? itself();
	}
	const all = (nodes: readonly Node[]): Piece[] => nodes.flatMap((part) => judged(part));
	const within = (part: Node, around: (piece: string) => string): Piece[] =>
		judged(part, ofChosen).map((piece) => ({ ...piece, code: around(`(${piece.code})`) }));
	const chosen = (test: string, part: Node): Piece[] =>
		within(part, (piece) => `${test} ? ${piece} : 0`);
	const otherwise = (test: string, part: Node): Piece[] =>
		within(part, (piece) => `${test} ? 0 : ${piece}`);
	/** The first, or what stands in for it; in the place of an empty text it may be empty. */
	function orElse(test: string, first: Node, other: Node): Piece[] {
		const pieces = chosen(test, first);
		return isBlankText(literalOf(other) ?? '-')
			? pieces.map((piece) => ({ ...piece, isEmptyAsField: false }))
			: [...pieces, ...otherwise(test, other)];
	}

	/** Of a list that is written out. */
	function elementsOf(list: Node): Piece[] | undefined {
		const { name = '', of = list, args = [] } = callOf(list) ?? {};
		const [test] = args;
		const isFiltered = name === (test && isNamed(test, 'Boolean') ? 'filter' : 'compact');
		const whole = bare(isFiltered ? of : list);
		if (whole.type !== 'ArrayExpression') return undefined;
		const change = isFiltered ? inFilteredList : inJoinedList;
		return whole.elements.flatMap((part) => (part ? judged(part, change) : []));
	}

	switch (one.type) {
		case 'Literal':
			return one.raw === 'null' ? undefined : [];
		case 'TemplateLiteral':
			return all(one.expressions);
		case 'BinaryExpression':
			return one.operator === '+' ? all([one.left, one.right]) : undefined;
		case 'ConditionalExpression': {
			const test = codeOf(one.test);
			return [...chosen(test, one.consequent), ...otherwise(test, one.alternate)];
		}
		case 'LogicalExpression': {
			const { left, operator, right } = one;
			const test = codeOf(left);
			if (operator === '??') return orElse(`((${test} ?? null) !== null)`, left, right);
			if (operator === '||') return orElse(test, left, right);
			// Where the first is empty, that was asked for; but it may also be missing.
			return [ofChosen(calculated(`${test} && 0`)), ...chosen(test, right)];
		}
		case 'CallExpression': {
			const { name = '', of, args } = callOf(one) ?? { args: [] };
			const [first, second, third] = args;
			if (of === undefined) {
				if (ENCODES.test(name)) return all(args);
				if (name === '$if' && second) {
					const test = codeOf(first!);
					const other = third ? otherwise(test, third) : [calculated(`${test} ? 0 : undefined`)];
					return [...chosen(test, second), ...other];
				}
				if (name !== '$ifEmpty' || !second) return undefined;
				return orElse(`($ifEmpty(${codeOf(first!)}, null) !== null)`, first!, second);
			}
			if (ENCODES.test(name)) return all([of, ...args]);
			if (TIDY.test(name)) {
				const isRepaired = args.some((part) => LEFT_OUT.test(codeOf(part)));
				const isOfList = ALSO_OF_LISTS.test(name) && isChoice(of);
				return isRepaired || isOfList ? undefined : piecesOf(code, of);
			}
			return name === 'join' ? elementsOf(of) : undefined;
		}
		default:
			return undefined;
	}
}

export function placeholderOf(code: string): Placeholder {
	const root = parseCode(code);
	if (root === undefined) return calculated(code);
	const path = pathOf(root);
	const isInItem = path?.length && path.every(isSafeObjectProperty);
	return { ...pieceOf(code, root), ...(isInItem && { path }), pieces: piecesOf(code, root) };
}

/** n8n itself splits at these in two ways. */
const DOUBTFUL = /\\\\(\{\{|\}\})/;

/**
 * Splits an expression, without the = in front, as n8n does.
 *
 * @returns undefined where only n8n can tell what it means
 */
export function splitTemplate(expression: string): Template | undefined {
	if (DOUBTFUL.test(expression)) return undefined;
	return ExpressionParser.splitExpression(expression)
		.filter(({ text, type }) => type === 'code' || text !== '')
		.map(({ text, type }) => (type === 'code' ? placeholderOf(text) : text));
}

/** For what only n8n can tell. */
export const UNSURE = Symbol('unsure');

/** The value of a field of the item, as n8n would give it. */
export function valueAt(json: unknown, path: readonly string[]): unknown {
	let value: unknown = json;
	for (const name of path) {
		if (value === undefined || value === null) return undefined;
		if (typeof value !== 'object') return UNSURE;
		if (!Object.hasOwn(value, name)) return name in value ? UNSURE : undefined;
		value = (value as Record<string, unknown>)[name];
	}
	return typeof value === 'object' && value !== null ? UNSURE : value;
}

/** Also of characters that nobody sees, as people write them where they must give a name. */
export const isBlankText = (text: string): boolean =>
	/^[\s\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]*$/u.test(text);

const MAX_SHOWN = 100;
const COMMENTS = /\/\*.*?\*\//gs;

/** An expression as it is named in a sentence. */
export function inBraces(code: string): string {
	const text = code.replace(COMMENTS, '').replace(/\s+/g, ' ').trim();
	return `{{ ${text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN - 1)}…` : text} }}`;
}
