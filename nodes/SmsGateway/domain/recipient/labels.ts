/** A word without accents, in small letters. */
const withoutAccents = (word: string): string =>
	word.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '').normalize('NFC');

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(' ').map(withoutAccents));

/** Each names a phone, or what it is used for, in one of the languages of the world. */
const PHONE = setOf(
	'tel telephone phone telefon teléfono telefono telefone telefón telefoon telefonu telefonní telefonnr tlf ' +
		'tfno telp telepon fone tālr c cp hp p ph fon t m callto mobile mob mobil mobilnummer móvil mobiel mobilní ' +
		'mobitel mobitela cell cel cellphone celular cellulare handy handynr handynummer natel portable gsm kom ' +
		'komórka telemóvel puh puhelin puhelinnumero matkapuhelin matkapuhelinnumero kännykkä simu cep tél téléphone ' +
		'telefoonnummer telefonnummer mobilszám mobiltelefon sms smsto whatsapp whats viber contact kontakt contacto ' +
		'тел телефон телефона моб мобильный мобільний сот т м τηλ τηλέφωνο κινητό ' +
		'هاتف الهاتف جوال الجوال موبایل تلفن محمول تليفون واتساب الواتساب ' +
		'פון טלפון נייד नंबर मोबाइल फोन ফোন মোবাইল โทร โทรศัพท์ เบอร์ เบอร์โทรศัพท์ มือถือ điện thoại đt sđt ' +
		'電話 電話番号 携帯電話番号 电话 电话号码 手机 手机号 手机号码 手機 携帯 전화 전화번호 휴대폰 ስልክ ტელ მობ հեռ',
);

/** What may stand beside such a word and says nothing else. */
const BESIDE_PHONE = setOf(
	'n h nr no nro number numéro número numero numer num nomor nambari nº broj číslo numarası số de di za ya perso ' +
		'privat privé personal mobil номер رقم מספר নম্বর 番号 번호',
);

/**
 * Whether a label only names a phone. Any other word may say whose number it is, or that nobody
 * should send to it: "Do not call:", "Wrong number:", "No mobile:".
 */
export function namesPhone(label: string): boolean {
	const words = label
		.split(/[\s.:'/&°#()-]+/u)
		.filter(Boolean)
		.map(withoutAccents);
	const phones = words.filter((word) => PHONE.has(word));
	// A letter alone begins an ID as well, and "No SMS" is no label.
	const isPhone = phones.some((word) => word.length > 1 || /[.:/]/.test(label));
	const isRefusal =
		/(?:^|:\s*)no(?![\p{L}.]|\s+d[ei] )/iu.test(label) || /\bno\W+sms\b|\bsms\W+no\b/i.test(label);
	return isPhone && !isRefusal && words.every((word) => PHONE.has(word) || BESIDE_PHONE.has(word));
}
