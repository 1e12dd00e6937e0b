type Point = [x: number, y: number];

const WIDTH = 760;

const text = ([x, y]: Point, content: string, more = ''): string =>
	`<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" ${more}>${content}</text>`;
const line = ([x1, y1]: Point, [x2, y2]: Point): string =>
	`<line x1="${x1.toFixed(1)}" y1="${y1.toFixed(1)}" x2="${x2.toFixed(1)}" y2="${y2.toFixed(1)}" stroke="#d5d8dc"/>`;
const circle = ([x, y]: Point, radius: number, colour: string): string =>
	`<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="${radius}" fill="${colour}"/>`;
const box = ([x, y]: Point, width: number, colour: string): string =>
	`<rect x="${x.toFixed(1)}" y="${y.toFixed(1)}" width="${width.toFixed(1)}" height="11" fill="${colour}"/>`;

const picture = (title: string, height: number, content: string[]): string =>
	[
		`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${title}" font-family="system-ui, sans-serif" font-size="13" fill="#212f3d">`,
		`<rect width="${WIDTH}" height="${height}" fill="#ffffff"/>`,
		text([WIDTH / 2, 28], title, 'text-anchor="middle" font-size="16" font-weight="600"'),
		...content,
		'</svg>',
		'',
	].join('\n');

/** Powers of ten. */
interface Axis {
	from: number;
	to: number;
}

export interface Curve {
	name: string;
	colour: string;
	points: Array<{ recipients: number; seconds: number }>;
}

/** Seconds over recipients, both on logarithmic axes. */
export function plotCurves(title: string, curves: readonly Curve[]): string {
	const height = 460;
	const frame = { left: 70, right: WIDTH - 45, top: 50, bottom: height - 60 };
	const recipientsAxis: Axis = { from: 2, to: 6 };
	const secondsAxis: Axis = { from: -2, to: 3 };
	const share = (value: number, { from, to }: Axis) => (Math.log10(value) - from) / (to - from);
	const x = (value: number) =>
		frame.left + share(value, recipientsAxis) * (frame.right - frame.left);
	const y = (value: number) =>
		frame.bottom - share(value, secondsAxis) * (frame.bottom - frame.top);
	const powers = ({ from, to }: Axis) =>
		Array.from({ length: to - from + 1 }, (_, index) => 10 ** (from + index));
	const shown = curves.filter(({ points }) => points.length > 0);
	return picture(title, height, [
		...powers(recipientsAxis).flatMap((value) => [
			line([x(value), frame.top], [x(value), frame.bottom]),
			text([x(value), frame.bottom + 20], value.toLocaleString('en'), 'text-anchor="middle"'),
		]),
		...powers(secondsAxis).flatMap((value) => [
			line([frame.left, y(value)], [frame.right, y(value)]),
			text([frame.left - 8, y(value) + 4], `${value} s`, 'text-anchor="end"'),
		]),
		...shown.flatMap(({ name, colour, points }, index) => {
			const places = points
				.map(({ recipients, seconds }): Point => [x(recipients), y(seconds)])
				.sort(([one], [other]) => one - other);
			const path = places.map((place) => place.map((value) => value.toFixed(1)).join(','));
			// The corner that no curve comes to.
			const legend: Point = [440, 290 + index * 20];
			return [
				`<polyline points="${path.join(' ')}" fill="none" stroke="${colour}" stroke-width="2.5"/>`,
				...places.map((place) => circle(place, 4, colour)),
				circle([legend[0] - 8, legend[1] - 4], 5, colour),
				text(legend, name),
			];
		}),
		text([WIDTH / 2, height - 16], 'recipients', 'text-anchor="middle"'),
	]);
}

export interface Kind {
	name: string;
	colour: string;
}

export interface Bars {
	name: string;
	/** For each column, a count of each kind. */
	counts: number[][];
}

/** A row for each name, a column for each title, a bar for each kind in every cell. */
export function plotBars(
	title: string,
	most: number,
	{ columns, kinds, rows }: { columns: string[]; kinds: readonly Kind[]; rows: readonly Bars[] },
): string {
	const label = 190;
	const top = 74;
	const rowHeight = 62;
	const columnWidth = (WIDTH - label - 20) / columns.length;
	const left = (column: number) => label + column * columnWidth;
	const height = top + rows.length * rowHeight + 34;
	return picture(title, height, [
		...columns.map((name, column) => text([left(column), 56], name, 'font-weight="600"')),
		...rows.flatMap(({ name, counts }, row) => {
			const y = top + row * rowHeight;
			return [
				line([16, y - 6], [WIDTH - 16, y - 6]),
				text([16, y + 26], name),
				...counts.flatMap((cell, column) =>
					cell.flatMap((count, kind) => {
						const width = Math.max((count * (columnWidth - 50)) / most, 1.5);
						const at: Point = [left(column), y + kind * 16];
						return [
							box(at, width, kinds[kind]!.colour),
							text([at[0] + width + 5, at[1] + 10], String(count), 'font-size="11"'),
						];
					}),
				),
			];
		}),
		...kinds.flatMap(({ name, colour }, index) => [
			box([16 + index * 200, height - 24], 11, colour),
			text([33 + index * 200, height - 14], name, 'font-size="12"'),
		]),
	]);
}
