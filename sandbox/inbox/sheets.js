import { element } from './format.js';
import { get } from './server.js';
import { toast } from './toast.js';

const byId = (id) => document.getElementById(id);
const TONES = { no: 'bad', yes: 'good' };

/** The two sheets (how to connect, and the magic recipients), and what closes a dialog. */
export function createSheets() {
	byId('open-connect').addEventListener('click', openConnect);
	byId('open-magic').addEventListener('click', openMagic);
	for (const sheet of document.querySelectorAll('dialog')) {
		sheet.addEventListener('click', (event) => event.target === sheet && sheet.close());
	}
	for (const button of document.querySelectorAll('[data-copy]')) {
		button.addEventListener('click', () => copy(byId(button.dataset.copy).value));
	}
}

async function openConnect() {
	byId('connect').showModal();
	const [{ baseUrl }, { token, survivesRestart }] = await Promise.all([
		get('/state'),
		get('/token'),
	]);
	byId('base-url').value = baseUrl;
	byId('token').value = token;
	byId('token-life').textContent = survivesRestart
		? 'The token is valid for one year, also after a restart.'
		: 'The token is valid until this sandbox ends.';
	const body = '{"sender_id":"SHOP","recipient":"46701740611","message":"Hello"}';
	byId('curl').value =
		`TOKEN=$(curl -s ${location.origin}/sandbox/token | sed 's/.*:"//; s/".*//')\n` +
		`curl ${baseUrl}/sms/send -H "Authorization: Bearer $TOKEN" \\\n` +
		`  -H 'Content-Type: application/json' \\\n  -d '${body}'`;
}

async function openMagic() {
	byId('magic').showModal();
	const table = byId('magic-table');
	if (table.childElementCount) return;
	let family;
	for (const entry of await get('/magic-recipients')) {
		if (entry.family !== family) table.append(element('h3', '', entry.family), element('ul'));
		family = entry.family;
		table.lastChild.append(magicRow(entry));
	}
}

function magicRow({ number, does, accepted }) {
	const row = element('li');
	const copyNumber = element('button', '', number);
	copyNumber.type = 'button';
	copyNumber.title = 'Copy';
	copyNumber.addEventListener('click', () => copy(number));
	const said = { no: 'not accepted', yes: 'accepted' }[accepted] ?? accepted;
	row.append(
		copyNumber,
		element('span', '', does),
		element('small', `chip ${TONES[accepted] ?? 'warn'}`, said),
	);
	return row;
}

async function copy(text) {
	try {
		await navigator.clipboard.writeText(text);
		toast('Copied');
	} catch {
		toast('The browser did not allow copying');
	}
}
