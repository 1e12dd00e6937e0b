import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { problemOf, refuse } from '../../domain/entry';
import { countriesOf } from '../../domain/recipient/countries';
import { parseRecipient } from '../../domain/recipient/parse';
import { kindOf, withoutPlus, type NumberingPlan } from '../../domain/recipient/numberingPlans';
import { readHomes, type Homes } from '../../input/defaultCountry';
import { OPTIONS, optionsField } from '../../input/panel';
import { readerOf, type Reader } from '../../input/reader';
import { explain } from '../../words/causes';
import { explainFlaw, whyUnusual } from '../../words/numbers';
import type { Operation } from '../operation';
import { recipientField } from '../sms/fields';

const phoneNumberField: INodeProperties = {
	...recipientField,
	displayName: 'Phone Number',
	description:
		"The phone number to check. For numbers without country code, set 'Default Country' in 'Options'.",
};

type CheckedNumber = Readonly<{
	valid: boolean;
	/** E.164 with its +. Empty where it is not valid. */
	number: string;
	/** ISO 3166-1 alpha-2; empty where several countries share the code or no numbering plan knows it. */
	country: string;
	/** `mobile`, `landline`, `other`; empty where no numbering plan knows the number. */
	kind: string;
	/** Why it is not valid, or what is unusual about it. */
	explanation: string;
	/** What a refused value may have meant, in the form of `number`. */
	suggestions: readonly string[];
}>;

const refused = (explanation: string, suggestions: readonly string[] = []): CheckedNumber => ({
	valid: false,
	number: '',
	country: '',
	kind: '',
	explanation,
	suggestions,
});

function check(given: unknown, home: NumberingPlan | undefined): CheckedNumber {
	const parsed = parseRecipient(given, home);
	if (!parsed.valid) return refused(explainFlaw(parsed.flaw), parsed.flaw.readings);
	const countries = countriesOf(parsed.recipient);
	return {
		valid: true,
		number: parsed.recipient,
		country: countries.length === 1 ? countries[0]! : '',
		kind: kindOf(withoutPlus(parsed.recipient)) ?? '',
		explanation: whyUnusual(parsed) ?? '',
		suggestions: parsed.other === undefined ? [] : [parsed.other],
	};
}

/** A country that cannot be read is told for each item, also where it is the same for all. */
function homesOf(reader: Reader): Homes['of'] {
	try {
		return readHomes(reader).of;
	} catch (error) {
		const [cause] = problemOf(error).causes;
		return () => refuse(cause!);
	}
}

/** The items with what their number is. Offline, and without a credential. */
export const checkNumber: Operation = {
	value: 'check',
	name: 'Check',
	action: 'Check phone number',
	description:
		'Read the phone number of each item: whether SMS can be sent to it, its country and kind, and what is wrong. Sends nothing and needs no credential.',
	fields: [phoneNumberField, optionsField({ defaultCountry: OPTIONS.defaultCountry })],
	execute(ctx: IExecuteFunctions) {
		const items = ctx.getInputData();
		if (items.length === 0) return Promise.resolve([]);
		const reader = readerOf(ctx);
		const homeOf = homesOf(reader);
		const numberOf = reader.field({ name: 'recipient', label: 'Phone Number' });

		function checkItem(item: number): CheckedNumber {
			try {
				return check(numberOf(item), homeOf(item));
			} catch (error) {
				return refused(explain(problemOf(error).causes));
			}
		}

		return Promise.resolve(
			items.map((item, index) => ({
				...item,
				json: { ...item.json, phoneNumber: checkItem(index) as unknown as IDataObject },
				pairedItem: { item: index },
			})),
		);
	},
};
