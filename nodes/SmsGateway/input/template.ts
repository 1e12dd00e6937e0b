import { ExpressionParser, isSafeObjectProperty } from 'n8n-workflow';
import {
	bare,
	callOf,
	isField,
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
	/** Where the field is in the item; undefined where only n8n can find it. */
	path?: readonly string[];
	reads: Reads;
}>;

/** What stands between two braces and two braces in an expression. */
export type Placeholder = Piece &
	Readonly<{
		/** What it puts together or chooses from, where it does: `"Hi " + $json.name`. */
		pieces?: readonly Piece[];
	}>;

/** The texts and placeholders of an expression, in their order. */
export type Template = ReadonlyArray<string | Placeholder>;

/** Functions that give an empty text of an empty one, or a part that is empty. */
const TIDY =
	/^(?:trim(?:Start|End)?|normalize|toString|to(?:Locale)?(?:Lower|Upper)Case|to(?:Title|Sentence)Case|slice|substr(?:ing)?|replace(?:All)?|charAt|split|at|first|last)$/;

/** What an AI agent fills in, unless it may be empty by its default. */
function isFromAgent(node: Node): boolean {
	const { name = '', of, args = [] } = callOf(node) ?? {};
	return of === undefined && /^\$from(?:AI|Ai|ai)$/.test(name) && args.length < 4;
}

function isEmptyAsField(node: Node): boolean {
	if (isField(node) || isFromAgent(node)) return true;
	const { name = '', of, args = [] } = callOf(node) ?? {};
	if (of) return TIDY.test(name) && isEmptyAsField(of);
	if (name === 'String') return args.some(isEmptyAsField);
	const member = memberOf(node);
	return member !== undefined && /^\d+$/.test(member.step ?? '') && isEmptyAsField(member.of);
}

function pieceOf(code: string, node: Node): Piece {
	const piece = {
		code,
		isField: isField(node),
		isEmptyAsField: isEmptyAsField(node),
		reads: readsIn(code),
	};
	const path = pathOf(node);
	return path?.length && path.every(isSafeObjectProperty) ? { ...piece, path } : piece;
}

const isBlankLiteral = (node: Node): boolean => isBlankText(literalOf(node) ?? '-');

/**
 * What the text that an expression gives is made of. Of what it chooses from, each is 0 where it
 * chooses another.
 */
function piecesOf(code: string, node: Node): Piece[] {
	const codeOf = ({ start, end }: Node): string => `(${code.slice(start, end)})`;
	const all = (nodes: readonly Node[]): Piece[] => nodes.flatMap((part) => piecesOf(code, part));
	const within = (part: Node, around: (piece: string) => string): Piece[] =>
		all([part]).map((piece) => ({ ...piece, path: undefined, code: around(`(${piece.code})`) }));
	const choice = (test: string, yes: Node | undefined, no: Node | undefined): Piece[] => [
		...(yes ? within(yes, (piece) => `${test} ? ${piece} : 0`) : []),
		...(no ? within(no, (piece) => `${test} ? 0 : ${piece}`) : []),
	];
	const one = bare(node);
	const itself = (): Piece[] => [pieceOf(code.slice(one.start, one.end), one)];
	if (isEmptyAsField(one)) return itself();
	switch (one.type) {
		case 'Literal':
			return [];
		case 'TemplateLiteral':
			return all(one.expressions);
		case 'BinaryExpression':
			return one.operator === '+' ? all([one.left, one.right]) : itself();
		case 'ConditionalExpression':
			return choice(codeOf(one.test), one.consequent, one.alternate);
		case 'LogicalExpression': {
			const { left, operator, right } = one;
			if (operator === '&&') return choice(codeOf(left), right, undefined);
			const test = operator === '||' ? codeOf(left) : `((${codeOf(left)} ?? null) !== null)`;
			return choice(test, isBlankLiteral(right) ? undefined : left, right);
		}
		case 'CallExpression': {
			const { name = '', of, args } = callOf(one) ?? { args: [] };
			if (!of && name === 'String') return all(args);
			if (!of && name === '$if') return choice(codeOf(args[0] ?? one), args[1], args[2]);
			if (of && name === 'concat') return all([of, ...args]);
			if (of && TIDY.test(name)) return all([of]);
			const list = of && name === 'join' ? bare(of) : undefined;
			if (list?.type !== 'ArrayExpression') return itself();
			// Of what is missing it makes an empty text.
			const elements = list.elements.filter((part) => part !== null);
			return elements.flatMap((part) => within(part, (piece) => `${piece} ?? ''`));
		}
		default:
			return itself();
	}
}

export function placeholderOf(code: string): Placeholder {
	const root = parseCode(code);
	if (root === undefined)
		return { code, isField: false, isEmptyAsField: false, reads: readsIn(code) };
	const whole = pieceOf(code, root);
	const pieces = piecesOf(code, root);
	const [first] = pieces;
	const isWhole =
		pieces.length === 1 && first!.code === code.slice(bare(root).start, bare(root).end);
	return isWhole ? whole : { ...whole, pieces };
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
