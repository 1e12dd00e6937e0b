const WIDTH = 760;

const text = (x: number, y: number, content: string, more = ''): string =>
	`<text x="${x}" y="${y}" ${more}>${content}</text>`;
const line = (x1: number, y1: number, x2: number, y2: number): string =>
	`<line x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}" stroke="#d5d8dc"/>`;
const circle = (x: number, y: number, colour: string): string =>
	`<circle cx="${x}" cy="${y}" r="4" fill="${colour}"/>`;
const bar = (x: number, y: number, width: number, colour: string): string =>
	`<rect x="${x}" y="${y}" width="${width}" height="11" fill="${colour}"/>`;

const picture = (title: string, height: number, content: string[]): string =>
	[
		`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${title}" font-family="system-ui, sans-serif" font-size="13" fill="#212f3d">`,
		`<rect width="${WIDTH}" height="${height}" fill="#ffffff"/>`,
		text(WIDTH / 2, 28, title, 'text-anchor="middle" font-size="16" font-weight="600"'),
		...content,
		'</svg>\n',
	].join('\n');

export interface Curve {
	name: string;
	colour: string;
	points: Array<{ recipients: number; seconds: number }>;
}

/** Seconds over recipients, both on logarithmic axes. */
export function plotCurves(title: string, curves: readonly Curve[]): string {
	const [left, right, top, bottom] = [70, 710, 50, 400];
	const x = (recipients: number) => Math.round(left + (Math.log10(recipients) - 2) * 160);
	const y = (seconds: number) => Math.round(bottom - (Math.log10(seconds) + 2) * 70);
	return picture(title, 460, [
		...[100, 1000, 10_000, 100_000, 1_000_000].flatMap((recipients) => [
			line(x(recipients), top, x(recipients), bottom),
			text(x(recipients), 420, recipients.toLocaleString('en'), 'text-anchor="middle"'),
		]),
		...[0.01, 0.1, 1, 10, 100, 1000].flatMap((seconds) => [
			line(left, y(seconds), right, y(seconds)),
			text(left - 8, y(seconds) + 4, `${seconds} s`, 'text-anchor="end"'),
		]),
		...curves.flatMap(({ name, colour, points }, index) => {
			const places = points.map(({ recipients, seconds }) => [x(recipients), y(seconds)] as const);
			return [
				`<polyline points="${places.join(' ')}" fill="none" stroke="${colour}" stroke-width="2.5"/>`,
				...places.map((place) => circle(...place, colour)),
				// The corner that no curve comes to.
				circle(432, 306 + index * 20, colour),
				text(440, 310 + index * 20, name),
			];
		}),
		text(WIDTH / 2, 444, 'recipients', 'text-anchor="middle"'),
	]);
}

export interface Bars {
	name: string;
	/** For each column, a count of each kind. */
	counts: number[][];
}

/** A row for each name, a column for each title, a bar for each kind in every cell. */
export function plotBars(
	title: string,
	columns: string[],
	kinds: ReadonlyArray<{ name: string; colour: string }>,
	rows: readonly Bars[],
): string {
	const left = (column: number) => 190 + column * Math.round(550 / columns.length);
	const top = (row: number) => 74 + row * 62;
	const legend = top(rows.length) + 10;
	return picture(title, legend + 24, [
		...columns.map((name, column) => text(left(column), 56, name, 'font-weight="600"')),
		...rows.flatMap(({ name, counts }, row) => [
			line(16, top(row) - 6, WIDTH - 16, top(row) - 6),
			text(16, top(row) + 26, name),
			...counts.flatMap((cell, column) =>
				cell.flatMap((count, kind) => {
					const [y, width] = [top(row) + kind * 16, Math.max(count * 13, 2)];
					return [
						bar(left(column), y, width, kinds[kind]!.colour),
						text(left(column) + width + 5, y + 10, String(count), 'font-size="11"'),
					];
				}),
			),
		]),
		...kinds.flatMap(({ name, colour }, index) => [
			bar(16 + index * 200, legend, 11, colour),
			text(33 + index * 200, legend + 10, name, 'font-size="12"'),
		]),
	]);
}
