import { parse, parseExpressionAt, type AnyNode, type MemberExpression, type Options } from 'acorn';

/** A part of an expression's code; its `start` and `end` are places in the code. */
export type Node = AnyNode;

const PARSING: Options = { ecmaVersion: 'latest', preserveParens: true, sourceType: 'module' };

const isNode = (value: unknown): value is Node =>
	typeof (Object(value) as Partial<Node>).type === 'string';

/** The parts that have a value: not the names of properties. */
function childrenOf(node: Node): Node[] {
	if (node.type === 'MemberExpression' && !node.computed) return [node.object];
	if (node.type === 'Property' && !node.computed) return [node.value];
	return Object.values(node).flat().filter(isNode);
}

/** Deeper ones, such as a sum of 500 texts, are left to n8n: they could end the stack here. */
const DEEPEST = 300;

const depthOf = (node: Node): number => 1 + Math.max(0, ...childrenOf(node).map(depthOf));

/** The first statement; one that begins with a brace is an object. */
function expressionAtStart(code: string): Node | undefined {
	if (/^\s*\{/.test(code)) {
		const node = parseExpressionAt(code, 0, PARSING);
		return code.slice(node.end).trim() === '' ? node : undefined;
	}
	const [first] = parse(code, PARSING).body;
	return first?.type === 'ExpressionStatement' ? first.expression : undefined;
}

/** @returns undefined where n8n alone can tell what it means */
export function parseCode(code: string): Node | undefined {
	try {
		const root = expressionAtStart(code);
		return root && depthOf(root) <= DEEPEST ? root : undefined;
	} catch {
		return undefined;
	}
}

/** Without what n8n leaves out: comments around it, a semicolon and what stands behind that. */
export function expressionIn(code: string): string {
	const root = parseCode(code);
	return root ? code.slice(root.start, root.end) : code;
}

export const partsIn = (node: Node): Node[] => [node, ...childrenOf(node).flatMap(partsIn)];

/** Without parentheses, and without what stands around a chain with `?.`. */
export function bare(node: Node): Node {
	const isAround = node.type === 'ParenthesizedExpression' || node.type === 'ChainExpression';
	return isAround ? bare(node.expression) : node;
}

export function isNamed(node: Node, name: string): boolean {
	const one = bare(node);
	return one.type === 'Identifier' && one.name === name;
}

/** The text that a part is, or its number as a text; undefined where it is neither. */
export function literalOf(node: Node): string | undefined {
	const one = bare(node);
	if (one.type === 'Literal') {
		return ['string', 'number'].includes(typeof one.value) ? String(one.value) : undefined;
	}
	const isText = one.type === 'TemplateLiteral' && one.expressions.length === 0;
	return isText ? (one.quasis[0]!.value.cooked ?? undefined) : undefined;
}

/** The name behind a dot or in brackets; undefined where it is calculated. */
function propertyOf({ computed, property }: MemberExpression): string | undefined {
	if (computed) return literalOf(property);
	return property.type === 'Identifier' ? property.name : undefined;
}

type Member = Readonly<{ of: Node; step: string | undefined }>;

export function memberOf(node: Node): Member | undefined {
	const one = bare(node);
	return one.type === 'MemberExpression' ? { of: one.object, step: propertyOf(one) } : undefined;
}

/** Its name is empty where that is calculated. */
type Call = Readonly<{ of?: Node; name: string; args: readonly Node[] }>;

/** What a part calls, such as `trim` of $json.name, or `String` of nothing. */
export function callOf(node: Node): Call | undefined {
	const one = bare(node);
	if (one.type !== 'CallExpression') return undefined;
	const { arguments: args } = one;
	const callee = bare(one.callee);
	if (callee.type === 'Identifier') return { name: callee.name, args };
	const member = memberOf(callee);
	return member && { of: member.of, name: member.step ?? '', args };
}

/** Where an expression reads of a node. */
type Access = Readonly<{
	/** The node, such as `$('Node')`; `$input` where the items are the own ones. */
	source: string;
	/** Which of its items, in n8n's words: `item`, `first`, `all`; `node` where it is none. */
	by: string;
	/** Whether that is the same for each item. */
	isSame: boolean;
}>;

const nodeNamed = (name: string): string => `$('${name.replace(/[\\']/g, '\\$&')}')`;

function nodeIn(node: Node | undefined): string | undefined {
	if (node === undefined) return undefined;
	const name = literalOf(node);
	if (name !== undefined) return nodeNamed(name);
	const member = memberOf(node);
	const isPrevious = member && isNamed(member.of, '$prevNode') && member.step === 'name';
	return isPrevious ? '$($prevNode.name)' : undefined;
}

function sourceOf(node: Node): string | undefined {
	if (isNamed(node, '$input')) return '$input';
	const call = callOf(node);
	return call?.name === '$' && !call.of ? nodeIn(call.args[0]) : undefined;
}

/** `$node` is also written `$item(0).$node`. */
const isNodes = (node: Node): boolean => isNamed(node, '$node') || memberOf(node)?.step === '$node';

/** What a node has besides items. */
const ABOUT_NODE = ['isExecuted', 'params', 'context'];
const OWN_ITEM = ['$json', '$data', '$thisItem'];

function accessOf(node: Node): Access | undefined {
	if (OWN_ITEM.some((name) => isNamed(node, name))) {
		return { source: '$input', by: 'item', isSame: false };
	}
	const call = callOf(node);
	if (call?.name === '$items' && !call.of) {
		const source = call.args.length === 0 ? '$input' : nodeIn(call.args[0]);
		return source === undefined ? undefined : { source, by: 'all', isSame: true };
	}
	const { of, step = '' } = (call?.of ? { of: call.of, step: call.name } : memberOf(node)) ?? {};
	if (of === undefined) return undefined;
	if (isNodes(of)) return { source: nodeNamed(step), by: 'item', isSame: false };
	const source = sourceOf(of);
	if (source === undefined) return undefined;
	if (ABOUT_NODE.includes(step)) return { source, by: 'node', isSame: true };
	const isPlace =
		['itemMatching', 'pairedItem'].includes(step) && call?.args[0]?.type === 'Literal';
	const isSame = isPlace || (call !== undefined && ['all', 'first', 'last'].includes(step));
	return { source, by: step, isSame };
}

/** Whether it is something of a node that has to do with none of its items. */
export const isAboutNode = (node: Node): boolean => accessOf(node)?.by === 'node';

/** Whether it is a list of a node's items. */
const isList = (node: Node): boolean =>
	bare(node).type === 'CallExpression' && accessOf(node)?.by === 'all';

/** Whether it is an item of a node, such as `$('Node').item`. */
export function isItem(node: Node): boolean {
	const access = accessOf(node);
	if (access !== undefined) {
		const ofOne = ['item', 'first', 'last', 'itemMatching', 'pairedItem'];
		return ofOne.includes(access.by) && !['$json', '$data'].some((name) => isNamed(node, name));
	}
	const call = callOf(node);
	if (call?.of) return ['at', 'first', 'last'].includes(call.name) && isList(call.of);
	const member = memberOf(node);
	return member !== undefined && isList(member.of) && /^\d*$/.test(member.step ?? '');
}

/** The names that lead from the own item to a part; undefined where it is no field of it. */
export function pathOf(node: Node): string[] | undefined {
	if (isNamed(node, '$json')) return [];
	const { of, step } = memberOf(node) ?? {};
	if (of === undefined || step === undefined) return undefined;
	const path = pathOf(of);
	return path && [...path, step];
}

const HAS_FIELDS = ['$json', '$data', '$vars'];

/** Whether it is only a field, of an item or of n8n's variables, and no calculation. */
export function isField(node: Node): boolean {
	const member = memberOf(node);
	if (member === undefined) return false;
	if (isField(member.of) || HAS_FIELDS.some((name) => isNamed(member.of, name))) return true;
	const { of, step = '' } = memberOf(member.of) ?? {};
	return of !== undefined && ['json', 'data'].includes(step) && isItem(of);
}

/** A field of the own item that an expression mentions. */
export type Mention = Readonly<{
	/** As it is written. */
	text: string;
	path: readonly string[];
	/** The path without the last step, where that is a function which is called. */
	field: readonly string[];
}>;

/** What an expression reads. */
export type Reads = Readonly<{
	mentions: readonly Mention[];
	accesses: readonly Access[];
	/** Whether anything but the fields that it mentions can differ from item to item. */
	isElsewhere: boolean;
}>;

/** What n8n gives every item alike. */
const SAME =
	/^\$(?:vars|secrets|now|today|workflow|execution|env|runIndex|mode|nodeId|nodeVersion|max|min|average|if|ifEmpty|not|jmespath|jmesPath)$/;

/** What is no expression may read anything. */
const ANYTHING: Reads = { mentions: [], accesses: [], isElsewhere: true };

export function readsIn(code: string): Reads {
	const root = parseCode(code);
	if (root === undefined) return ANYTHING;
	const mentions: Mention[] = [];
	const accesses: Access[] = [];
	let isElsewhere = false;

	function visit(node: Node, isCalled: boolean): void {
		const path = node.type === 'MemberExpression' ? pathOf(node) : undefined;
		if (path) {
			const text = code.slice(node.start, node.end);
			mentions.push({ text, path, field: isCalled ? path.slice(0, -1) : path });
			accesses.push({ source: '$input', by: 'item', isSame: false });
			return;
		}
		const access = accessOf(node);
		if (access) {
			accesses.push(access);
			isElsewhere ||= !access.isSame;
			for (const one of callOf(node)?.args ?? []) visit(one, false);
			return;
		}
		if (node.type === 'Identifier') isElsewhere ||= /^\$/.test(node.name) && !SAME.test(node.name);
		const callee = node.type === 'CallExpression' ? node.callee : undefined;
		for (const child of childrenOf(node)) visit(child, child === callee);
	}

	visit(root, false);
	return { mentions, accesses, isElsewhere };
}
