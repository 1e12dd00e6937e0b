import { count } from './format.js';
import { createMessagesView } from './messages-view.js';
import { createPhoneView } from './phone-view.js';
import { createRequestsView } from './requests-view.js';
import { post, put, sendSample } from './server.js';
import { createSheets } from './sheets.js';
import { createTabs } from './tabs.js';
import { toast } from './toast.js';

const byId = (id) => document.getElementById(id);
const PAUSE_BEFORE_FILTERING_MS = 200;

const phone = createPhoneView();
const messages = createMessagesView({
	onSelect: (message, chosen) => attempt(phone.show(message, chosen)),
});
const requests = createRequestsView();
createSheets();

const attempt = (promise) => promise.catch((error) => toast(error.message));

function restart() {
	phone.idle();
	return attempt(Promise.all([messages.restart(byId('filter').value.trim()), requests.restart()]));
}

createTabs(['messages', 'requests'], (name) => {
	byId('filter').hidden = name !== 'messages';
	messages.showSurroundings();
	requests.show();
});

function showState({ balance, messages: sent, workflowUrl }) {
	byId('how-with-n8n').hidden = !workflowUrl;
	byId('how-to-connect').hidden = Boolean(workflowUrl);
	byId('workflow').href = workflowUrl ?? '';
	byId('message-count').textContent = count(sent);
	const field = byId('balance');
	if (document.activeElement !== field) field.value = balance;
}

function showConnection(tone, text) {
	byId('live').className = tone;
	byId('live').textContent = text;
}

let typing;
byId('filter').addEventListener('input', ({ target }) => {
	clearTimeout(typing);
	typing = setTimeout(
		() => attempt(messages.restart(target.value.trim())),
		PAUSE_BEFORE_FILTERING_MS,
	);
});
byId('drop-filter').addEventListener('click', () => {
	byId('filter').value = '';
	attempt(messages.restart(''));
});
byId('clear').addEventListener('click', () => byId('clear-dialog').showModal());
byId('clear-dialog').addEventListener('close', ({ target }) => {
	if (target.returnValue === 'clear') attempt(post('/clear'));
	target.returnValue = '';
});
byId('send-sample').addEventListener('click', () => attempt(sendSample()));
byId('balance-form').addEventListener('submit', (event) => {
	event.preventDefault();
	byId('balance').blur();
});
byId('balance').addEventListener('change', ({ target }) => {
	if (target.reportValidity()) attempt(put('/balance', { balance: target.valueAsNumber }));
});

const events = new EventSource('/sandbox/events');
const on = (name, handle) => events.addEventListener(name, ({ data }) => handle(JSON.parse(data)));
// Each connection may be to a sandbox that was started again.
events.onopen = () => {
	showConnection('good', `Live on ${location.host}`);
	restart();
};
events.onerror = () => showConnection('bad', 'Not running. Start it and this page goes on.');
on('state', showState);
on('accepted', (batch) => {
	attempt(messages.arrived());
	attempt(phone.arrived(batch));
});
on('request', () => attempt(requests.arrived()));
on('cleared', restart);
