import { international, kindOf, MIN_DIGITS, type Plan } from './plans';

export type Accepted = Readonly<{
	recipient: string;
	/** Written with + or 00, as in the default country, or with a foreign or unexplained country code. */
	as: 'explicit' | 'national' | 'bare';
}>;

/** One reading or none. Readings are international numbers, digits only. */
export type Verdict =
	| Accepted
	| Readonly<{
			/** One or two sentences for the user. */
			refusal: string;
			/** What it may have meant. */
			readings: readonly string[];
	  }>;

export const refuse = (refusal: string, ...readings: string[]): Verdict => ({ refusal, readings });

const WITH_CODE = 'Write it with + and its country code';
const orChoose = (home: Plan | undefined): string =>
	home ? '' : ", or choose a 'Default Country'";

export const refuseAsAmbiguous = (...readings: string[]): Verdict => {
	const [one, other] = readings.map(international);
	return refuse(`It could be ${one} or ${other}. ${WITH_CODE}.`, ...readings);
};

export const refuseAsUnclear = (recipient: string, home?: Plan): Verdict =>
	refuse(
		`It could be ${international(recipient)}, but is grouped differently. ${WITH_CODE}${orChoose(home)}.`,
		recipient,
	);

/** For a number that is whole without its first or last groups. */
export const refuseAsBeside = (other: string, recipient: string, home?: Plan): Verdict =>
	refuse(
		`It could be ${international(other)} with something else beside it${kindOf(recipient) ? `, or ${international(recipient)}` : ''}. Enter the phone number alone${home ? '' : ', with + and its country code'}.`,
		...(kindOf(recipient) ? [other, recipient] : [other]),
	);

/** For a bare country code; what receives no SMS anyway is not worth a guess. */
export const refuseAsNoMobile = (recipient: string): Verdict =>
	refuse(
		`It could be ${international(recipient)}, which is not a mobile number, or two numbers side by side. ${WITH_CODE}.`,
		recipient,
	);

/** The only reading; undefined where there is none. */
export const onlyOne = (readings: readonly string[], as: Accepted['as']): Verdict | undefined =>
	readings.length > 1
		? refuseAsAmbiguous(...readings)
		: readings[0] === undefined
			? undefined
			: { recipient: readings[0], as };

export const suggest = (says: string, recipient: string): Verdict =>
	refuse(`${says} Did you mean ${international(recipient)}?`, recipient);

/** Of E.164. */
const MAX_DIGITS = 15;

export function lengthFlaw({ length }: string): Verdict | undefined {
	if (length > MAX_DIGITS) {
		return refuse(`It has ${length} digits; no number has more than ${MAX_DIGITS}.`);
	}
	return length < MIN_DIGITS
		? refuse(
				`It has only ${length} ${length === 1 ? 'digit' : 'digits'}; a number with country code has at least ${MIN_DIGITS}.`,
			)
		: undefined;
}
