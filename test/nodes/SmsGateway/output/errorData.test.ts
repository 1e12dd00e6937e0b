import { accepted, bulkSend, people, phones, refusal, send } from '../run';
import { causesOf, dataOf, endsOf } from '../../../support/error-data';
import { createEngine } from '../../../support/engine';
import { gateway } from '../../../support/gateway';

// What an error tells programs: workflows, error workflows and these tests.

it('has what is wrong with which items, before anything is sent', async () => {
	gateway();
	const items = [...people(1), { phone: 'call me' }, { phone: '' }, { phone: 'me too|or me' }];
	const { error } = await bulkSend({ items, parameters: { message: '=Hi {{ $json.name }}' } });

	const { causes, recipients } = dataOf(error);
	expect(causes.find(({ name }) => name === 'number')).toStrictEqual({
		name: 'number',
		reason: 'invalidRecipient',
		kind: 'word',
		items: [1, 3],
	});
	expect(causesOf(error)).toContain('noValue missingValue Message');
	const none = { accepted: 0, rejected: 0, unknown: 0, skipped: 0 };
	expect(recipients).toStrictEqual({ ...none, notSent: 5 });
});

it('has how each recipient ended, what was replayed too, and no number, text or word that n8n would log', async () => {
	gateway().send([accepted, refusal('Nothing for Ada'), accepted, { status: 500 }]);
	const parameters = { message: 'Hello Ada', senderId: 'AdaShop' };
	const failed = await send({ items: people(3), options: { concurrency: 1 }, parameters });
	expect(causesOf(failed.error)).toStrictEqual(['service refusedByService refusedByService']);
	expect(endsOf(failed.error)).toStrictEqual([
		'0 accepted accepted',
		'1 rejected refusedByService',
		'2 notSent stopped',
	]);
	const text = JSON.stringify(dataOf(failed.error));
	for (const secret of [...phones(3), 'Ada', 'Nothing']) expect(text).not.toContain(secret);

	const { error } = await (await createEngine()).retry(failed);
	expect(endsOf(error)).toStrictEqual([
		'0 accepted accepted',
		'1 accepted accepted',
		'2 unknown serverError',
	]);
});

it('has no recipients where a setting is wrong', async () => {
	gateway();
	const { error } = await send({ items: people(1), safeguards: { maxSms: 'many' } });
	expect(causesOf(error)).toStrictEqual([
		'wrongSetting invalidParameter Safeguards > Max SMS per Execution',
	]);
	expect(dataOf(error).recipients).toBeUndefined();
});
