import type { Flaw } from '../domain/cause';

/** What is wrong with a number, without the number: n8n logs the messages that are made of it. */
export type FlawInWords = Readonly<{
	/** Of one: "It has no country code. Write it with + and its country code." */
	one: string;
	/** Behind "2 of 3 numbers ": "have no country code. Write them with + and the country code." */
	many: string;
	/** What names a value, such as a likely spelling. */
	detail?: string;
}>;

export const flawInWords = ({ why }: Flaw): FlawInWords => ({
	one: why,
	many: 'are invalid.',
});
