import { placeholderOf } from '../../../../nodes/SmsGateway/input/template';

it.each([
	['$json'],
	['$json.a + $json.b'],
	['$json.a || "x"'],
	['$json.a || ""'],
	['$json.a && $json.b'],
	['$json.c ? "" : $json.a || $json.b'],
	['$json.a.padEnd(1)'],
	['$json.a()'],
	["$('Node').item.json"],
	["$('Node').all().length"],
	["$('Node').all[0].json.name"],
	["$('Node').all().json.name"],
	["$('Node').item.binary.name"],
	["$fromAI('name', 'The name', 'string', '')"],
	['a($json.a)'],
	['($json.a) + ($json.b)'],
	['$json.a.trim() + ""'],
	['"$json.a"'],
	['$json.a ? "" : ""'],
	['json.a'],
	["x$fromAI('name')"],
	["$fromAIx('name')"],
	['$json.a.trim()["x1"]'],
	['$json.a.trim()["1x"]'],
])('%s is no field', (code) => {
	const { path, ...piece } = placeholderOf(code);
	expect(piece).toMatchObject({ code, isField: false, isEmptyAsField: false });
	expect(path).toBeUndefined();
});

it.each([
	['$json.a.trim()'],
	["String($json.a).split(', ')[0];"],
	['$json.a?.trim().toUpperCase()'],
	['$json.a.replaceSpecialChars().urlEncode()'],
	['$json.a.trimEnd().normalize().toLocaleLowerCase()'],
	['$json.a.slice(1)'],
	['$json.a.trim()[10]'],
	['String($json.a, 1)'],
	['$json.a[0].replace(/x/g, "")'],
	["$fromAI('name', 'The name', 'string')"],
	['( $json.a.b ).toTitleCase()'],
	["($('Node').item.json.a.toString().trim())"],
])('%s is no field, but empty where one is', (code) => {
	expect(placeholderOf(code)).toMatchObject({ isField: false, isEmptyAsField: true });
});

it.each([
	['"Hi " + $json.a', ['$json.a']],
	['`Hi ${$json.a.trim()}, ${1 + $now.year}`', ['$json.a.trim()', '$now.year']],
	['("a" + ($json.n * 2)).toUpperCase()', ['$json.n * 2']],
	['String("a" + $json.a)', ['$json.a']],
	['$json.a.concat(" ", $json.b)', ['$json.a', '$json.b']],
	['[$json.a, , "x"].join(" ")', ["($json.a) ?? ''"]],
	['$json.a ? "x" : $json.b', ['($json.a) ? 0 : ($json.b)']],
	['$if($json.a, $json.b, "x")', ['($json.a) ? ($json.b) : 0']],
	['$json.a && " " + $json.b', ['($json.a) && 0', '($json.a) ? ($json.b) : 0']],
	['$if($json.a, "x")', ['($json.a) ? 0 : undefined']],
	['$ifEmpty($json.a, "x")', ['($ifEmpty(($json.a), null) !== null) ? ($json.a) : 0']],
	['$ifEmpty("x")', undefined],
	['$if($json.a)', undefined],
	['["a", ...$json.a].join()', []],
	['[$json.a].filter().join()', undefined],
	['[$json.a, "b"].filter(Boolean).join()', ["($json.a) || ''"]],
	['[$json.a].compact().join()', ["($json.a) || ''"]],
	['$json.a.hash()', ['$json.a']],
	['$json.a.filter(Boolean).at(0)', undefined],
	['("a" + $json.a).replace("undefined", "b")', undefined],
	['("a" + $json.a).replace(/b/, "c")', ['$json.a']],
	['null', undefined],
	['"a" + null', ['null']],
	['{ a: 1 }[$json.a] + "b"', ['{ a: 1 }[$json.a]']],
	['{ a: 1 }.a + $json.b c', undefined],
	['"a" + $json.a; $json.b', ['$json.a']],
	['"a" + $json.a\n$json.b', ['$json.a']],
	['$json.a || "x"', ['($json.a) ? ($json.a) : 0']],
	['$json.a || ""', ['($json.a) ? ($json.a) : 0']],
	['$json.a || $json.b', ['($json.a) ? ($json.a) : 0', '($json.a) ? 0 : ($json.b)']],
	['$json.a || " "', ['($json.a) ? ($json.a) : 0']],
	['$json.a ?? "x"', ['((($json.a) ?? null) !== null) ? ($json.a) : 0']],
	['"a"', []],
	['`a`', []],
	['$json.a', undefined],
	['($json.a.trim())', undefined],
	['$json.a - 1', undefined],
	['String($json.a)', undefined],
	['[$json.a].sort()', undefined],
	['("a" + $json.a).padEnd(3)', undefined],
	['("a" + $json.a).slice(1)', ['$json.a']],
	['($json.a || "a").slice(1)', undefined],
	['$json.a.map(String).join()', undefined],
	['$max($json.a, $json.b)', undefined],
	['a b', undefined],
])('%s gives what it is made of', (code, pieces) => {
	expect(placeholderOf(code).pieces?.map((piece) => piece.code)).toStrictEqual(pieces);
});

it('does not repeat without end what decides on a piece', () => {
	const { pieces = [] } = placeholderOf(`${'$json.a || '.repeat(100)}$json.b`);
	expect(pieces.map(({ code }) => code).join('').length).toBeLessThan(20_001);
});
