import { count, element, time } from './format.js';
import { get } from './server.js';
import { createVirtualList } from './virtual-list.js';

const MOST = 2000;
const byId = (id) => document.getElementById(id);

/** Every request of the API, newest on top: also the refused, hung and reset ones. */
export function createRequestsView() {
	const scroller = byId('requests');
	// Ids count from 1 without gaps, so the newest id is also how many there are.
	let newestId = 0;
	let byRequestId = new Map();
	const list = createVirtualList({
		scroller,
		rowHeight: 46,
		rowClass: 'request',
		rowRole: 'listitem',
		draw,
	});

	function draw(row, index) {
		const request = byRequestId.get(newestId - index);
		const key = request ? `${request.id} ${request.outcome} ${request.acceptedCount}` : '';
		if (row.dataset.key === key) return;
		row.dataset.key = key;
		row.replaceChildren(...(request ? cells(request) : []));
	}

	function keep(request) {
		byRequestId.set(request.id, request);
		newestId = Math.max(newestId, request.id);
	}

	function show() {
		list.setCount(Math.min(newestId, MOST));
		byId('request-count').textContent = count(newestId);
		const foot = scroller.querySelector('.foot');
		foot.hidden = newestId <= MOST;
		foot.textContent = `The newest ${count(MOST)} of ${count(newestId)}. All are at /sandbox/requests.`;
		byId('no-requests').hidden = byId('requests-panel').hidden || newestId > 0;
	}

	return {
		arrived(request) {
			keep(request);
			byRequestId.delete(newestId - MOST);
			show();
		},
		async restart() {
			newestId = 0;
			byRequestId = new Map();
			show();
			const { requests } = await get('/requests', { order: 'newest', limit: MOST, brief: 1 });
			// What an event brought meanwhile is newer than this response.
			for (const request of requests) if (!byRequestId.has(request.id)) keep(request);
			show();
		},
		show,
	};
}

function cells({ id, method, path, status, outcome, acceptedCount, magic, at }) {
	const notes = [];
	if (acceptedCount) notes.push(`${count(acceptedCount)} accepted`);
	if (magic) notes.push(`magic ${magic}`);
	const result = outcome === 'answered' ? String(status) : outcome;
	const sentNothing = method === 'POST' && acceptedCount === 0;
	return [
		element('span', 'id', `#${id}`),
		element('span', 'method', method),
		element('span', 'path', path.replace('/api/v1', '')),
		element('span', `chip ${tone(outcome, status, sentNothing)}`, result),
		element('span', 'note', notes.join(' · ')),
		element('span', 'time', time(at)),
	];
}

function tone(outcome, status, sentNothing) {
	if (outcome === 'pending') return '';
	if (outcome !== 'answered') return 'bad';
	if (status < 300) return sentNothing ? 'warn' : 'good';
	return status < 500 ? 'warn' : 'bad';
}
