/* eslint-disable @n8n/community-nodes/no-restricted-imports, @n8n/community-nodes/no-restricted-globals -- runs on the developer's machine, never inside n8n */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import codes from './codes.json';

/** A text as people write it, the item that it is written for, and which fields it says may be missing. */
export type Shape = readonly [text: string, item: object, mayBeMissing?: readonly string[]];

const PATHS = codes.paths as unknown as ReadonlyArray<readonly [path: string, item: object]>;

/** Texts of plain paths, which are three quarters of those that are published. */
export const PLAIN: Shape[] = [
	...PATHS.flatMap(([path, item]): Shape[] => [
		[`={{ ${path} }}`, item],
		[`={{${path}}}`, item],
		[`=Hello {{ ${path} }}, your order is ready.`, item],
		[`=*New*\n\n{{ ${path} }}`, item],
		[`=https://shop.example/?n={{ ${path} }}&s=1 {{ $json.link }}`, { ...item, link: 'x' }],
		[`=- {{ ${path} }}\n- {{ $json.status }}`, { ...item, status: 'open' }],
	]),
	...PATHS.flatMap(([path, item], at): Shape[] =>
		PATHS.slice(at + 1, at + 9).map(([other, more]) => [
			`=Order {{ ${path} }} of {{ ${other} }}: {{ $json.at }}`,
			{ ...item, ...more, at: '9:00' },
		]),
	),
];

export const CALCULATED = readFileSync(join(__dirname, 'calculated.txt'), 'utf8')
	.trim()
	.split('\n')
	.map((line) => JSON.parse(line) as Shape);
