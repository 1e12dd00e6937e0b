import { accepted, bulkSend, getBalance, people, phones, preview, refusal, send } from '../run';
import { causesOf, dataOf, endsOf } from '../../../support/error-data';
import { createEngine } from '../../../support/engine';
import { gateway } from '../../../support/gateway';

// What an error tells programs: workflows, error workflows and these tests.

it('has what is wrong with which items, before anything is sent', async () => {
	gateway();
	const items = [...people(1), { phone: 'call me' }, { phone: '' }, { phone: 'me too' }];
	const { error } = await bulkSend({ items, parameters: { message: '=Hi {{ $json.name }}' } });

	expect(dataOf(error).causes.find(({ name }) => name === 'number')).toStrictEqual({
		name: 'number',
		reason: 'invalidRecipient',
		kind: 'letters',
		items: [1, 3],
	});
	expect(causesOf(error)).toContain('noValue missingValue Message');
	expect(dataOf(error).recipients).toStrictEqual({
		accepted: 0,
		rejected: 0,
		unknown: 0,
		notSent: 4,
		skipped: 0,
	});
});

it('has how each recipient ended, what was replayed too', async () => {
	gateway().send([accepted, refusal('No credit'), accepted, { status: 500 }]);
	const failed = await send({ items: people(3), options: { concurrency: 1 } });
	expect(causesOf(failed.error)).toStrictEqual(['service refusedByService refusedByService']);
	expect(endsOf(failed.error)).toStrictEqual([
		'0 accepted accepted',
		'1 rejected refusedByService',
		'2 notSent stopped',
	]);

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
	expect(dataOf(error)).toStrictEqual({
		causes: [
			{ name: 'wrongSetting', reason: 'invalidParameter', field: expect.stringMatching(/Max SMS/) },
		],
	});
});

it('has the cause in Preview and Balance too', async () => {
	gateway().balance({ status: 500 });
	expect(causesOf((await getBalance({})).error)).toStrictEqual([
		'service balanceUnreadable serverError',
	]);
	const safeguards = { allowedRecipients: 'nobody' };
	expect(causesOf((await preview({ items: people(1), safeguards })).error)).toStrictEqual([
		'listedNumber invalidParameter letters Safeguards > Allowed Recipients',
	]);
});

it('has no number, no text and no words of the service, which n8n would log', async () => {
	gateway().bulk([accepted, refusal('Nothing for Ada')]);
	const options = { batchSize: 1, concurrency: 1 };
	const parameters = { message: 'Hello Ada', senderId: 'AdaShop' };
	const { error } = await bulkSend({ items: people(2), options, parameters });
	const text = JSON.stringify(dataOf(error));
	for (const secret of [...phones(2), 'Ada', 'Nothing']) expect(text).not.toContain(secret);
});
