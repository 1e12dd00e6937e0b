import { avatar, count, dayAndMinute, element, minute, withLinks } from './format.js';
import { latestOnly } from './latest-only.js';
import { get } from './server.js';

const THREAD_LENGTH = 40;
const byId = (id) => document.getElementById(id);

/** The recipient's phone: the latest texts of one sender to one recipient. */
export function createPhoneView() {
	const phone = byId('phone');
	const thread = byId('thread');
	let shown;

	byId('close-phone').addEventListener('click', () => {
		phone.classList.remove('open');
		byId('messages').focus();
	});

	function head({ sender, recipient }) {
		const { letters, hue } = avatar(sender);
		const face = byId('thread-avatar');
		face.hidden = false;
		face.textContent = letters;
		face.style.setProperty('--hue', hue);
		byId('thread-sender').textContent = sender;
		byId('thread-recipient').textContent = `to ${recipient}`;
	}

	const showThread = latestOnly(async (message) => {
		const query = { recipient: message.recipient, order: 'newest', limit: THREAD_LENGTH };
		const { messages } = await get('/messages', query);
		if (shown !== message) return;
		const texts = messages.filter((found) => sameThread(found, message));
		if (!texts.some(({ id }) => id === message.id)) texts.push(message);
		thread.replaceChildren(...texts.reverse().flatMap(bubble));
		thread.scrollTop = thread.scrollHeight;
	});

	return {
		show(message, open) {
			shown = message;
			byId('clock').textContent = minute(message.at);
			if (open) phone.classList.add('open');
			// Covers the list on a narrow screen; on a wide one there is no such button.
			if (open) byId('close-phone').focus();
			head(message);
			return showThread(message);
		},

		/** Shows a batch that was just accepted, where it belongs to the thread on the screen. */
		async arrived({ sender, newest }) {
			if (shown?.sender === sender && newest.includes(shown.recipient)) await showThread(shown);
		},

		idle() {
			shown = undefined;
			phone.classList.remove('open');
			byId('clock').textContent = minute(new Date());
			byId('thread-avatar').hidden = true;
			byId('thread-sender').textContent = 'No messages';
			byId('thread-recipient').textContent = '';
			thread.replaceChildren(element('p', 'center', 'What a recipient would read shows up here.'));
		},
	};
}

const sameThread = (one, other) => one.sender === other.sender && one.recipient === other.recipient;

function bubble({ at, text, sms, requestId }, index, all) {
	const sameMinute = index > 0 && minute(all[index - 1].at) === minute(at);
	const said = element('p', 'bubble');
	said.append(...withLinks(text));
	const parts = [said, element('small', '', `${count(sms)} SMS · request #${requestId}`)];
	return sameMinute ? parts : [element('div', 'stamp', dayAndMinute(at)), ...parts];
}
