import type { CountryCode } from 'libphonenumber-js/core';
import { homePlan } from '../../../../../nodes/SmsGateway/domain/recipient/countries';
import type { Person } from './people';

/** A way to write a number. */
export type Way = (person: Person) => string | number;

const grouped = (separator: string) => (text: string) => text.replace(/[ -]+/g, separator);
const abroad = ({ number }: Person) => number.formatInternational();
const atHome = ({ number }: Person) => number.formatNational();
const bare: Way = ({ e164 }) => e164.slice(1);
const national: Way = ({ number }) => number.nationalNumber;
const asNumber = (digits: string) => (digits.startsWith('0') ? digits : Number(digits));
const twoByTwo = (digits: string) => (digits.match(/\d{1,2}/g) ?? []).join(' ');
const callingCodeOf = ({ number }: Person) => number.countryCallingCode;

/** The library's international format, with another mark between its groups and another front. */
const EXPLICIT_FORMATS = ['+$1', '00$1', '00 $1', '(+$1)', '(00$1)'].flatMap((front) =>
	[' ', '.', '-', '\u00a0', '  '].map(
		(mark): Way =>
			(person) =>
				grouped(mark)(abroad(person)).replace(/^\+(\d+)/, front),
	),
);

export const EXPLICIT: readonly Way[] = [
	...EXPLICIT_FORMATS,
	({ e164 }) => e164,
	(person) => `00${bare(person)}`,
	({ number }) => number.format('RFC3966'),
	({ e164 }) => `'${e164}`,
	(person) => `="00${bare(person)}"`,
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

export const BARE: readonly Way[] = [
	bare,
	(person) => Number(bare(person)),
	(person) => abroad(person).slice(1),
	(person) => grouped('-')(abroad(person)).slice(1),
	(person) => `'${bare(person)}`,
];

/** National spellings as they stand in lists whose owner chose no default country. */
export const WITHOUT_COUNTRY: readonly Way[] = [
	...NATIONAL,
	({ number }) => twoByTwo(number.nationalNumber),
	({ number }) => `(${number.nationalNumber.slice(0, 3)}) ${number.nationalNumber.slice(3)}`,
	({ number }) => `${number.nationalNumber.slice(0, 3)}-${number.nationalNumber.slice(3)}`,
];

/** The national number with a 0 in parentheses behind the country code: business cards in Europe. */
const FRONTS_WITH_ZERO = '+$1 (0)|+$1(0)|+$1 (0) |+$1 [0]|+$1（0）|00$1 (0)|(+$1) (0) '.split('|');
export const BRACKETED: readonly Way[] = FRONTS_WITH_ZERO.map(
	(front) => (person) => abroad(person).replace(/^\+(\d+) /, front),
);

/** What is dialed before a number at home; empty where nothing is. */
export const trunkOf = (country: CountryCode): string => homePlan(country).trunk;

/** What is only dialed at home, behind the country code. */
export const DOMESTIC: readonly Way[] = [
	(person) => `+${callingCodeOf(person)} ${atHome(person)}`,
	(person) => `00${callingCodeOf(person)} ${atHome(person)}`,
	(person) => `+${callingCodeOf(person)}${atHome(person).replace(/\D/g, '')}`,
	(person) =>
		`+${callingCodeOf(person)} ${trunkOf(person.country)} ${abroad(person).replace(/^\+\d+ /, '')}`,
];

/** What people write in front of a number, in the languages of the world. */
const LABELS = (
	'Tel:|Tel.: |tel: |Phone: |Mobile: |Cell: |Mob. |Ph: |T: |M. |Téléphone : |Tél. : |Portable : |Mobile perso : |GSM: |Cel.: |Móvil: |Teléfono: |Celular: |Telemóvel: |Handy: |Mobil: |Telefon: |Tel.-Nr.: |Cellulare: |Tel. cell.: |Mobiel: |Puhelin: |Kännykkä: |Telefón: |Kom.: |Тел.: |Телефон: |Моб.: |Τηλ.: |Κινητό: |Cep: |Cep Tel. : |Simu: |هاتف: |جوال : |موبایل: |טלפון: |नंबर: |मोबाइल: |ফোন: |โทร. |เบอร์: |TEL：|電話：|手机: |电话：|携帯：|전화: |휴대폰: |Số ĐT: |Điện thoại: |' +
	'Handynr.: |Tel. (mobil): |Mobilnummer: |Telefoonnummer: |Matkapuhelinnumero: |N° de tél : |Nro. de celular: |Número de celular |Nr. de telefon: |h/p |p:|Numer telefonu: |Telefonní číslo: |Mobilszám: |Broj mobitela: |Telefon numarası: |Номер телефона: |رقم الواتساب: |מספר טלפון: |মোবাইল নম্বর: |Nomor WhatsApp: |เบอร์โทรศัพท์: |手机号码：|携帯電話番号：|휴대폰 번호: |Nambari ya simu: |WhatsApp: |WhatsApp : |SMS: |Contact: |Whats.: |ስልክ: |ტელ.: |Հեռ.: '
).split('|');

export const LABELLED: readonly Way[] = LABELS.flatMap((label): Way[] => [
	(person) => label + abroad(person),
	(person) => label + atHome(person),
]);
