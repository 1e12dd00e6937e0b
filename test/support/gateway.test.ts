import { people, send } from '../nodes/SmsGateway/run';
import { gateway, takeUnexpected } from './gateway';

it('lists what was asked and not expected', async () => {
	gateway().send([{ body: { status: 'success' } }]);
	const [first, second] = people(2);
	const options = { concurrency: 1 };
	const { error } = await send({ items: [first!, second!], options });

	expect(takeUnexpected()).toStrictEqual([
		expect.stringMatching(`^POST /api/v1/sms/send .*"recipient":"${second!.phone}"`),
	]);
	expect(error).toBeDefined();
});
