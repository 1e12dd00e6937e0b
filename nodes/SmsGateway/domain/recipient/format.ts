import { whole, type NumberingPlan } from './kind';

/** A national number as it is written with its country code, and without. */
export type Formatted = Readonly<{ abroad: string; home: string }>;

/** As libphonenumber does it: the first format whose leading digits and length fit. */
export function formatFinder(plan: NumberingPlan): (national: string) => Formatted {
	const formats = plan.formats().map((format) => ({
		leading: new RegExp(`^(?:${format.leadingDigitsPatterns().at(-1) ?? ''})`),
		pattern: whole(format.pattern()),
		abroad: format.internationalFormat(),
		home: format.format(),
	}));
	return (national) => {
		const format = formats.find(
			({ leading, pattern }) => leading.test(national) && pattern.test(national),
		);
		if (format === undefined) return { abroad: national, home: national };
		const { pattern, abroad, home } = format;
		return { abroad: national.replace(pattern, abroad), home: national.replace(pattern, home) };
	};
}
