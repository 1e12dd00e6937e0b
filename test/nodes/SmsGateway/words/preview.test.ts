import { aboutSenderId } from '../../../../nodes/SmsGateway/words/preview';

it.each([
	['MyShop', undefined],
	['+33612345678', undefined],
	['MyShopIsLong', 'has 12 characters'],
	['My_Shop', 'contains _'],
])('tells what networks may refuse in the sender ID %s', (senderId, words) => {
	const said = aboutSenderId(senderId);
	if (words === undefined) expect(said).toBeUndefined();
	else expect(said).toContain(words);
});
