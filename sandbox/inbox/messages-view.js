import { avatar, count, element, time } from './format.js';
import { createNewestList } from './newest-list.js';
import { get } from './server.js';

const FRESH_FOR_MS = 1000;
/** Pixels. Who has scrolled no further sees the newest message. */
const TOP = 40;
const byId = (id) => document.getElementById(id);

/** The list of messages, newest on top. `onSelect` gets the message that the phone should show. */
export function createMessagesView({ onSelect }) {
	const scroller = byId('messages');
	const panel = byId('messages-panel');
	const newer = byId('newer');
	let filter = '';
	let selected;
	/** By hand. Until then the phone follows what arrives. */
	let isChosen = false;
	let unseen = 0;

	const list = createNewestList({
		scroller,
		load: async (limit) => {
			const query = { order: 'newest', limit, recipient: filter, brief: 1 };
			const { messages, total } = await get('/messages', query);
			return { entries: messages, total };
		},
		keyOf: ({ id }) => id,
		rowOf,
		onChange(added) {
			if (!atTop()) unseen += added;
			else if (!isChosen && list.total() > 0) select(list.entries()[0]);
			showSurroundings();
		},
		older: 'Filter by recipient to find older ones.',
	});

	const atTop = () => scroller.scrollTop < TOP;

	function rowOf(message) {
		const row = element('div', 'row');
		row.role = 'option';
		row.id = `message-${message.id}`;
		row.ariaSelected = 'false';
		row.classList.toggle('fresh', Date.parse(message.at) > Date.now() - FRESH_FOR_MS);
		fill(row, message);
		row.addEventListener('click', () => choose(message, true));
		return row;
	}

	function select(message, isOpen = false) {
		if (message.id === selected?.id && !isOpen) return;
		if (selected && list.row(selected.id)) list.row(selected.id).ariaSelected = 'false';
		selected = message;
		list.row(message.id).ariaSelected = 'true';
		scroller.setAttribute('aria-activedescendant', `message-${message.id}`);
		onSelect(message, isOpen);
	}

	function choose(message, isOpen) {
		isChosen = true;
		select(message, isOpen);
	}

	function step({ key }) {
		const messages = list.entries();
		const last = messages.length - 1;
		const index = messages.findIndex(({ id }) => id === selected?.id);
		const next = {
			ArrowDown: Math.min(index + 1, last),
			ArrowUp: Math.max(index - 1, 0),
			Home: 0,
			End: last,
			Enter: index,
		}[key];
		if (messages[next] === undefined) return false;
		list.row(messages[next].id).scrollIntoView({ block: 'nearest' });
		choose(messages[next], key === 'Enter');
		return true;
	}

	function showSurroundings() {
		if (atTop()) unseen = 0;
		newer.hidden = unseen === 0 || panel.hidden;
		newer.textContent = `↑ ${count(unseen)} new`;
		byId('empty').hidden = panel.hidden || list.total() > 0 || filter !== '';
		byId('no-match').hidden = panel.hidden || list.total() > 0 || filter === '';
	}

	scroller.addEventListener('scroll', showSurroundings, { passive: true });
	scroller.addEventListener('keydown', (event) => step(event) && event.preventDefault());
	newer.addEventListener('click', () => {
		isChosen = false;
		scroller.scrollTo({ top: 0 });
		select(list.entries()[0]);
	});

	return {
		arrived: () => list.refresh(),
		restart(recipient) {
			filter = recipient;
			selected = undefined;
			isChosen = false;
			unseen = 0;
			scroller.removeAttribute('aria-activedescendant');
			return list.restart();
		},
		showSurroundings,
	};
}

function fill(row, { sender, recipient, at, text, sms }) {
	const { letters, hue } = avatar(sender);
	const face = element('span', 'avatar', letters);
	face.style.setProperty('--hue', hue);
	const head = element('span');
	head.append(element('strong', '', sender), ' ', element('small', '', `to\u00a0${recipient}`));
	const cost = element('small', 'chip', `${count(sms)} SMS`);
	row.append(face, head, element('small', '', time(at)), element('p', '', text), cost);
}
