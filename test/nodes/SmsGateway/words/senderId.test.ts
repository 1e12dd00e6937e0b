import { aboutSenderId } from '../../../../nodes/SmsGateway/words/preview';

it.each(['MyShop', 'My Shop 24', 'ABCDEFGHIJK', '12345', '2290197001234', '+2290197001234', ''])(
	'has nothing to say about %j',
	(senderId) => expect(aboutSenderId(senderId)).toBeUndefined(),
);

it.each([
	['Restaurant Bel', 14],
	['Restaurant 123', 14],
	['123 Restaurant', 14],
	['1234567890123456', 16],
])('says when it is longer than networks allow: %s', (senderId, length) => {
	expect(aboutSenderId(senderId)).toBe(
		`Sender ID "${senderId}" has ${length} characters; many networks allow 11.`,
	);
});

it.each([
	['Café', 'é'],
	['A&B-Shop', '& -'],
	['Shop!!', '!'],
	['ショップ', 'シ ョ ッ プ'],
])('names what many networks refuse: %s', (senderId, characters) => {
	expect(aboutSenderId(senderId)).toContain(`contains ${characters};`);
});
