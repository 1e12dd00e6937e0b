import fc from 'fast-check';
import type { INode } from 'n8n-workflow';
import { gateway } from '../../../support/gateway';
import { accepted, bulkSend, people, phones } from '../run';
import { causesOf } from '../../../support/error-data';
import { placed } from '../../../support/saying';

const rows = (...fields: object[]) =>
	people(fields.length).map((person, index) => ({ ...person, ...fields[index] }));

describe('a setting that holds for all items', () => {
	it.each([
		['safeguards', 'Allowed Countries', 'allowedCountries', 'BJ', 'FR'],
		['safeguards', 'Allowed Recipients', 'allowedRecipients', '2290197000000', '2290197000001'],
		['safeguards', 'Check Balance', 'checkBalance', false, true],
		['safeguards', 'Max SMS per Execution', 'maxSms', 9, 3],
		['safeguards', 'Max SMS per Day', 'maxSmsPerDay', 9, 1],
		['options', 'Price of One SMS', 'unitsPerSms', 1, 2],
		['safeguards', 'Skip Repeats', 'skipRepeats', 'off', 'ever'],
		['safeguards', 'Test Recipients', 'testRecipients', '2290197000000', '2290197000001'],
		['options', 'Batch Size', 'batchSize', 1, 2],
		['options', 'Concurrency', 'concurrency', 1, 2],
		['options', 'Include Input Fields', 'includeInputFields', true, false],
		['options', 'Output', 'output', 'recipients', 'summary'],
		['options', 'Replace Special Characters', 'replaceSpecialCharacters', 'off', 'all'],
		['options', 'Requests per Second', 'requestsPerSecond', 0, 1],
		['options', 'Timeout', 'timeout', 30, 60],
		['options', 'If Outcome Is Unknown', 'uncertain', 'doNotResend', 'resend'],
	])('%s: sends nothing where %s differs between items', async (list, label, name, one, other) => {
		const service = gateway();
		const items = rows({ it: one }, { it: one }, { it: other });
		const { error } = await bulkSend({ items, [list]: { [name]: '={{ $json.it }}' } });

		expect(causesOf(error)).toStrictEqual([`differs invalidParameter ${placed(label)}`]);
		expect(service.requests).toStrictEqual([]);
	});

	it('is refused where a part of it differs', async () => {
		const service = gateway();
		const { error } = await bulkSend({
			items: rows({ opens: '08:00' }, { opens: '09:00' }),
			safeguards: { sendWindow: { window: { from: '={{ $json.opens }}', until: '24:00' } } },
		});

		expect(causesOf(error)).toStrictEqual(['differs invalidParameter Safeguards > Send Window']);
		expect(service.requests).toStrictEqual([]);
	});

	it.each([
		['has none', {}],
		['has one that cannot be used', { it: 'many' }],
		['has 0', { it: 0 }],
	])('is refused where a later item %s', async (_, other) => {
		const service = gateway();
		const { error } = await bulkSend({
			items: rows({ it: 5 }, other),
			safeguards: { maxSms: '={{ $json.it }}' },
		});

		expect(causesOf(error)).toStrictEqual([
			'differs invalidParameter Safeguards > Max SMS per Execution',
		]);
		expect(service.requests).toStrictEqual([]);
	});

	it.each([
		['is the same in another spelling', { maxSms: '={{ $json.it }}' }, [{ it: 5 }, { it: ' 5 ' }]],
		[
			'is the same list',
			{ allowedCountries: '={{ $json.it }}' },
			[{ it: 'bj, FR' }, { it: ['BJ', 'FR'] }],
		],
		[
			'is of the first item',
			{ maxSms: '={{ $("Start").first().json.it }}' },
			[{ it: 5 }, { it: 6 }],
		],
		['is of the last item', { maxSms: '={{ $input.last().json.it }}' }, [{ it: 5 }, { it: 6 }]],
		['is of all items', { maxSms: '={{ $input.all().length + 1 }}' }, [{ it: 5 }, { it: 6 }]],
		['is random', { maxSms: '={{ 5 + Math.floor(1e9 * Math.random()) }}' }, [{}, {}]],
		['is a time', { maxSms: '={{ $now.toMillis() }}' }, [{}, {}]],
	])('sends where it %s', async (_, safeguards, fields) => {
		const service = gateway().bulk(accepted);
		await bulkSend({ items: rows(...fields), safeguards: safeguards as INode['parameters'] });

		expect(service.recipients).toStrictEqual(phones(fields.length));
	});

	it('sends exactly where all items have one value, however it is written', async () => {
		const codes = [
			'$json.a',
			'$json["a"]',
			'$json.a.toString()',
			'Number($json.a) + 0',
			'$json.b ? $json.a : $json.a',
			'$input.item.json.a',
			'$("Start").item.json.a',
			'$node["Start"].json.a',
			'$json[$json.c]',
			'Object.values($json)[1]',
			'$input.all()[$itemIndex].json.a',
			'$ifEmpty($json.a, 1)',
			'`${$json.a}`',
		];
		await fc.assert(
			fc.asyncProperty(
				fc.constantFrom(...codes),
				fc.array(fc.record({ a: fc.constantFrom(7, 8), b: fc.boolean() }), {
					minLength: 1,
					maxLength: 5,
				}),
				async (code, values) => {
					const service = gateway().bulk(accepted);
					const items = rows(...values.map((value) => ({ ...value, c: 'a' })));
					await bulkSend({ items, safeguards: { maxSms: `={{ ${code} }}` } });
					const isSame = new Set(values.map(({ a }) => a)).size === 1;
					expect(service.recipients).toStrictEqual(isSame ? phones(values.length) : []);
				},
			),
			{ numRuns: 60 },
		);
	});
});

it('costs no evaluation where it is fixed or of no item, and one for each item where it mentions one', async () => {
	gateway().bulk(accepted);
	const { Expression } = await import('n8n-workflow');
	const evaluate = jest.spyOn(Expression.prototype, 'resolveSimpleParameterValue');
	const evaluations = async (safeguards: INode['parameters']): Promise<number> => {
		evaluate.mockClear();
		await bulkSend({ items: rows(...Array<object>(50).fill({ it: 90 })), safeguards });
		return evaluate.mock.calls.filter(([value]) => String(value).startsWith('=')).length;
	};

	expect(await evaluations({ maxSms: 90 })).toBe(0);
	expect(await evaluations({ maxSms: '={{ 30 * 3 }}' })).toBeLessThan(4);
	const ofItem = await evaluations({ maxSms: '={{ $json.it * 1 }}' });
	expect(ofItem).toBeGreaterThanOrEqual(50);
	expect(ofItem).toBeLessThan(55);
});
