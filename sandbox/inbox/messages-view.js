import { avatar, count, element, time } from './format.js';
import { createMessageStore } from './message-store.js';
import { createVirtualList } from './virtual-list.js';

const ROW_HEIGHT = 84;
const FRESH_FOR_MS = 1000;
const byId = (id) => document.getElementById(id);

/** The list of messages, newest on top. `onSelect` gets the message that the phone should show. */
export function createMessagesView({ onSelect }) {
	const scroller = byId('messages');
	const panel = byId('messages-panel');
	const newer = byId('newer');
	/** { position, chosen (by hand), open (the phone, where it covers the list), shown (a message's id) } */
	let selected;
	let unseen = 0;
	let freshSince = Infinity;

	const store = createMessageStore((added) => {
		const wasAtTop = list.atTop();
		list.setCount(store.total());
		if (added > 0 && !wasAtTop) {
			list.pushDown(added);
			unseen += added;
		}
		showSurroundings();
	});
	const list = createVirtualList({
		scroller,
		rowHeight: ROW_HEIGHT,
		rowClass: 'message',
		rowRole: 'option',
		draw,
	});

	const positionOf = (index) => store.total() - 1 - index;

	function draw(row, index) {
		const position = positionOf(index);
		const message = store.at(position);
		const key = message ? String(message.id) : '';
		// Until somebody chooses, the phone follows what arrives.
		if (message && index === 0 && list.atTop() && !selected?.chosen) select(position);
		const current = position === selected?.position;
		row.ariaSelected = current ? 'true' : 'false';
		if (current) scroller.setAttribute('aria-activedescendant', row.id);
		if (current && message && selected.shown !== message.id) show(message);
		if (row.dataset.key === key) return;
		row.dataset.key = key;
		row.replaceChildren();
		row.onclick = null;
		if (!message) return;
		row.classList.toggle('fresh', list.atTop() && Date.parse(message.at) > freshSince);
		fill(row, message);
		row.onclick = () => select(positionOf(index), { chosen: true, open: true });
	}

	function select(position, { chosen = false, open = false } = {}) {
		// Positions count from the oldest message, and so stay as they are when others arrive.
		selected = { position, chosen, open };
		list.refresh();
	}

	function show(message) {
		selected.shown = message.id;
		onSelect(message, selected.open);
	}

	function step({ key }) {
		const last = Math.min(store.total(), list.mostRows) - 1;
		const index = selected ? store.total() - 1 - selected.position : -1;
		const next = {
			ArrowDown: Math.min(index + 1, last),
			ArrowUp: Math.max(index - 1, 0),
			Home: 0,
			End: last,
			Enter: index,
		}[key];
		if (next === undefined || next < 0) return false;
		list.reveal(next);
		select(positionOf(next), { chosen: true, open: key === 'Enter' });
		return true;
	}

	function showSurroundings() {
		if (list.atTop()) unseen = 0;
		newer.hidden = unseen === 0 || panel.hidden;
		newer.textContent = `↑ ${count(unseen)} new`;
		const foot = scroller.querySelector('.foot');
		foot.hidden = store.total() <= list.mostRows;
		foot.textContent = `The newest ${count(list.mostRows)} of ${count(store.total())}. Filter by recipient to find older ones.`;
		const filtered = byId('filter').value !== '';
		byId('empty').hidden = panel.hidden || store.total() > 0 || filtered;
		byId('no-match').hidden = panel.hidden || store.total() > 0 || !filtered;
	}

	scroller.addEventListener('scroll', showSurroundings, { passive: true });
	scroller.addEventListener('keydown', (event) => step(event) && event.preventDefault());
	newer.addEventListener('click', () => {
		selected = undefined;
		list.toTop();
	});

	return {
		arrived(batch) {
			freshSince = Date.now() - FRESH_FOR_MS;
			return store.arrived(batch);
		},
		async restart(filter) {
			selected = undefined;
			scroller.removeAttribute('aria-activedescendant');
			unseen = 0;
			list.setCount(0);
			list.toTop();
			await store.restart(filter);
		},
		showSurroundings,
	};
}

function fill(row, { sender, recipient, at, text, sms }) {
	const { letters, hue } = avatar(sender);
	const face = element('span', 'avatar', letters);
	face.style.setProperty('--hue', hue);
	const head = element('span', 'sender');
	head.append(element('strong', '', sender), element('span', 'to', `to ${recipient}`));
	const body = element('span', 'text');
	// A row shows two lines; a message may be megabytes.
	body.append(
		element('span', '', text.slice(0, 300)),
		element('span', 'chip', `${count(sms)} SMS`),
	);
	row.append(face, head, element('span', 'time', time(at)), body);
}
