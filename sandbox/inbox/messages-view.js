import { avatar, count, element, time } from './format.js';
import { createMessageStore } from './message-store.js';
import { createVirtualList } from './virtual-list.js';

const ROW_HEIGHT = 84;
const FRESH_FOR_MS = 1000;
const byId = (id) => document.getElementById(id);

/** The list of messages, newest on top. `onSelect` gets the message that the phone should show. */
export function createMessagesView({ onSelect }) {
	const scroller = byId('messages');
	const newer = byId('newer');
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
	const list = createVirtualList({ scroller, rowHeight: ROW_HEIGHT, rowClass: 'message', draw });

	function draw(row, index) {
		const message = store.at(store.total() - 1 - index);
		const key = message ? String(message.id) : '';
		const current = message !== undefined && message.id === selected?.id;
		row.ariaCurrent = current ? 'true' : 'false';
		if (row.dataset.key === key) return;
		row.dataset.key = key;
		row.replaceChildren();
		row.onclick = null;
		if (!message) return;
		row.classList.toggle('fresh', list.atTop() && Date.parse(message.at) > freshSince);
		fill(row, message);
		row.onclick = () => select(message, true);
		// Until somebody chooses, the phone follows what arrives.
		if (index === 0 && list.atTop() && !selected?.chosen) select(message, false);
	}

	function select(message, chosen) {
		selected = { id: message.id, chosen };
		onSelect(message, chosen);
		list.refresh();
	}

	function showSurroundings() {
		if (list.atTop()) unseen = 0;
		newer.hidden = unseen === 0 || scroller.hidden;
		newer.textContent = `↑ ${count(unseen)} new`;
		const foot = scroller.querySelector('.foot');
		foot.hidden = store.total() <= list.mostRows;
		foot.textContent = `The newest ${count(list.mostRows)} of ${count(store.total())}. Filter by recipient to find older ones.`;
		const filtered = byId('filter').value !== '';
		byId('empty').hidden = scroller.hidden || store.total() > 0 || filtered;
		byId('no-match').hidden = scroller.hidden || store.total() > 0 || !filtered;
	}

	scroller.addEventListener('scroll', showSurroundings, { passive: true });
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
