import { kindOf, planned, type NumberingPlan, type NumberKind } from './numberingPlans';

/** A number that digits may mean. */
type NumberReading = Readonly<{
	/** International, digits only. */
	recipient: string;
	kind: NumberKind;
}>;

/** The national numbers that the digits may be, with and without what is dialed in front. */
function nationalForms(digits: string, { lead, trunk }: NumberingPlan): Set<string> {
	const forms = new Set([digits]);
	const match = lead?.pattern.exec(digits);
	if (lead && match) {
		const kept = match.length > 1 ? match.at(-1) : undefined;
		forms.add(digits.replace(lead.pattern, kept === undefined ? '' : lead.rule));
	}
	if (trunk !== '' && digits.startsWith(trunk)) forms.add(digits.slice(trunk.length));
	return forms;
}

/** What the digits mean when they are dialed inside a country. */
export function nationalReadings(digits: string, home: NumberingPlan): NumberReading[] {
	return [...nationalForms(digits, home)].flatMap((national) => {
		const recipient = home.callingCode + national;
		const kind = kindOf(recipient);
		return kind ? [{ recipient, kind }] : [];
	});
}

/** The mobiles of a country that the digits are there: as dialed, without, or with its country code. */
export function mobilesAtHome(digits: string, home: NumberingPlan): string[] {
	const mobiles = nationalReadings(digits, home)
		.filter(({ kind }) => kind === 'mobile')
		.map(({ recipient }) => recipient);
	if (digits.startsWith(home.callingCode) && kindOf(digits) === 'mobile') mobiles.push(digits);
	return [...new Set(mobiles)];
}

/** The number that is left without what is only dialed inside the country: "+33 06 …". */
export function withoutDialed(digits: string): string | undefined {
	const number = planned(digits);
	if (number === undefined) return undefined;
	const { callingCode, national, plans } = number;
	const [meant] = plans
		.flatMap((plan) => nationalReadings(national, plan))
		.filter(({ recipient }) => recipient !== digits);
	if (meant) return meant.recipient;
	// Where nothing is dialed in front, a 0 there is an Italian mobile as a Frenchman would write it.
	const recipient = callingCode + national.slice(1);
	return national.startsWith('0') && kindOf(recipient) ? recipient : undefined;
}
