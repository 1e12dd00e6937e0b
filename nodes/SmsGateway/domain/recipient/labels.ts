/** A word without accents, in small letters. */
const withoutAccents = (word: string): string =>
	word.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '').normalize('NFC');

const labelWords = (text: string): string[] => text.split(/[\s.:'/&°№#()-]+/u).filter(Boolean);

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(' ').map(withoutAccents));

/** Each names a phone, or what it is used for, in one of the languages of the world. */
const PHONE = setOf(
	'tel telephone phone telefon teléfono telefono telefone telefón telefoon telefonu telefona ' +
		'telefonní tf telf tfno telm telp telepon fone fono tālr c cp hp p mobilfunk ruf contacts hotline ' +
		'zalo zap wa wsp wpp dđ động ph fon t m callto mobile mob mobil mobila mobilas mobilais móvil mobiel mobiele ' +
		'mobilní mobitel mobitela cell cel cellphone cellular celular cellulare handy natel portable port gsm ' +
		'kom komórka komórki telemóvel tlm tlf puhelin puh kännykkä matkapuh matkapuhelin sími simu cep tél téléphone ' +
		'sms smsto whatsapp whats viber contact kontakt contacto contato bimbit mkononi ' +
		'тел телефон телефона моб мобильный мобільний мобилен сот сотовый т м τηλ τηλέφωνο κινητό κιν ' +
		'هاتف الهاتف فون جوال الجوال موبایل موبايل تلفن همراه محمول تماس ت تليفون التليفون واتس واتساب الواتساب ' +
		'פון טלפון טל נייד פלאפון नंबर मोबाइल मो मोबा फोन फ़ोन ফোন মোবাইল ဖုန်း ұялы ' +
		'โทร โทรศัพท์ เบอร์ มือถือ điện thoại đt sđt đtdđ ' +
		'電話 电话 手机 手机号 手機 手提 携帯 モバイル 行動 連絡先 联系 聯絡 전화 휴대 휴대폰 핸드폰 연락처 ' +
		'ስልክ ტელ ტელეფონი მობ հեռ հեռախոս բջջ',
);

/** What may stand beside such a word, or end it, and says nothing else. */
const BESIDE_PHONE = setOf(
	'n nr no nro number nummer numéro número numero numer număr num nomor namba nambari nº broj číslo ' +
		'szám numarası h de di za ya за связи връзка контактный perso personal privat privé privato privado private ' +
		'номер số رقم شماره מספר नं नम्बर নম্বর 番号 番號 号 号码 號碼 方式 번호',
);

/** Whether it is one of these words, or begins with one and ends with others: "Handynummer", "手机号码". */
function isOfPhone(word: string): boolean {
	if (PHONE.has(word)) return true;
	for (let end = 2; end <= word.length - 2; end++) {
		const rest = word.slice(end);
		if (PHONE.has(word.slice(0, end)) && (BESIDE_PHONE.has(rest) || isOfPhone(rest))) return true;
	}
	return false;
}

/**
 * Whether a label only names a phone. Any other word may say whose number it is, or that nobody
 * should send to it: "Do not call:", "Wrong number:", "No mobile:".
 */
export function namesPhone(label: string): boolean {
	const words = labelWords(label).map(withoutAccents);
	const phones = words.filter(isOfPhone);
	const isKnown = words.every((word) => phones.includes(word) || BESIDE_PHONE.has(word));
	// A letter alone begins an ID as well. In front or behind a colon, "No" is short for number only with its full stop.
	const isMarked = /[.:/]/.test(label);
	const isPhone = phones.some((word) => isMarked || word.length > 1);
	const isRefusal =
		/(?:^|:\s*)no(?![\p{L}.])/iu.test(label) || (words.includes('no') && words.includes('sms'));
	return isKnown && isPhone && !isRefusal;
}
