const SHOWN_FOR_MS = 2600;
let timer;

/** A short sentence at the foot of the page. */
export function toast(text) {
	const box = document.getElementById('toast');
	// An open dialog covers everything that is not inside it.
	(document.querySelector('dialog[open]') ?? document.body).append(box);
	box.textContent = text;
	box.hidden = false;
	clearTimeout(timer);
	timer = setTimeout(() => (box.hidden = true), SHOWN_FOR_MS);
}
