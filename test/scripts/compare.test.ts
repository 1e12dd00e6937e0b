import { differencesOf } from '../../scripts/compare/differences';
import { turnOf } from '../../scripts/compare/generate';
import { FATES } from '../../scripts/compare/service';
import { shrink } from '../../scripts/compare/shrink';
import { WAYS, type Seen, type SeenExecution } from '../../scripts/compare/turn';
import { OPTIONS, SAFEGUARDS } from '../../nodes/SmsGateway/settings/panel';

const turns = Array.from({ length: 3000 }, (_, index) => turnOf(1, index));

it('draws the same turns for the same seed, and others for another', () => {
	expect(turnOf(1, 7)).toStrictEqual(turns[7]);
	expect(turnOf(2, 7)).not.toStrictEqual(turns[7]);
});

it.each(WAYS)('draws only turns of the way that is asked for: %s', (way) => {
	const drawn = Array.from({ length: 20 }, (_, index) => turnOf(1, index, [way]).way);

	expect(new Set(drawn)).toStrictEqual(new Set([way]));
});

it('draws every way, setting, fate and On Error', () => {
	const drawn = (of: (turn: (typeof turns)[number]) => readonly unknown[]) =>
		[...new Set(turns.flatMap(of))].sort();
	const fates = drawn(({ service }) => [
		...service.inOrder,
		...Object.values(service.fates).flat(),
	]);

	expect(drawn(({ way }) => [way])).toStrictEqual([...WAYS].sort());
	expect(drawn(({ safeguards }) => Object.keys(safeguards))).toStrictEqual(
		Object.keys(SAFEGUARDS).sort(),
	);
	expect(drawn(({ options, way }) => (way === 'wait' ? [] : Object.keys(options)))).toStrictEqual(
		Object.keys(OPTIONS).sort(),
	);
	expect([...FATES.keys()].filter((fate) => !fates.includes(fate))).toStrictEqual([]);
	expect(drawn(({ node }) => [String(node.onError)])).toStrictEqual([
		'continueErrorOutput',
		'continueRegularOutput',
		'undefined',
	]);
});

const item = { recipient: '+229', status: 'accepted', reason: 'accepted', explanation: 'Yes. 1' };
const execution: SeenExecution = {
	status: 'success',
	items: [{ json: item }],
	errorItems: [],
	hints: ['1 accepted'],
};
const base: Seen = {
	wire: ['229 SHOP: Hi'],
	requests: ['POST /api/v1/sms/send 229 SHOP: Hi'],
	executions: [execution],
	pages: [],
	polls: [],
};
const withItem = (json: object): Partial<Seen> => ({
	executions: [{ ...execution, items: [{ json: { ...item, ...json } }] }],
});
const withError = (data: object): Partial<Seen> => ({
	executions: [{ ...execution, error: { message: 'No', data } }],
});

it.each<[string, Partial<Seen>, Partial<Seen>, string | undefined]>([
	['nothing', {}, {}, undefined],
	['an SMS less', {}, { wire: [] }, 'wire: fewer SMS'],
	['an SMS twice', {}, { wire: [...base.wire, ...base.wire] }, 'wire: more SMS, twice the same'],
	['another text', {}, { wire: ['229 SHOP: Ho'] }, 'wire: other SMS'],
	[
		'a request more',
		{},
		{ requests: [...base.requests, 'GET /api/v1/balance'] },
		'requests: nothing → /balance',
	],
	[
		'a status',
		{},
		withItem({ status: 'unknown', reason: 'timeout' }),
		'outcomes: accepted → unknown timeout',
	],
	['an end', {}, { failure: 'never ends' }, 'outcomes: it ends → never ends'],
	['a field', {}, withItem({ smsCount: 1 }), 'fields: [][].fields.smsCount new'],
	['data', withError({ x: 1 }), withError({ x: 2 }), 'data: x another'],
	['a hint', {}, { executions: [{ ...execution, hints: [] }] }, 'hints: # accepted → nothing'],
	['words', {}, withItem({ explanation: 'No. 2' }), 'words: Yes. # → No. #'],
	['numbers in words', {}, withItem({ explanation: 'Yes. 2' }), 'words: Yes. # → Yes. #'],
])('names the worst kind of difference: %s', (_, old, now, kind) => {
	const [worst] = differencesOf({ ...base, ...old }, { ...base, ...now });

	expect(worst?.kind).toBe(kind);
});

it('shrinks a turn to what a difference needs', async () => {
	const big = turns.find(({ items, safeguards }) => items.length > 4 && 'maxSms' in safeguards)!;
	const needs = async ({ items, safeguards }: typeof big) =>
		items.length >= 2 && 'maxSms' in safeguards;

	const small = await shrink(big, needs, 1000);

	expect(small).toMatchObject({
		items: [{}, {}],
		options: {},
		service: { fates: {}, inOrder: [] },
	});
	expect(Object.keys(small.safeguards)).toStrictEqual(['maxSms']);
	expect(Object.keys({ ...small.items[0], ...small.items[1] })).toStrictEqual([]);
});
