import type { INode } from 'n8n-workflow';
import { SETTINGS } from '../../../../nodes/SmsGateway/domain/settings';
import { gateway } from '../../../support/gateway';
import { accepted, bulkSend, people, phones } from '../run';
import { causesOf } from '../../../support/error-data';
import codes from './codes.json';

const rows = (...fields: object[]) =>
	people(fields.length).map((person, index) => ({ ...person, ...fields[index] }));

describe('a setting that holds for all items', () => {
	it.each([
		['allowedCountries', 'BJ', 'FR'],
		['allowedRecipients', '2290197000000', '2290197000001'],
		['checkBalance', false, true],
		['skipRepeats', 'off', 'ever'],
		['output', 'recipients', 'summary'],
		['timeout', 30, 60],
		['maxSms', 5, undefined],
		['maxSms', 5, 'many'],
		['maxSms', 5, 0],
	] as const)('sends nothing where %s is %p, and later %p', async (name, one, other) => {
		const service = gateway();
		const items = rows({ it: one }, { it: one }, { it: other });
		const setting = { [name]: '={{ $json.it }}' };
		const { error } = await bulkSend({ items, safeguards: setting, options: setting });

		expect(causesOf(error)).toStrictEqual([`differs invalidParameter ${SETTINGS[name]}`]);
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

	it.each(codes.ofOne)('sends where all have one value, and only there, by %s', async (code) => {
		for (const [other, sent] of [
			[7, phones(2)],
			[8, []],
		] as const) {
			const service = gateway().bulk(accepted);
			const items = rows({ a: 7, c: 'a' }, { a: other, c: 'a' });
			await bulkSend({ items, safeguards: { maxSms: `={{ ${code} }}` } });
			expect(service.recipients).toStrictEqual(sent);
		}
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
