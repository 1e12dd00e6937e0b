import { ordinal } from '../../../../../nodes/SmsGateway/domain/text/ordinal';

it.each([
	[0, '1st'],
	[1, '2nd'],
	[2, '3rd'],
	[3, '4th'],
	[9, '10th'],
	[10, '11th'],
	[11, '12th'],
	[12, '13th'],
	[20, '21st'],
	[110, '111th'],
	[121, '122nd'],
])('counts index %d as people do: %s', (index, words) => {
	expect(ordinal(index)).toBe(words);
});
