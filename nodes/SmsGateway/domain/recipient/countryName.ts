let names: Intl.DisplayNames | undefined;

/** In English; the code itself where it is no country's, as of a service above countries. */
export const countryName = (code: string): string =>
	(names ??= new Intl.DisplayNames(['en'], { type: 'region' })).of(code) ?? code;
