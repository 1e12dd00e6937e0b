import { getCountryCallingCode, Metadata, type CountryCode } from 'libphonenumber-js/core';
import metadata from 'libphonenumber-js/metadata.max.json';
import { pick, type Person, type Random } from './people';

/** A way to write a number. */
export type Way = (person: Person) => string | number;

const grouped = (separator: string) => (text: string) => text.replace(/[ -]+/g, separator);
export const abroad = ({ number }: Person) => number.formatInternational();
export const atHome = ({ number }: Person) => number.formatNational();
const bare: Way = ({ e164 }) => e164;
const national: Way = ({ number }) => number.nationalNumber;
const asNumber = (digits: string) => (digits.startsWith('0') ? digits : Number(digits));
const twoByTwo = (digits: string) => (digits.match(/\d{1,2}/g) ?? []).join(' ');
const callingCodeOf = ({ country }: Person) => getCountryCallingCode(country, metadata);

export const EXPLICIT: readonly Way[] = [
	({ e164 }) => `+${e164}`,
	abroad,
	({ e164 }) => `00${e164}`,
	(person) => abroad(person).replace('+', '00'),
	(person) => abroad(person).replace('+', '00 '),
	(person) => grouped('.')(abroad(person)),
	(person) => grouped('-')(abroad(person)),
	(person) => grouped('\u00a0')(abroad(person)),
	(person) =>
		abroad(person)
			.replace(/^\+(\d+)/, '(00$1)')
			.replace(/(?<=\d) /g, '.'),
	(person) => abroad(person).replace(/^\+(\d+)/, '(+$1)'),
	(person) =>
		abroad(person)
			.replace(/^\+(\d+)/, '+$1 ')
			.replace(/ +/g, ' '),
	({ number }) => number.format('RFC3966'),
	({ e164 }) => `'+${e164}`,
	({ e164 }) => `="00${e164}"`,
];

export const NATIONAL: readonly Way[] = [
	atHome,
	(person) => atHome(person).replace(/\D/g, ''),
	(person) => grouped('.')(atHome(person)),
	(person) => grouped('-')(atHome(person)),
	(person) => `'${atHome(person)}`,
	national,
	({ number }) => asNumber(number.nationalNumber),
];

export const IN_FORMATS: readonly Way[] = [
	atHome,
	(person) => grouped('.')(atHome(person)),
	(person) => grouped('-')(atHome(person)),
];

/** Two digits, two digits: what people write whatever the book says. */
export const IN_PAIRS: readonly Way[] = [' ', '.', '-'].map(
	(separator) => (person: Person) =>
		twoByTwo(atHome(person).replace(/\D/g, '')).replaceAll(' ', separator),
);

export const BARE: readonly Way[] = [
	bare,
	({ e164 }) => Number(e164),
	(person) => abroad(person).slice(1),
	(person) => grouped('-')(abroad(person)).slice(1),
	({ e164 }) => `'${e164}`,
];

/** National spellings as they stand in lists whose owner chose no default country. */
export const WITHOUT_COUNTRY: readonly Way[] = [
	...NATIONAL,
	({ number }) => twoByTwo(number.nationalNumber),
	({ number }) => `(${number.nationalNumber.slice(0, 3)}) ${number.nationalNumber.slice(3)}`,
	({ number }) => `${number.nationalNumber.slice(0, 3)}-${number.nationalNumber.slice(3)}`,
];

const INTERNATIONAL: readonly Way[] = [
	bare,
	({ e164 }) => `+${e164}`,
	({ e164 }) => `00${e164}`,
	abroad,
	(person) => abroad(person).replace('+', '00'),
	(person) => abroad(person).slice(1),
];

export const WITH_PLUS: readonly Way[] = [
	({ e164 }) => `+${e164}`,
	abroad,
	(person) => grouped('-')(abroad(person)),
	(person) => abroad(person).replace('+', '00'),
	(person) => `+${callingCodeOf(person)} ${twoByTwo(person.number.nationalNumber)}`,
];

/** The national number with a 0 in parentheses behind the country code: business cards in Europe. */
export const BRACKETED: readonly Way[] = [
	(person) => abroad(person).replace(/^(\+\d+) /, '$1 (0)'),
	(person) => abroad(person).replace(/^(\+\d+) /, '$1(0)'),
	(person) => abroad(person).replace(/^(\+\d+) /, '$1 (0) '),
	(person) => abroad(person).replace(/^\+(\d+) /, '00$1 (0)'),
	(person) => abroad(person).replace(/^\+(\d+) /, '(+$1) (0) '),
	({ number }) => `+${number.countryCallingCode} [0]${number.nationalNumber}`,
	({ number }) => `+${number.countryCallingCode}（0）${number.nationalNumber}`,
];

const planOf = (country: CountryCode) => {
	const plans = new Metadata(metadata);
	plans.selectNumberingPlan(country);
	return plans.numberingPlan as unknown as { nationalPrefix: () => string | 0 };
};

/** What is dialed before a number at home; empty where nothing is. */
export const trunkOf = (country: CountryCode): string => planOf(country).nationalPrefix() || '';

/** What is only dialed at home, behind the country code. */
export const DOMESTIC: readonly Way[] = [
	(person) => `+${callingCodeOf(person)} ${atHome(person)}`,
	(person) => `00${callingCodeOf(person)} ${atHome(person)}`,
	(person) => `+${callingCodeOf(person)}${atHome(person).replace(/\D/g, '')}`,
	(person) =>
		`+${callingCodeOf(person)} ${trunkOf(person.country)} ${abroad(person).replace(/^\+\d+ /, '')}`,
];

/** What stands around numbers in lists; `n` is any small number. */
const SMALL: ReadonlyArray<(text: string, n: number, other: string) => string> = [
	(text, n) => `${n}. ${text}`,
	(text, n) => `${n}) ${text}`,
	(text, n) => `(${n}) ${text}`,
	(text, n) => `${n} ${text}`,
	(text, n) => `${n}: ${text}`,
	(text, n) => `${n} - ${text}`,
	(text, n) => `#${n} ${text}`,
	(text, n) => `${n}\t${text}`,
	(text, n) => `${text} (${n})`,
	(text, n) => `${text} ${n}`,
	(text, n) => `${text} 0${n % 10}`,
	(text, n) => `${text} x${n}`,
	(text, n) => `${text} ext. ${n}`,
	(text, n) => `${text} - ${n}`,
	(text, n) => `${text}/${n}`,
	(text, n) => `${text} #${n}`,
	(text, n) => `${text}\t${n}`,
	(text, _, other) => `${text}\t${other}`,
	(text, _, other) => `${text} ${other}`,
	(text) => `${text} (home)`,
	(text) => `${text} call after 5`,
];

const twoDigits = (n: number) => String(n).padStart(2, '0');

/** Years, days, postcodes, prices and times, as columns that were joined leave them. */
const AMOUNTS: ReadonlyArray<(random: Random) => string> = [
	(random) => String(1950 + random.below(90)),
	(random) =>
		`${2020 + random.below(8)}-${twoDigits(1 + random.below(12))}-${twoDigits(1 + random.below(28))}`,
	(random) =>
		`${twoDigits(1 + random.below(28))}/${twoDigits(1 + random.below(12))}/${2020 + random.below(8)}`,
	(random) => `${twoDigits(1 + random.below(28))}.${twoDigits(1 + random.below(12))}.`,
	(random) =>
		`${2020 + random.below(8)}${twoDigits(1 + random.below(12))}${twoDigits(1 + random.below(28))}`,
	(random) => String(1_500_000_000 + random.below(500_000_000)),
	(random) => String(1000 + random.below(99_000)),
	// Not 00 in front, which is international whatever it was meant to be.
	(random) => `0${1000 + random.below(9000)}`,
	(random) => `${random.below(1000)}.${twoDigits(random.below(100))}`,
	(random) => `${random.below(100)},${twoDigits(random.below(100))}`,
	(random) => `${random.below(100)}-${random.below(10)}`,
	(random) => String(random.below(100)),
];

const BETWEEN = [' ', ' ', ' - ', ' / ', '-', '/', '.', ' . ', '  ', ', '];

export const BASES: readonly Way[] = [...INTERNATIONAL, atHome, national, ...IN_PAIRS.slice(0, 1)];

export const AWAY_BASES: readonly Way[] = INTERNATIONAL;

export function decorate(person: Person, other: Person, random: Random, bases = BASES): string {
	const text = String(pick(bases, random)(person));
	if (random.below(2) === 0) {
		const decoration = pick(SMALL, random);
		return decoration(text, 1 + random.below(40), String(pick(BASES, random)(other)));
	}
	const amount = pick(AMOUNTS, random)(random);
	return random.below(3) > 0
		? `${text}${pick(BETWEEN, random)}${amount}`
		: `${amount}${pick(BETWEEN, random)}${text}`;
}

/** A number with the extension of a desk behind it. */
export function withExtension(person: Person, random: Random, ways: readonly Way[]): string {
	const digits = 1 + random.below(4);
	const extension = String(random.below(10 ** digits)).padStart(digits, '0');
	const between = pick([' ', '-', ' - ', ' / ', '/', '.', ' (', ' x', ' ext. ', ' #', ','], random);
	return `${String(pick(ways, random)(person))}${between}${extension}${between === ' (' ? ')' : ''}`;
}

/** What people write in front of a number, in the languages of the world. */
export const LABELS: readonly string[] = [
	...['Tel:', 'Tel.: ', 'tel: ', 'Phone: ', 'Mobile: ', 'Cell: ', 'Mob. ', 'Ph: ', 'T: ', 'M. '],
	...['Téléphone : ', 'Tél. : ', 'Portable : ', 'Mobile perso : ', 'GSM: ', 'Cel.: ', 'Móvil: '],
	...['Teléfono: ', 'Celular: ', 'Telemóvel: ', 'Handy: ', 'Mobil: ', 'Telefon: ', 'Tel.-Nr.: '],
	...['Cellulare: ', 'Tel. cell.: ', 'Mobiel: ', 'Puhelin: ', 'Kännykkä: ', 'Telefón: ', 'Kom.: '],
	...['Тел.: ', 'Телефон: ', 'Моб.: ', 'Τηλ.: ', 'Κινητό: ', 'Cep: ', 'Cep Tel. : ', 'Simu: '],
	...['هاتف: ', 'جوال : ', 'موبایل: ', 'טלפון: ', 'नंबर: ', 'मोबाइल: ', 'ফোন: ', 'โทร. ', 'เบอร์: '],
	...[
		'TEL：',
		'電話：',
		'手机: ',
		'电话：',
		'携帯：',
		'전화: ',
		'휴대폰: ',
		'Số ĐT: ',
		'Điện thoại: ',
	],
	// With what says that it is a number in the same word, beside it, or in parentheses.
	...['Handynr.: ', 'Tel. (mobil): ', 'Mobilnummer: ', 'Telefoonnummer: ', 'Matkapuhelinnumero: '],
	...['N° de tél : ', 'Nro. de celular: ', 'Número de celular ', 'Nr. de telefon: ', 'h/p ', 'p:'],
	...[
		'Numer telefonu: ',
		'Telefonní číslo: ',
		'Mobilszám: ',
		'Broj mobitela: ',
		'Telefon numarası: ',
	],
	...['Номер телефона: ', 'رقم الواتساب: ', 'מספר טלפון: ', 'মোবাইল নম্বর: ', 'Nomor WhatsApp: '],
	...['เบอร์โทรศัพท์: ', '手机号码：', '携帯電話番号：', '휴대폰 번호: ', 'Nambari ya simu: '],
	...['WhatsApp: ', 'WhatsApp : ', 'SMS: ', 'Contact: ', 'Whats.: ', 'ስልክ: ', 'ტელ.: ', 'Հեռ.: '],
];
