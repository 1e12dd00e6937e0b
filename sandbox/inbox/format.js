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
export function element(tag, className, text = '') {
	const made = document.createElement(tag);
	made.className = className;
	made.textContent = text;
	return made;
}
