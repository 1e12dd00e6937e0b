import type { CountryCode } from 'libphonenumber-js/max';
import { pick, type Person, type Random } from './people';

/**
 * How people write a mobile of their own country: in ads, on shop windows, in forms and chats. From
 * common knowledge, not from the formats of the library. `x` is the next digit of the national
 * number, `_` one that is left out, anything else stands as it is. A template is for the numbers
 * that have as many digits.
 */
const NORTH_AMERICA =
	'(xxx) xxx-xxxx|xxx-xxx-xxxx|xxx.xxx.xxxx|xxx xxx xxxx|1-xxx-xxx-xxxx|1 (xxx) xxx-xxxx|xxxxxxxxxx|1xxxxxxxxxx|(xxx)xxx-xxxx|xxx/xxx-xxxx|xxx xxxxxxx|xxx-xxxxxxx|(xxx) xxx xxxx|(xxx) xxx.xxxx|xxx xxx-xxxx|1.xxx.xxx.xxxx|1 xxx xxx xxxx|(xxx)-xxx-xxxx|(xxx) xxxxxxx|xxx - xxx - xxxx';
const EIGHT =
	'xxxx xxxx|xxxx-xxxx|xx xx xx xx|xxxxxxxx|xx-xx-xx-xx|xxx xxxxx|xxxx.xxxx|xx xxx xxx|xx xxxxxx';
const EIGHT_IN_PAIRS =
	'xx xx xx xx|xx-xx-xx-xx|xx.xx.xx.xx|xxxxxxxx|xx/xx/xx/xx|xx xxx xxx|xxxx xxxx|xx xxxxxx|xx xx xxxx';
const THREES =
	'xxx xxx xxx|xxx-xxx-xxx|xxx.xxx.xxx|xxxxxxxxx|xxx xx xx xx|xxx xxxxxx|xx xxx xx xx|xxx-xx-xx-xx|xxx/xxx/xxx|xxx/xxxxxx';
const RUSSIAN =
	'8 xxx xxx-xx-xx|8 (xxx) xxx-xx-xx|8-xxx-xxx-xx-xx|8xxxxxxxxxx|xxx xxx xx xx|8(xxx)xxxxxxx|8 xxx xxx xx xx|(xxx) xxx-xx-xx|8xxx xxx xx xx|8 (xxx) xxx xx xx|xxx-xxx-xx-xx|8 xxx xxxxxxx|8(xxx)xxx-xx-xx|8.xxx.xxx.xx.xx|8-xxx-xxxxxxx|8 xxx xxx xxxx';
const EAST_AFRICAN =
	'0xxx xxxxxx|0xxx xxx xxx|0xxx-xxx-xxx|0xxx-xxxxxx|0xx xxx xxxx|xxx xxx xxx|0xxxxxxxxx|xxxxxxxxx|0xx xxxxxxx|0xxx xx xx xx|0xx-xxxxxxx|0xx-xxx-xxxx';
const ARAB =
	'0xx xxx xxxx|0xxxxxxxxx|0xx-xxx-xxxx|0xxx xxx xxx|0xx xxxxxxx|0xx-xxxxxxx|xx xxx xxxx|xxxxxxxxx|0xx xxx xx xx|0xxxx xxxxx|0xxx-xxxxxx';

const TEMPLATES: Partial<Record<CountryCode, string>> = {
	FR: '0x xx xx xx xx|0x.xx.xx.xx.xx|0xxxxxxxxx|0xxx xxx xxx|0xxx xx xx xx|0x-xx-xx-xx-xx|0x/xx/xx/xx/xx|0x xx xxx xxx|xxx xxx xxx|x xx xx xx xx|xxxxxxxxx|0xxx.xxx.xxx|(0)x xx xx xx xx',
	BE: '0xxx xx xx xx|0xxx/xx.xx.xx|0xxx/xx xx xx|0xxx xxx xxx|0xxx.xx.xx.xx|0xxx-xx.xx.xx|0xxx/xxxxxx|0xxx-xxxxxx|xxx xx xx xx|0xxx xxxxxx|0xxx-xx-xx-xx|0xxx / xx xx xx|0xxx/xxx.xxx|0xxx / xx.xx.xx',
	NL: '0x xxxx xxxx|0x-xxxxxxxx|0x xx xx xx xx|0x-xx xx xx xx|0x - xxxxxxxx|0x xxx xx xxx|0x-xxxx xxxx|x xxxx xxxx|0xxxxxxxxx|xxxxxxxxx|0x-xxxx-xxxx|0x - xx xx xx xx|0x.xxxxxxxx|0x xxxxxxxx|0x-xx-xx-xx-xx',
	DE: '0xxx xxxxxxx|0xxx/xxxxxxx|0xxx-xxxxxxx|0xxx xxx xxxx|0xxx xxx xx xx|0xxx xx xx xxx|0xxx - xxxxxxx|0xxx / xxxxxxx|0xxx / xxx xx xx|0xxx.xxxxxxx|(0xxx) xxxxxxx|0xxx xxxx xxx|xxx xxxxxxx|xxxxxxxxxx|0xxx-xxx xx xx|0xxx/xxx xx xx|0xxx xxxxxxxx|0xxx/xxxxxxxx|0xxx xxxx xxxx|0xxx xx xx xx xx|0xxxx xxxxxxx|0xxxx/xxxxxxx|0xxxx-xxxxxxx|0xxx-xxxxxxxx|0xxxx xxx xxxx|0xxxx xx xx xxx|0xxx xxx xxx xx|0xxx xxx xx xxx|0xxx / xxxxxxxx|0xxx-xxxx xxxx|0xxx/xx xx xx xx',
	AT: '0xxx xxxxxxx|0xxx/xxxxxxx|0xxx xxx xx xx|0xxx/xxx xx xx|0xxx-xxxxxxx|0xxx / xxx xx xx|0xxx xxx xxxx|0xxx xx xx xxx|xxx xxxxxxx|0xxx/xxx xxxx|0xxx - xxxxxxx|0xxxxxxxxxx|0xxx xxxxxxxx|0xxx xx xx xx xx|0xxx/xxxxxxxx|0xxx xxxx xxxx|0xxx xxx xx xxx',
	CH: '0xx xxx xx xx|0xx/xxx xx xx|0xx xxx xxxx|0xx.xxx.xx.xx|0xx-xxx-xx-xx|0xx xxxxxxx|0xx/xxxxxxx|xx xxx xx xx|0xxxxxxxxx|0xx / xxx xx xx|0xx-xxx xx xx|(0xx) xxx xx xx',
	IT: 'xxx xxxxxxx|xxx xxx xxxx|xxx-xxxxxxx|xxx/xxxxxxx|xxx.xxxxxxx|xxx xx xx xxx|xxx.xxx.xxxx|xxx-xxx-xxxx|xxx xxx xx xx|xxx/xxx xx xx|xxx - xxxxxxx|xxx xxxx xxx|xxxxxxxxxx|xxx / xxxxxxx|xxx/xx xx xxx|xxx.xx.xx.xxx',
	ES: `${THREES}|xxx-xxxxxx|xxx.xx.xx.xx|xxx - xxx - xxx|xx xx xx xxx`,
	PT: 'xxx xxx xxx|xx xxx xx xx|xxx xx xx xx|xx xxx xxxx|xx xx xx xxx|xxxxxxxxx|xxx-xxx-xxx|xxx.xxx.xxx|xx-xxxxxxx|xx xxxxxxx|xx-xxx xx xx',
	GB: '0xxxx xxxxxx|0xxxx xxx xxx|0xxx xxxx xxx|0xxx xxx xxxx|0xxxx-xxxxxx|0xxxxxxxxxx|0xxxx xx xx xx|(0xxxx) xxxxxx|0xxx xxxxxxx|0xxxx-xxx-xxx|xxxx xxxxxx|0xxxx.xxxxxx|0xxxx / xxxxxx|0xxx-xxxx-xxx|0xx xxxx xxxx',
	IE: '0xx xxx xxxx|0xx-xxxxxxx|0xx xxxxxxx|(0xx) xxx xxxx|0xx-xxx-xxxx|0xx - xxx xxxx|0xx xx xx xxx|0xx/xxxxxxx|0xx-xxx xxxx|(0xx) xxxxxxx|xx xxx xxxx',
	SE: '0xx-xxx xx xx|0xxx-xx xx xx|0xxx-xxxxxx|0xx xxx xx xx|0xxx xx xx xx|0xx-xxxxxxx|0xxx xxx xxx|0xx - xxx xx xx|0xxx/xx xx xx|0xxx - xx xx xx|0xxxxxxxxx|0xxx-xxx xxx|0xx/xxx xx xx|xx xxx xx xx',
	NO: 'xxx xx xxx|xx xx xx xx|xxxxxxxx|xxxx xxxx|xxx.xx.xxx|xxx-xx-xxx|xx.xx.xx.xx|xxx xxxxx|xxxx.xxxx',
	DK: EIGHT_IN_PAIRS,
	FI: '0xx xxx xxxx|0xx-xxxxxxx|0xx xxxxxxx|0xx-xxx xxxx|0xxx xxx xxx|0xxx-xxxxxx|0xx xxx xx xx|0xx xx xx xxx|0xxxxxxxxx|0xx - xxx xxxx|0xx xxxx xxx|0xx-xxx-xxxx|0xxx xxxxxx',
	PL: THREES,
	CZ: THREES,
	HU: '06 xx xxx xxxx|06-xx-xxx-xxxx|06xx/xxx-xxxx|06 xx xxxxxxx|06/xx xxx xxxx|06-xx/xxx-xxxx|xx xxx xxxx|06/xx/xxx-xxxx|06 xx xxx xx xx|(06 xx) xxx xxxx|06xxxxxxxxx|06-xx-xxxxxxx|xx/xxx-xxxx|06 (xx) xxx-xxxx|06/xx-xxx-xxxx|06 xx / xxx xxxx',
	RO: '0xxx xxx xxx|0xxx.xxx.xxx|0xxx-xxx-xxx|0xxx xx xx xx|0xxx/xxxxxx|0xxx-xxxxxx|0xx xxx xxxx|0xxxxxxxxx|0xxx/xxx.xxx|0xxx xxxxxx|0xxx.xx.xx.xx|xxx xxx xxx|0xxx/xxx xxx',
	GR: 'xxx xxx xxxx|xxxx xxxxxx|xxxxxxxxxx|xxxx-xxxxxx|xxx xxxxxxx|xxx-xxxxxxx|xx xx xx xx xx|xxxx xxx xxx|xxxx.xxxxxx|xxxx-xxx-xxx|xxxx xx xx xx',
	HR: '0xx xxx xxxx|0xx/xxx-xxxx|0xx/xxxxxxx|0xx xxxx xxx|0xx-xxx-xxxx|0xx xxxxxxx|0xx xxx xxx|0xx/xxx-xxx|0xx/xxx xxx|0xx/xxxx-xxx|0xx xxx xx xx|0xx / xxx xxxx|0xx-xxx-xxx',
	UA: '0xx xxx xx xx|(0xx) xxx-xx-xx|0xx-xxx-xx-xx|0xx xxxxxxx|0xx xxx xxxx|(0xx)xxxxxxx|0xxxxxxxxx|0xx xx xx xxx|(0xx) xxx xx xx|0xx-xxx-xxxx|0 xx xxx xx xx|(0xx) xx-xx-xxx',
	RU: RUSSIAN,
	TR: '0xxx xxx xx xx|0(xxx) xxx xx xx|0 xxx xxx xx xx|(0xxx) xxx xx xx|xxx xxx xx xx|0xxx xxx xxxx|0xxx-xxx-xx-xx|0xxx.xxx.xx.xx|0xxx xxxxxxx|0 (xxx) xxx xx xx|0 (xxx) xxx-xx-xx|(xxx) xxx-xxxx|0-xxx-xxx-xx-xx|0xxx-xxx xx xx|0 xxx xxx xxxx|xxxxxxxxxx|(xxx) xxx xx xx',
	IL: '0xx-xxx-xxxx|0xx-xxxxxxx|0xx xxx xxxx|0xx xxxxxxx|(0xx) xxx-xxxx|0xxx-xxx-xxx|0xx-xxx xxxx|0xxxxxxxxx|0xxx-xxxxxx|0xx.xxx.xxxx|0xx - xxxxxxx|0xx/xxxxxxx|0xx xx xx xxx|0xxx xxx xxx',
	SA: ARAB,
	AE: ARAB,
	IR: '0xxx xxx xxxx|0xxx-xxxxxxx|0xxx xxx xx xx|0xxxxxxxxxx|0xxx-xxx-xxxx|0xxx xxxxxxx|0xxx-xxx-xx-xx|xxx xxx xxxx',
	EG: '0xxx xxx xxxx|0xx xxxx xxxx|0xx xxxxxxxx|0xxxxxxxxxx|0xxx-xxx-xxxx|0xxx xxxx xxx|0xx-xxxx-xxxx|0xxx xxxxxxx|0xx-xxxxxxxx|0xxx xx xx xxx|xxx xxx xxxx',
	MA: '0xxx-xxxxxx|0x xx xx xx xx|0xxx xxxxxx|0xxx xx xx xx|0xxx xxx xxx|0x.xx.xx.xx.xx|0x-xx-xx-xx-xx|0xxxxxxxxx|0xxx-xx-xx-xx|xxx xxxxxx',
	DZ: '0xxx xx xx xx|0xxx.xx.xx.xx|0xxx xxx xxx|0xxx-xx-xx-xx|0xxx xxxxxx|0x xx xx xx xx|0xxxxxxxxx|xxx xx xx xx|0xxx/xx/xx/xx|0xxx / xx.xx.xx',
	TN: 'xx xxx xxx|xx xx xx xx|xx.xxx.xxx|xxxxxxxx|xx-xxx-xxx|xx.xx.xx.xx|xxxx xxxx|xx xxxxxx',
	SN: 'xx xxx xx xx|xx xxxxxxx|xx-xxx-xx-xx|xxxxxxxxx|xx xxx xxxx|xxx xx xx xx|xx.xxx.xx.xx|xxx xxx xxx|xx/xxx/xx/xx',
	CI: 'xx xx xx xx xx|xxxxxxxxxx|xx-xx-xx-xx-xx|xx.xx.xx.xx.xx|xx xxxxxxxx|xxxx xxx xxx|xx/xx/xx/xx/xx|xx xxxx xxxx|xx xx xx xxxx|xxx xxx xxxx',
	BJ: 'xx xx xx xx xx|xxxxxxxxxx|xx-xx-xx-xx-xx|xx.xx.xx.xx.xx|xx xxxxxxxx|xx xxxx xxxx|xx/xx/xx/xx/xx|xxxx xxx xxx',
	CM: 'xxx xxx xxx|x xx xx xx xx|xxx xx xx xx|xxxxxxxxx|xxx-xxx-xxx|xxx.xxx.xxx|xxx xxxxxx|x xx xxx xxx|xx xx xx xxx|x-xx-xx-xx-xx|xxx/xxx/xxx',
	BF: EIGHT_IN_PAIRS,
	ML: EIGHT_IN_PAIRS,
	TG: EIGHT_IN_PAIRS,
	CD: '0xx xxx xxxx|0xxx xxx xxx|0xx xx xx xxx|0xxxxxxxxx|0xx xxxxxxx|0xx-xxx-xxxx|xxx xxx xxx',
	NG: '0xxx xxx xxxx|0xxx-xxx-xxxx|0xxxxxxxxxx|0xxx xxxx xxx|0xxx xxxxxxx|xxx xxx xxxx|0xxx-xxxx-xxx|0xxxx xxx xxx|0xxxx-xxxxxx|0xxx-xxxxxxx|xxxxxxxxxx',
	GH: '0xx xxx xxxx|0xx-xxx-xxxx|0xxx xxx xxx|0xxx xx xx xx|0xx xxxxxxx|xx xxx xxxx|0xxxxxxxxx|0xxx-xxx-xxx|0xxx xxxxxx|0xx-xxxxxxx|xxxxxxxxx',
	KE: EAST_AFRICAN,
	TZ: EAST_AFRICAN,
	UG: EAST_AFRICAN,
	ET: EAST_AFRICAN,
	ZA: '0xx xxx xxxx|0xx-xxx-xxxx|(0xx) xxx xxxx|0xx xxxxxxx|0xxx xxx xxx|(0xx) xxx-xxxx|0xxxxxxxxx|xx xxx xxxx|0xx.xxx.xxxx|0xx-xxx xxxx|0xx - xxx xxxx',
	AO: 'xxx xxx xxx|xxxxxxxxx|xxx-xxx-xxx|xxx xx xx xx|xxx.xxx.xxx|xxx xxxxxx',
	US: NORTH_AMERICA,
	CA: NORTH_AMERICA,
	MX: 'xx xxxx xxxx|xxx xxx xxxx|(xx) xxxx xxxx|xx-xxxx-xxxx|(xxx) xxx-xxxx|xx xx xx xx xx|xxx-xxx-xxxx|xxx xxx xx xx|xxxxxxxxxx|(xxx) xxx xxxx|xxx xxxxxxx|xx.xxxx.xxxx|xx-xx-xx-xx-xx|(xxx) xxx xx xx|(xx) xxxxxxxx|xxxx xxxxxx',
	BR: '(xx) xxxxx-xxxx|(xx) x xxxx-xxxx|xx xxxxx-xxxx|(xx)xxxxxxxxx|xx xxxxxxxxx|0xx xxxxx xxxx|(0xx) xxxxx-xxxx|xx xxxxx xxxx|xx-xxxxx-xxxx|xx x xxxx xxxx|(xx)xxxxx-xxxx|xx.xxxxx.xxxx|(xx) xxxxx.xxxx|(xx) xxxxx xxxx|xxxxxxxxxxx|(xx)x xxxx-xxxx|xx x xxxx-xxxx|0xx xxxxx-xxxx|(xx) xxxxxxxxx|(xx)x.xxxx-xxxx',
	// Of Buenos Aires, whose area code is 11; the 9 is only for calls from abroad.
	AR: '_xx xxxx-xxxx|_0xx 15-xxxx-xxxx|_0xx 15 xxxx xxxx|_xx xxxx xxxx|_xx-xxxx-xxxx|_xxxxxxxxxx|_(0xx) 15 xxxx-xxxx|_xx xxxxxxxx|_(xx) xxxx-xxxx|_(0xx) 15-xxxx-xxxx|_xx.xxxx.xxxx',
	CO: 'xxx xxx xxxx|xxx xxxxxxx|xxx-xxx-xxxx|xxx xxx xx xx|(xxx) xxx xxxx|xxxxxxxxxx|xxx xxxx xxx|(xxx) xxx-xxxx|xxx-xxxxxxx|xxx.xxx.xxxx|(xxx) xxxxxxx|xxx xx xx xxx|xxx - xxxxxxx',
	PE: THREES,
	CL: 'x xxxx xxxx|xxxxxxxxx|x-xxxxxxxx|(x) xxxx xxxx|x xxxxxxxx|xx xxx xxxx|x-xxxx-xxxx|xxxxx xxxx|xxx xxx xxx|x xxx xxxxx',
	VE: '0xxx-xxxxxxx|0xxx xxx xx xx|0xxx-xxx.xx.xx|0xxx-xxx-xxxx|(0xxx) xxx-xx-xx|0xxx.xxx.xx.xx|0xxx/xxxxxxx|0xxx xxxxxxx|0xxx-xxx-xx-xx|(0xxx) xxxxxxx|0xxx xxx xxxx|0xxxxxxxxxx|(0xxx)xxx.xx.xx|0xxx-xxx xx xx|0xxx/xxx.xx.xx',
	EC: '0xx xxx xxxx|0xxxxxxxxx|0xx-xxx-xxxx|0x xxxx xxxx|0xx xxxxxxx|0x-xxxx-xxxx|xx xxx xxxx|0xxx xxx xxx',
	IN: 'xxxxx xxxxx|xxx xxx xxxx|xxxxx-xxxxx|0xxxxxxxxxx|xxxx xxx xxx|xxx-xxx-xxxx|xxxx xxxxxx|xxxxxxxxxx|0xxxxx xxxxx|xxxx-xxx-xxx|xxx xxxxxxx|xx xx xx xx xx|xxx xxxx xxx|(xxx) xxx-xxxx|xxxx-xxxxxx|0-xxxxxxxxxx|xx xxxx xxxx|xxxxx.xxxxx|xxx xxx xx xx|xx xxx xxxxx',
	PK: '0xxx xxxxxxx|0xxx-xxxxxxx|0xxx-xxx-xxxx|0xxx xxx xxxx|0xxxxxxxxxx|0xxx xxx xx xx|xxx xxxxxxx|0xxx - xxxxxxx|0xxx.xxxxxxx|(0xxx) xxxxxxx',
	BD: '0xxxx-xxxxxx|0xxxx xxxxxx|0xxx xxx xxxx|0xxx-xxx-xxxx|0xxxx xxx xxx|0xxx xxxx xxx|0xxxxxxxxxx|0xxx xxxxxxx|0xxxx-xxx-xxx|0xxx-xxxxxxx|0xxx-xxxx-xxx|0xx xxxx xxxx',
	CN: 'xxx xxxx xxxx|xxx-xxxx-xxxx|xxxxxxxxxxx|xxxx xxx xxxx|xxxxx xxxxxx|xxx xxxxxxxx|xxx.xxxx.xxxx|xxx xxx xxxxx|xxx-xxx-xxxxx|xxx-xxxxxxxx',
	JP: '0xx-xxxx-xxxx|0xx xxxx xxxx|0xxxxxxxxxx|(0xx) xxxx-xxxx|0xx(xxxx)xxxx|0xx.xxxx.xxxx|0xx-xxxxxxxx|(0xx)xxxx-xxxx|xx xxxx xxxx|0xxx-xxx-xxxx|0xx/xxxx/xxxx',
	KR: '0xx-xxxx-xxxx|0xx xxxx xxxx|0xx.xxxx.xxxx|0xxxxxxxxxx|0xx-xxx-xxxx|xx-xxxx-xxxx|(0xx) xxxx-xxxx|0xx - xxxx - xxxx|0xx-xxxx xxxx|0xx/xxxx/xxxx',
	TW: '0xxx-xxx-xxx|0xxx xxx xxx|0xxx-xxxxxx|0xxx xxxxxx|(0xxx) xxx-xxx|0xx-xxx-xxxx|0xxxxxxxxx|0xx-xxxxxxx|0xxx.xxx.xxx|0x-xxxx-xxxx|0xxx-xxx xxx',
	HK: EIGHT,
	MY: '0xx-xxx xxxx|0xx-xxxxxxx|0xx xxx xxxx|0xx-xxx-xxxx|0xx xxxxxxx|0xx - xxx xxxx|0xx-xxx xx xx|xx-xxx xxxx|0xx-xxxx xxxx|0xx-xxxxxxxx|0xx xxxx xxxx|0xx-xxxx-xxxx|0xx - xxxxxxx|0xx.xxx.xxxx|0xx xx xx xxx|0xx - xxx - xxxx',
	TH: '0xx-xxx-xxxx|0xx xxx xxxx|0xx-xxxxxxx|0x-xxxx-xxxx|0x xxxx xxxx|0xx xxxxxxx|0xxxxxxxxx|0xx-xxx xxxx|0xxx-xxx-xxx|0xx.xxx.xxxx|(0xx) xxx-xxxx',
	VN: '0xxx xxx xxx|0xx xxx xxxx|0xxx.xxx.xxx|0xxx-xxx-xxx|0xx.xxx.xxxx|0xxx xx xx xx|0xx xxx xx xx|0xx xxxxxxx|0xxxxxxxxx|0xx-xxx-xxxx|0xx.xxxxxxx|xxx xxx xxx|0xxx xxxxxx|0xxx.xx.xx.xx',
	ID: '0xxx-xxxx-xxxx|0xxx xxxx xxxx|0xxxxxxxxxxx|0xxx-xxxx-xxxxx|0xxx xxxx xxxxx|0xxx-xxxx-xxx|0xxx xxxx xxx|0xxx-xxx-xxxx|0xxx-xxxxxxxx|0xxx xxx xxxx|0xxx xxxxxxx|0xxx.xxxx.xxxx|0xxx-xxx-xxx|0xxx-xxxxxxx|0xxx - xxxx - xxxx|0xxx xx xx xx xx|xxx-xxxx-xxxx|0xx xxxx xxxxx|0xxxx xxx xxxx|0xxx xxxxxxxxx|0xxx-xxx-xxx-xxx',
	PH: '0xxx xxx xxxx|0xxx-xxx-xxxx|0xxx-xxxxxxx|0xxx xxxxxxx|(0xxx) xxx-xxxx|0xxx xxxx xxx|0xxxxxxxxxx|0xxx.xxx.xxxx|xxx xxx xxxx|0xxx - xxx - xxxx|0xxx-xxx xxxx|(0xxx) xxx xxxx|0xx xxxx xxxx|0xxx - xxxxxxx',
	AU: '0xxx xxx xxx|0xxx-xxx-xxx|0xxx xxxxxx|0x xxxx xxxx|0xxx.xxx.xxx|(0x) xxxx xxxx|0xx xxx xxxx|0xxx xx xx xx|0xxxxxxxxx|(0xxx) xxx xxx|xxx xxx xxx|0x-xxxx-xxxx|0xx xxxx xxx',
	NZ: '0xx xxx xxx|0xx xxx xxxx|0xx xxxx xxx|0xx-xxx-xxxx|0xx xxxxxxx|0xx xxxx xxxx|0xx-xxxx-xxxx|0xx xxx xxxxx|(0xx) xxx xxxx|0xx-xxxxxxx|0xx-xxx-xxx|0xx-xxx xxxx|0xx xxxxxxxx|xx xxx xxxx|(0xx) xxx-xxxx',
};

export type EverydayWay = Readonly<{ country: CountryCode; template: string; digits: number }>;

/** Under the own country as default country. */
export const EVERYDAY: readonly EverydayWay[] = Object.entries(TEMPLATES).flatMap(
	([country, templates]) =>
		[...new Set(templates.split('|'))].map((template) => ({
			country: country as CountryCode,
			template,
			digits: template.replace(/[^x_]/g, '').length,
		})),
);

export const EVERYDAY_COUNTRIES = Object.keys(TEMPLATES) as CountryCode[];

/** @returns undefined where the person's number has another length */
export function written(
	{ country, template, digits }: EverydayWay,
	national: string,
): string | undefined {
	const isElsewhere = country === 'AR' && !national.startsWith('911');
	if (national.length !== digits || isElsewhere) return undefined;
	let next = 0;
	return template.replace(/[x_]/g, (one) => {
		const digit = national[next++]!;
		return one === '_' ? '' : digit;
	});
}

const FRONTS = ['+# ', '+#', '00# ', '00 # ', '(+#) ', '+#-', '00#', '+#.'];

/** The same behind + or 00, without what is dialed at home; undefined as above. */
export function writtenWithCode(
	{ template, ...way }: EverydayWay,
	{ number }: Person,
	random: Random,
): string | undefined {
	const local = template.replace(/^[^x_]*/, '').replace(/[()]+ ?/g, ' ');
	const spelled = written({ template: local, ...way }, number.nationalNumber);
	if (spelled === undefined || template.includes('_')) return undefined;
	const fronts = template.includes('.') ? FRONTS.slice(0, 1) : FRONTS;
	return pick(fronts, random).replace('#', number.countryCallingCode) + spelled;
}
