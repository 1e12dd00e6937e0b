import { aboutSenderId } from '../../../../../nodes/SmsGateway/domain/text/senderId';

it.each(['MyShop', 'My Shop 24', 'ABCDEFGHIJK', '12345', '+2290197000000', ''])(
	'has nothing to say about %j',
	(senderId) => expect(aboutSenderId(senderId)).toBeUndefined(),
);

it('says when it is longer than networks allow', () => {
	expect(aboutSenderId('Restaurant Bel')).toBe(
		'Sender ID "Restaurant Bel" has 14 characters; many networks allow 11.',
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
