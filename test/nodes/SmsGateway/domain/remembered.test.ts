import { remembered } from '../../../../nodes/SmsGateway/domain/remembered';

it('computes once for each key, also where nothing comes of it', () => {
	const computed: string[] = [];
	const lengthOf = remembered((text: string) => {
		computed.push(text);
		return text === '' ? undefined : text.length;
	});

	expect(['ab', '', 'ab', 'abc', ''].map(lengthOf)).toStrictEqual([2, undefined, 2, 3, undefined]);
	expect(computed).toStrictEqual(['ab', '', 'abc']);
});
