const TIME = new Intl.DateTimeFormat([], { hour: '2-digit', minute: '2-digit', second: '2-digit' });
const MINUTE = new Intl.DateTimeFormat([], { hour: '2-digit', minute: '2-digit' });
const DAY = new Intl.DateTimeFormat([], { weekday: 'short', day: 'numeric', month: 'short' });
const COUNT = new Intl.NumberFormat('en');

export const time = (iso) => TIME.format(new Date(iso));
export const minute = (iso) => MINUTE.format(new Date(iso));
export const dayAndMinute = (iso) => `${DAY.format(new Date(iso))}, ${minute(iso)}`;
export const count = (value) => COUNT.format(value);

/** Two letters and a hue that stay the same for a sender. */
export function avatar(sender) {
	const words = sender.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
	const letters = words.length > 1 ? words.slice(0, 2).map((word) => [...word][0]) : [...sender];
	let hue = 0;
	for (const character of sender) hue = (hue * 31 + character.codePointAt(0)) % 360;
	return { letters: letters.slice(0, 2).join('').toUpperCase(), hue };
}

/** An element with a class and text; text never becomes markup. */
export function element(tag, className = '', text = '') {
	const made = document.createElement(tag);
	made.className = className;
	made.textContent = text;
	return made;
}

const LINK = /https?:[/]{2}[^\s<>"]+/gi;
/** What ends a sentence is not part of the address in it. */
const AFTER_A_LINK = /[.,;:!?'’”»)\]]+$/;

/** The text as nodes, with its web addresses as links. */
export function withLinks(text) {
	const parts = [];
	let end = 0;
	for (const { 0: match, index } of text.matchAll(LINK)) {
		const address = match.replace(AFTER_A_LINK, '');
		if (!URL.canParse(address)) continue;
		const link = element('a', '', address);
		link.href = address;
		link.target = '_blank';
		link.rel = 'noopener noreferrer';
		parts.push(text.slice(end, index), link);
		end = index + address.length;
	}
	return [...parts, text.slice(end)];
}
