/** Also of characters that nobody sees, as people write them where they must give a name. */
export const isBlankText = (text: string): boolean =>
	/^[\s\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]*$/u.test(text);
