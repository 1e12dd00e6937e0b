import type { Result } from './measure';
import { NAMES, recipientsOf } from './report';
import type { Way } from './subject';

const WIDTH = 760;
const HEIGHT = 460;
const PLOT = { left: 70, right: 45, top: 50, bottom: 60 };
/** The corner that no curve comes to. */
const LEGEND = { left: 440, top: 290 };
const COLOURS: Array<[Way, string]> = [
	['itemByItem', '#c0392b'],
	['httpRequest', '#d68910'],
	['send', '#7d3c98'],
	['bulkSend', '#1e8449'],
	['bareScript', '#5d6d7e'],
];
const ITEMS = { from: 2, to: 6 };
const SECONDS = { from: -2, to: 3 };

const scale = (value: number, { from, to }: typeof ITEMS): number =>
	(Math.log10(value) - from) / (to - from);
const x = (recipients: number): number =>
	PLOT.left + scale(recipients, ITEMS) * (WIDTH - PLOT.left - PLOT.right);
const y = (seconds: number): number =>
	HEIGHT - PLOT.bottom - scale(seconds, SECONDS) * (HEIGHT - PLOT.top - PLOT.bottom);

const text = (at: [number, number], content: string, more = ''): string =>
	`<text x="${at[0].toFixed(1)}" y="${at[1].toFixed(1)}" ${more}>${content}</text>`;
const line = (from: [number, number], to: [number, number], more: string): string =>
	`<line x1="${from[0].toFixed(1)}" y1="${from[1].toFixed(1)}" x2="${to[0].toFixed(1)}" y2="${to[1].toFixed(1)}" ${more}/>`;

const powers = ({ from, to }: typeof ITEMS): number[] =>
	Array.from({ length: to - from + 1 }, (_, index) => 10 ** (from + index));

function grid(): string[] {
	const grey = 'stroke="#d5d8dc"';
	return [
		...powers(ITEMS).flatMap((value) => [
			line([x(value), PLOT.top], [x(value), HEIGHT - PLOT.bottom], grey),
			text(
				[x(value), HEIGHT - PLOT.bottom + 20],
				value.toLocaleString('en'),
				'text-anchor="middle"',
			),
		]),
		...powers(SECONDS).flatMap((value) => [
			line([PLOT.left, y(value)], [WIDTH - PLOT.right, y(value)], grey),
			text([PLOT.left - 8, y(value) + 4], `${value} s`, 'text-anchor="end"'),
		]),
	];
}

function curve(results: readonly Result[], way: Way, colour: string, index: number): string[] {
	const points = results
		.filter((result) => result.way === way && result.error === undefined)
		.map((result): [number, number] => [x(recipientsOf(result)), y(result.seconds)])
		.sort(([one], [other]) => one - other);
	if (points.length === 0) return [];
	const path = points.map((point) => point.map((value) => value.toFixed(1)).join(',')).join(' ');
	const legend: [number, number] = [LEGEND.left, LEGEND.top + index * 20];
	return [
		`<polyline points="${path}" fill="none" stroke="${colour}" stroke-width="2.5"/>`,
		...points.map(
			([cx, cy]) => `<circle cx="${cx.toFixed(1)}" cy="${cy.toFixed(1)}" r="4" fill="${colour}"/>`,
		),
		`<circle cx="${legend[0] - 8}" cy="${legend[1] - 4}" r="5" fill="${colour}"/>`,
		text(legend, NAMES[way]),
	];
}

/** Seconds over recipients, both on logarithmic axes, as a picture for the docs. */
export function plot(results: readonly Result[], latency: number): string {
	const title = `Seconds to send to so many recipients (the service responds in ${latency} ms)`;
	return [
		`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${title}" font-family="system-ui, sans-serif" font-size="13" fill="#212f3d">`,
		`<rect width="${WIDTH}" height="${HEIGHT}" fill="#ffffff"/>`,
		text([WIDTH / 2, 28], title, 'text-anchor="middle" font-size="16" font-weight="600"'),
		...grid(),
		...COLOURS.flatMap(([way, colour], index) => curve(results, way, colour, index)),
		text([WIDTH / 2, HEIGHT - 16], 'recipients', 'text-anchor="middle"'),
		'</svg>',
		'',
	].join('\n');
}
