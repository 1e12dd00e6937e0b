import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { withoutRequest } from '../../domain/outcome';
import { refuse, whyOf } from '../../domain/refusal';
import { countriesOf } from '../../domain/recipient/countries';
import { kindOf, withoutPlus } from '../../domain/recipient/numberingPlans';
import type { NumberReading } from '../../expressions/defaultCountry';
import { readerOf } from '../../expressions/reader';
import { isTool } from '../../n8n/place';
import { explainTo } from '../../words/causes';
import { whyUnusual } from '../../words/numbers';

function check(given: unknown, { parse }: NumberReading, by: object): IDataObject {
	const parsed = parse(given);
	if (!parsed.valid) refuse({ name: 'number', given: parsed.given, flaw: parsed.flaw, ...by });
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
	const by = reader.byModel('recipient');

	function checkItem(item: number): IDataObject {
		try {
			return check(numberOf(item), reader.numbers.ofItem(item), by);
		} catch (error) {
			const { causes, reason } = whyOf(error);
			const explanation = explainTo(withoutRequest(reason, causes), isTool(ctx.getNode()));
			const suggestions = causes.flatMap((one) => (one.name === 'number' ? one.flaw.readings : []));
			return { valid: false, number: '', country: '', kind: '', explanation, suggestions };
		}
	}

	return ctx.getInputData().map((item, index) => ({
		...item,
		json: { ...item.json, phoneNumber: checkItem(index) },
		pairedItem: { item: index },
	}));
}
