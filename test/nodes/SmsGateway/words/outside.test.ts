/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- runs on the developer's machine, never inside n8n */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

// Every sentence about what happened is in words/. Labels and descriptions stay with their settings.

const ROOT = join(__dirname, '../../../../nodes/SmsGateway');

/** What a setting or a node is called, and how it is described in the panel and to who builds workflows. */
const DESCRIBING =
	/^(displayName|name|field|label|action|subtitle|placeholder|description|hint|fill|mustBe|\w+Hint)$/;

/** Fields and the page of a question, names of settings, and characters. */
const LABELS = [
	'question/page.ts',
	'domain/settings.ts',
	'domain/text/segments.ts',
	'actions/sms/fields.ts',
	'settings/panel.ts',
	'question/questionFields.ts',
];

/** Functions that make the fields and the operations of the panel. */
const MAKES_FIELDS = /^(aField|choices|operation)$/;

function isDescribing(node: ts.Node): boolean {
	if (ts.isPropertyAssignment(node) && DESCRIBING.test(node.name.getText())) return true;
	if (ts.isCallExpression(node) && MAKES_FIELDS.test(node.expression.getText())) return true;
	return node.parent !== undefined && isDescribing(node.parent);
}

function textOf(node: ts.Node): string {
	if (ts.isStringLiteralLike(node)) return node.text;
	if (!ts.isTemplateExpression(node)) return '';
	return [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join('…');
}

/** Three words or more with a capital or a full stop, which is no label: that has capitals in the middle. */
const isSentence = (text: string): boolean =>
	/(?:[\p{L}…']+[,:]? ){2}[\p{L}…']/u.test(text) &&
	(/\.$/.test(text) || /^[A-Z](?!.* [A-Z]\S+(?: and)? [A-Z])/.test(text));

function sentencesIn(file: string): string[] {
	const source = readFileSync(join(ROOT, file), 'utf8');
	const found: string[] = [];
	const visit = (node: ts.Node): void => {
		if (isSentence(textOf(node)) && !isDescribing(node)) found.push(`${file}: ${textOf(node)}`);
		ts.forEachChild(node, visit);
	};
	visit(ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true));
	return found;
}

const FILES = readdirSync(ROOT, { recursive: true, encoding: 'utf8' }).filter((file) =>
	file.endsWith('.ts'),
);

it('finds the sentences in words/', () => {
	const inWords = FILES.filter((file) => file.startsWith('words')).flatMap(sentencesIn);
	expect(inWords.length).toBeGreaterThan(100);
});

it('finds no sentence about what happened outside of words/', () => {
	const others = FILES.filter((file) => !file.startsWith('words') && !LABELS.includes(file));
	expect(others.flatMap(sentencesIn)).toStrictEqual([]);
});
