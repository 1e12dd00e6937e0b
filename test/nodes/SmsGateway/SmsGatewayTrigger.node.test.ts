import { SmsGatewayTrigger } from '../../../nodes/SmsGateway/SmsGatewayTrigger.node';
import { defaultCredentials } from '../../support/credentials';
import { createEngine } from '../../support/engine';
import { gateway } from '../../support/gateway';

describe('SMS Gateway Trigger', () => {
	const { description } = new SmsGatewayTrigger();
	const field = (name: string) => description.properties.find((one) => one.name === name);

	it('offers its two events, and each its own fields', () => {
		expect(field('event')?.options).toStrictEqual([
			expect.objectContaining({ value: 'balanceChanges' }),
			expect.objectContaining({ value: 'balanceBelow' }),
		]);
		const shownFor = (name: string) => field(name)?.displayOptions?.show?.event;
		expect(shownFor('threshold')).toStrictEqual(['balanceBelow']);
		expect(shownFor('options')).toStrictEqual(['balanceBelow']);
		expect(shownFor('minimumChange')).toStrictEqual(['balanceChanges']);
	});

	it('as it is dropped on the canvas watches for a balance below 100', async () => {
		const engine = await createEngine();
		const node = { credentials: { smsGatewayApi: { id: 'account', name: 'Account' } } };
		engine.credentials.save('account', defaultCredentials);
		gateway().balance([{ body: { balance: 100 } }, { body: { balance: 99 } }]);
		const { items, staticData } = await engine.poll({ node });
		expect(items).toBeNull();
		const next = await engine.poll({ node, staticData });
		expect(next.items?.map(({ json }) => json)).toStrictEqual([
			expect.objectContaining({ event: 'balanceBelow', threshold: 100, balance: 99 }),
		]);
	});
});
