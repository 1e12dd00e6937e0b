import { latestOnly } from './latest-only.js';
import { count } from './format.js';

const MOST = 500;

/**
 * The newest entries that the server holds, the newest on top. Rows that are there already stay,
 * and with them the place where somebody reads.
 *
 * @param load resolves to { total, entries } for a limit
 * @param keyOf changes when the row of an entry has to be drawn again
 * @param onChange gets how many entries were added
 */
export function createNewestList({ scroller, load, keyOf, rowOf, onChange, older }) {
	const list = scroller.querySelector('.rows');
	const foot = scroller.querySelector('.rows + p');
	let rows = new Map();
	let entries = [];
	let total = 0;
	let generation = 0;

	const refresh = latestOnly(async () => {
		const mine = generation;
		const found = await load(MOST);
		if (mine !== generation) return;
		const added = found.total - total;
		({ entries, total } = found);
		draw();
		onChange(added);
	});

	function draw() {
		const kept = new Set(entries.map(({ id }) => id));
		for (const [id, { row }] of rows) {
			if (kept.has(id)) continue;
			row.remove();
			rows.delete(id);
		}
		const fresh = [];
		for (const entry of entries) {
			const known = rows.get(entry.id);
			const key = keyOf(entry);
			if (known?.key === key) continue;
			const row = rowOf(entry);
			if (known) known.row.replaceWith(row);
			else fresh.push(row);
			rows.set(entry.id, { key, row });
		}
		list.prepend(...fresh);
		foot.hidden = total <= MOST;
		foot.textContent = `The newest ${count(MOST)} of ${count(total)}. ${older}`;
	}

	return {
		refresh,
		/** Drops everything and loads it again. */
		restart() {
			generation++;
			rows = new Map();
			entries = [];
			total = 0;
			list.replaceChildren();
			scroller.scrollTo({ top: 0 });
			return refresh();
		},
		entries: () => entries,
		total: () => total,
		row: (id) => rows.get(id)?.row,
	};
}
