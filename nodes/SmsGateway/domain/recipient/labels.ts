/** A word without accents, in small letters. */
const withoutAccents = (word: string): string =>
	word.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '').normalize('NFC');

const labelWords = (text: string): string[] => text.split(/[\s.:'/&°№#-]+/u).filter(Boolean);

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(' ').map(withoutAccents));

/** Each names a phone, or what it is used for, in one of the languages of the world. */
const PHONE = setOf(
	'tel telephone phone telefon teléfono telefono telefone telefón telefoon telefonu telefonszám ' +
		'telf tfno telm telp fone fono tālr c cp hp mobilfunk contacts hotline zap wa zalo dđ động ' +
		'連絡先 联系电话 聯絡電話 手提 تماس ت ဖုန်း ұялы ' +
		'ph fon t m p callto mobile mob mobil móvil mobiel mobiltelefon mobiltel mobitel cell cel cellphone cellular ' +
		'celular cellulare handy handynummer natel portable gsm kom komórka telemóvel tlm tlf puhelin puh ' +
		'kännykkä matkapuhelin sími simu cep tél téléphone sms whatsapp whats viber contact kontakt contacto ' +
		'тел телефон моб мобильный мобільний мобилен сот сотовый т м τηλ τηλέφωνο κινητό κιν ' +
		'هاتف الهاتف جوال الجوال موبایل موبايل تلفن همراه محمول فون טלפון טל נייד פלאפון ' +
		'नंबर मोबाइल फोन ফোন মোবাইল โทร โทรศัพท์ เบอร์ เบอร์โทร มือถือ điện thoại đt sđt đtdđ ' +
		'電話 电话 手机 手機 携帯 携帯電話 電話番号 手机号 电话号码 行動電話 전화 휴대폰 핸드폰 전화번호 연락처 ' +
		'ስልክ ტელ ტელეფონი მობ հեռ հեռախոս բջջ',
);

/** What may stand beside such a word and says nothing else. */
const BESIDE_PHONE = setOf(
	'nr no number nummer numéro número numero num n h di perso personal số номер رقم شماره नं',
);

/**
 * Whether a label only names a phone. Any other word may say whose number it is, or that nobody
 * should send to it: "Do not call:", "Wrong number:", "No mobile:".
 */
export function namesPhone(label: string): boolean {
	const words = labelWords(label).map(withoutAccents);
	const isKnown = words.every((word) => PHONE.has(word) || BESIDE_PHONE.has(word));
	// A letter alone begins an ID as well. In front, "No" is short for number only with its full stop.
	const isMarked = /[.:]/.test(label);
	const isPhone = words.some((word) => PHONE.has(word) && (isMarked || word.length > 1));
	const isRefusal =
		/^no(?![\p{L}.])/iu.test(label) || (words.includes('no') && words.includes('sms'));
	return isKnown && isPhone && !isRefusal;
}
