import { count, element, time } from './format.js';
import { createNewestList } from './newest-list.js';
import { get } from './server.js';

const byId = (id) => document.getElementById(id);

/** Every request of the API, newest on top: also the refused, hung and reset ones. */
export function createRequestsView() {
	const list = createNewestList({
		scroller: byId('requests'),
		load: async (limit) => {
			const { requests, total } = await get('/requests', { order: 'newest', limit, brief: 1 });
			return { entries: requests, total };
		},
		keyOf: ({ outcome, acceptedCount }) => `${outcome} ${acceptedCount}`,
		rowOf: (request) => {
			const row = element('li');
			row.append(...cells(request));
			return row;
		},
		onChange: show,
		older: 'All are at /sandbox/requests.',
	});

	function show() {
		byId('request-count').textContent = count(list.total());
		byId('no-requests').hidden = byId('requests-panel').hidden || list.total() > 0;
	}

	return { arrived: list.refresh, restart: list.restart, show };
}

function cells({ id, method, path, status, outcome, acceptedCount, magic, at }) {
	const notes = [];
	if (acceptedCount) notes.push(`${count(acceptedCount)} accepted`);
	if (magic) notes.push(`magic ${magic}`);
	const result = outcome === 'answered' ? String(status) : outcome;
	const sentNothing = method === 'POST' && acceptedCount === 0;
	return [
		element('small', '', `#${id}`),
		element('small', `chip ${tone(outcome, status, sentNothing)}`, result),
		element('code', '', `${method} ${path.replace('/api/v1', '')}`),
		element('span', '', notes.join(' · ')),
		element('small', '', time(at)),
	];
}

function tone(outcome, status, sentNothing) {
	if (outcome === 'pending') return '';
	if (outcome !== 'answered') return 'bad';
	if (status < 300) return sentNothing ? 'warn' : 'good';
	return status < 500 ? 'warn' : 'bad';
}
