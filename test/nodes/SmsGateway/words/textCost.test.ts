import { textCostOf } from '../../../../nodes/SmsGateway/words/preview';

it('has nothing to replace in a plain text', () => {
	expect(textCostOf('a'.repeat(161))).toEqual({
		smsPerRecipient: 2,
		standardSmsPerRecipient: 2,
		encoding: 'plain: 160 characters per SMS',
		specialCharacters: '',
		plainMessage: '',
	});
});

it('counts by both rules, and says what to write instead of special characters', () => {
	expect(textCostOf(`${'a'.repeat(70)}’…`)).toEqual({
		smsPerRecipient: 1,
		standardSmsPerRecipient: 2,
		encoding: 'Unicode: 70 characters per SMS',
		specialCharacters: "’ (write '), … (write ...)",
		plainMessage: `${'a'.repeat(70)}'...`,
	});
});

it('says of what nobody sees what to do with it', () => {
	expect(textCostOf('a\u00a0b\u200b')).toMatchObject({
		specialCharacters: 'U+00A0 (invisible) (write a space), U+200B (invisible) (remove it)',
		plainMessage: 'a b',
	});
});

it('has no plain text where a character has no replacement, and only names that one', () => {
	expect(textCostOf('Hi’ 😀')).toMatchObject({
		specialCharacters: "’ (write '), 😀",
		plainMessage: '',
	});
});
