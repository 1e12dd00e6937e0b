import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { countriesOf } from '../../domain/recipient/countries';
import { kindOf, withoutPlus } from '../../domain/recipient/numberingPlans';
import type { NumberReading } from '../../expressions/defaultCountry';
import { readerOf } from '../../expressions/reader';
import { explain, sentenceOfError } from '../../words/causes';
import { whyUnusual } from '../../words/numbers';

const UNREAD = { valid: false, number: '', country: '', kind: '' };

function check(given: unknown, { parse }: NumberReading): IDataObject {
	const parsed = parse(given);
	if (!parsed.valid) {
		const explanation = explain([{ name: 'number', ...parsed }]);
		return { ...UNREAD, explanation, suggestions: [...parsed.flaw.readings] };
	}
	const [country = '', ...others] = countriesOf(parsed.recipient);
	return {
		valid: true,
		number: parsed.recipient,
		// Several countries may share a code, and no plan may know the number.
		country: others.length > 0 ? '' : country,
		kind: kindOf(withoutPlus(parsed.recipient)) ?? '',
		explanation: whyUnusual(parsed) ?? '',
		suggestions: parsed.other === undefined ? [] : [parsed.other],
	};
}

/** The items with what their number is. Offline, and without a credential. */
export async function checkNumber(ctx: IExecuteFunctions): Promise<INodeExecutionData[]> {
	const reader = readerOf(ctx);
	const numberOf = reader.field({ name: 'recipient', label: 'Phone Number' });

	function checkItem(item: number): IDataObject {
		try {
			return check(numberOf(item), reader.homes.of(item));
		} catch (error) {
			return { ...UNREAD, explanation: sentenceOfError(error), suggestions: [] };
		}
	}

	return ctx.getInputData().map((item, index) => ({
		...item,
		json: { ...item.json, phoneNumber: checkItem(index) },
		pairedItem: { item: index },
	}));
}
