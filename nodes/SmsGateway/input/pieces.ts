import { isBlankText } from '../domain/text/blank';
import {
	bare,
	callOf,
	isField,
	isNamed,
	literalOf,
	memberOf,
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

/** Functions that give an empty text of an empty one, or a part that is empty. */
const TIDY =
	/^(?:trim(?:Start|End)?|normalize|toString|to(?:Locale)?(?:Lower|Upper)Case|to(?:Title|Sentence)Case|urlEncode|replaceSpecialChars|remove(?:Tags|Markdown)|slice|substr(?:ing)?|replace(?:All)?|charAt|split|at|first|last)$/;

/** What an AI agent fills in, unless it may be empty by its default. */
function isFromAgent(node: Node): boolean {
	const call = callOf(node);
	return call !== undefined && /^\$from(?:AI|Ai|ai)$/.test(call.name) && call.args.length < 4;
}

function isEmptyAsField(node: Node): boolean {
	if (isField(node) || isFromAgent(node)) return true;
	const call = callOf(node);
	if (call?.of) return TIDY.test(call.name) && isEmptyAsField(call.of);
	if (call?.name === 'String') return call.args.some(isEmptyAsField);
	const member = memberOf(node);
	return member !== undefined && /^\d+$/.test(member.step ?? '') && isEmptyAsField(member.of);
}

export const calculated = (code: string): Piece => ({
	code,
	isField: false,
	isEmptyAsField: false,
	reads: readsIn(code),
});

export const pieceOf = (code: string, node: Node): Piece => ({
	...calculated(code),
	isField: isField(node),
	isEmptyAsField: isEmptyAsField(node),
});

/** Functions that also make a text of what is missing or empty. */
const ENCODES = /^(?:String|concat|hash|encodeURI(?:Component)?)$/;

/** Those that lists have too: `($json.names || []).first()`. */
const ALSO_OF_LISTS = /^(?:toString|slice|at|first|last)$/;

const isChoice = (node: Node): boolean =>
	['LogicalExpression', 'ConditionalExpression'].includes(bare(node).type) ||
	callOf(node)?.name.startsWith('$if') === true;

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

/** The code to divide, and the change to each piece that it chooses with nothing beside it. */
type Divided = Readonly<{ code: string; ofChosen: Change }>;

const codeOf = ({ code }: Divided, { start, end }: Node): string => `(${code.slice(start, end)})`;

function judged({ code }: Divided, part: Node, change = AS_IT_IS): Piece[] {
	const inner = bare(part);
	// The values of a list, which may be as many as there are.
	if (inner.type === 'SpreadElement') return [];
	const itself = () => [change(pieceOf(code.slice(inner.start, inner.end), inner))];
	return piecesOf(code, inner, change) ?? itself();
}

const ofAll = (all: Divided, parts: readonly Node[]): Piece[] =>
	parts.flatMap((part) => judged(all, part));

function chosen(all: Divided, part: Node, around: (piece: string) => string): Piece[] {
	return judged(all, part, all.ofChosen).map((piece) => ({
		...piece,
		code: around(`(${piece.code})`),
	}));
}

const where = (all: Divided, test: string, part: Node): Piece[] =>
	chosen(all, part, (piece) => `${test} ? ${piece} : 0`);

const otherwise = (all: Divided, test: string, part: Node): Piece[] =>
	chosen(all, part, (piece) => `${test} ? 0 : ${piece}`);

/** The first, or what stands in for it; in the place of an empty text it may be empty. */
function orElse(all: Divided, test: string, first: Node, other: Node): Piece[] {
	const pieces = where(all, test, first);
	return isBlankText(literalOf(other) ?? '-')
		? pieces.map((piece) => ({ ...piece, isEmptyAsField: false }))
		: [...pieces, ...otherwise(all, test, other)];
}

/** Of a list that is written out. */
function elementsOf(all: Divided, list: Node): Piece[] | undefined {
	const call = callOf(list);
	const [test] = call?.args ?? [];
	const isFiltered = call?.name === (test && isNamed(test, 'Boolean') ? 'filter' : 'compact');
	const whole = bare(isFiltered && call.of ? call.of : list);
	if (whole.type !== 'ArrayExpression') return undefined;
	const change = isFiltered ? inFilteredList : inJoinedList;
	return whole.elements.flatMap((part) => (part ? judged(all, part, change) : []));
}

/** What people replace in a text that has no value. */
const LEFT_OUT = /undefined|null|NaN/;

/** Of a call of a method, such as .trim(). */
function ofMethod(
	all: Divided,
	of: Node,
	name: string,
	args: readonly Node[],
): Piece[] | undefined {
	if (ENCODES.test(name)) return ofAll(all, [of, ...args]);
	if (name === 'join') return elementsOf(all, of);
	if (!TIDY.test(name)) return undefined;
	const isRepaired = args.some((part) => LEFT_OUT.test(codeOf(all, part)));
	const isOfList = ALSO_OF_LISTS.test(name) && isChoice(of);
	return isRepaired || isOfList ? undefined : piecesOf(all.code, of);
}

/** Of a call of a function, such as $if(). */
function ofFunction(all: Divided, name: string, args: readonly Node[]): Piece[] | undefined {
	if (ENCODES.test(name)) return ofAll(all, args);
	const [first, second, third] = args;
	if (name === '$if' && second) {
		const test = codeOf(all, first!);
		const other = third ? otherwise(all, test, third) : [calculated(`${test} ? 0 : undefined`)];
		return [...where(all, test, second), ...other];
	}
	if (name !== '$ifEmpty' || !second) return undefined;
	return orElse(all, `($ifEmpty(${codeOf(all, first!)}, null) !== null)`, first!, second);
}

function dividedInto(all: Divided, one: Node): Piece[] | undefined {
	switch (one.type) {
		case 'Literal':
			return one.raw === 'null' ? undefined : [];
		case 'TemplateLiteral':
			return ofAll(all, one.expressions);
		case 'BinaryExpression':
			return one.operator === '+' ? ofAll(all, [one.left, one.right]) : undefined;
		case 'ConditionalExpression': {
			const test = codeOf(all, one.test);
			return [...where(all, test, one.consequent), ...otherwise(all, test, one.alternate)];
		}
		case 'LogicalExpression': {
			const { left, operator, right } = one;
			const test = codeOf(all, left);
			if (operator === '??') return orElse(all, `((${test} ?? null) !== null)`, left, right);
			if (operator === '||') return orElse(all, test, left, right);
			// Where the first is empty, that was asked for; but it may also be missing.
			return [all.ofChosen(calculated(`${test} && 0`)), ...where(all, test, right)];
		}
		case 'CallExpression': {
			const call = callOf(one);
			if (call?.of) return ofMethod(all, call.of, call.name, call.args);
			return call && ofFunction(all, call.name, call.args);
		}
		default:
			return undefined;
	}
}

/**
 * What the text that an expression gives is put together or chosen from; undefined where it is
 * neither. Of what it chooses from, each is 0 where it chooses another.
 *
 * @param ofChosen for each that it chooses, with nothing beside it
 */
export function piecesOf(code: string, node: Node, ofChosen = AS_IT_IS): Piece[] | undefined {
	const one = bare(node);
	if (isEmptyAsField(one)) return undefined;
	const pieces = dividedInto({ code, ofChosen }, one);
	const length = pieces?.reduce((sum, piece) => sum + piece.code.length, 0) ?? 0;
	return length > MOST_CODE ? undefined : pieces;
}
