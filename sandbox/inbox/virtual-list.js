/** Browsers stop at heights of about 17 to 33 million pixels; this stays below. */
const MOST_PIXELS = 12_000_000;
const SPARE_ROWS = 6;

/**
 * A list of rows of one height, of which only the visible ones are in the document. It asks
 * `draw(row element, index)` for each; index 0 is the row at the top.
 */
export function createVirtualList({ scroller, rowHeight, rowClass, rowRole, draw }) {
	const rows = scroller.querySelector('.rows');
	const pool = new Map();
	const mostRows = Math.floor(MOST_PIXELS / rowHeight);
	let count = 0;
	let scheduled = false;

	function paint() {
		scheduled = false;
		const first = Math.max(0, Math.floor(scroller.scrollTop / rowHeight) - SPARE_ROWS);
		const visible = Math.ceil(scroller.clientHeight / rowHeight) + 2 * SPARE_ROWS;
		const last = Math.min(count, first + visible);
		for (const [index, row] of pool) {
			if (index >= first && index < last) continue;
			row.remove();
			pool.delete(index);
		}
		for (let index = first; index < last; index++) {
			let row = pool.get(index);
			if (!row) {
				row = document.createElement('div');
				row.role = rowRole;
				row.id = `${rowClass}-${index}`;
				row.className = `row ${rowClass}`;
				row.style.height = `${rowHeight}px`;
				row.style.top = `${index * rowHeight}px`;
				pool.set(index, row);
				rows.append(row);
			}
			draw(row, index);
		}
	}

	function refresh() {
		if (scheduled) return;
		scheduled = true;
		requestAnimationFrame(paint);
	}

	scroller.addEventListener('scroll', refresh, { passive: true });
	new ResizeObserver(refresh).observe(scroller);

	return {
		refresh,
		mostRows,
		atTop: () => scroller.scrollTop < rowHeight / 2,
		rowId: (index) => `${rowClass}-${index}`,
		/** Scrolls no further than it takes to show this row. */
		reveal(index) {
			const top = index * rowHeight;
			const lowest = top + rowHeight - scroller.clientHeight;
			const { scrollTop } = scroller;
			scroller.scrollTop = Math.min(Math.max(scrollTop, lowest), top);
			refresh();
		},
		toTop: () => scroller.scrollTo({ top: 0 }),
		setCount(wanted) {
			count = Math.min(wanted, mostRows);
			rows.style.height = `${count * rowHeight}px`;
			refresh();
		},
		/** Keeps what the reader looks at in place when rows come in above it. */
		pushDown(by) {
			scroller.scrollTop += by * rowHeight;
		},
	};
}
