import { defaultCredentials } from '../../support/credentials';
import { createEngine } from '../../support/engine';
import { gateway } from '../../support/gateway';

describe('SMS Gateway Trigger', () => {
	it('as it is dropped on the canvas watches for a balance below 100', async () => {
		const engine = await createEngine();
		const node = { credentials: { smsGatewayApi: { id: 'account', name: 'Account' } } };
		engine.credentials.save('account', defaultCredentials);
		gateway().balance([{ body: { balance: 100 } }, { body: { balance: 99 } }]);
		const { items, staticData } = await engine.poll({ node });
		expect(items).toBeNull();
		const next = await engine.poll({ node, staticData });
		expect(next.items?.map(({ json }) => json)).toEqual([
			expect.objectContaining({ event: 'balanceBelow', threshold: 100, balance: 99 }),
		]);
	});
});
