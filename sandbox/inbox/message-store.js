import { latestOnly } from './latest-only.js';
import { get } from './server.js';

const PAGE_SIZE = 200;
const MOST_PAGES = 60;

/**
 * The messages as the server holds them, loaded by page when a row needs one. Positions count from
 * the oldest message, so that they stay as they are when new ones arrive.
 */
export function createMessageStore(onChange) {
	let filter = '';
	let total = 0;
	let pages = new Map();
	let generation = 0;

	async function load(page) {
		const mine = generation;
		const entry = pages.get(page) ?? { messages: [] };
		entry.loading = true;
		pages.delete(page);
		pages.set(page, entry);
		if (pages.size > MOST_PAGES) pages.delete(pages.keys().next().value);
		const query = { offset: page * PAGE_SIZE, limit: PAGE_SIZE, recipient: filter };
		const found = await get('/messages', query).catch(() => undefined);
		if (mine !== generation) return;
		entry.loading = false;
		if (!found) return;
		entry.messages = found.messages;
		setTotal(Math.max(total, found.total));
	}

	const countMatches = latestOnly(async () => {
		const mine = generation;
		const { total: found } = await get('/messages', { limit: 0, recipient: filter });
		if (mine === generation) setTotal(Math.max(total, found));
	});

	function setTotal(wanted) {
		const added = wanted - total;
		total = wanted;
		onChange(added);
	}

	return {
		total: () => total,

		/** The message at this position; undefined while its page is on the way. */
		at(position) {
			const page = Math.floor(position / PAGE_SIZE);
			const entry = pages.get(page);
			const message = entry?.messages[position % PAGE_SIZE];
			if (!message && !entry?.loading) void load(page);
			return message;
		},

		/** A batch that was just accepted. */
		async arrived({ firstId, count, newest, ...shared }) {
			if (filter) return countMatches();
			const nextId = firstId + count;
			newest.forEach((recipient, index) => {
				const id = nextId - newest.length + index;
				const entry = pages.get(Math.floor((id - 1) / PAGE_SIZE));
				// Only onto the end of what is there, so that a page never gets a hole.
				if (entry && !entry.loading && entry.messages.length === (id - 1) % PAGE_SIZE) {
					entry.messages.push({ id, recipient, ...shared });
				}
			});
			setTotal(Math.max(total, nextId - 1));
		},

		/** Drops everything and reads the total again. */
		async restart(recipient = filter) {
			filter = recipient;
			const mine = ++generation;
			pages = new Map();
			total = 0;
			const { total: found } = await get('/messages', { limit: 0, recipient: filter });
			if (mine === generation) setTotal(found);
		},
	};
}
