import { NAMES, SUBJECTS, type Statement, type Subject } from './subjects';

/** Recipients, counted. */
export interface Verdict {
	/** Got two SMS or more. */
	twice: number;
	/** Got none, and the workflow does not say so. */
	forgotten: number;
	/** The workflow says what is not true of them, or got an SMS that it does not know of. */
	wrong: number;
}

/**
 * @param sent the recipient of each SMS that the service sent
 * @param statements what the workflow says at its end
 */
export function verdictOf(
	phones: readonly string[],
	sent: readonly string[],
	statements: ReadonlyMap<string, Statement>,
): Verdict {
	const verdict = { twice: 0, forgotten: 0, wrong: 0 };
	for (const phone of phones) {
		const count = sent.filter((recipient) => recipient === phone).length;
		const statement = statements.get(phone);
		if (count > 1) verdict.twice++;
		if (count === 0 && (statement === undefined || statement === 'sent')) verdict.forgotten++;
		const denied = statement === undefined || statement === 'notSent';
		if (count > 0 ? denied : statement === 'sent') verdict.wrong++;
	}
	return verdict;
}

export interface Row {
	name: string;
	story: string;
	verdicts: Record<Subject, Verdict>;
}

const KINDS = [
	['twice', 'got two SMS or more', '#c0392b'],
	['forgotten', 'forgotten', '#d68910'],
	['wrong', 'workflow is wrong about', '#5d6d7e'],
] as const;

export function tableOf(rows: readonly Row[]): string {
	const header = ['Fault', ...SUBJECTS.map((subject) => NAMES[subject])];
	const cell = ({ twice, forgotten, wrong }: Verdict) => `${twice} / ${forgotten} / ${wrong}`;
	const lines = rows.map(({ name, story, verdicts }) => [
		`**${name}**<br>${story}`,
		...SUBJECTS.map((subject) => cell(verdicts[subject])),
	]);
	const total = SUBJECTS.map((subject) => {
		const sum = (kind: keyof Verdict) =>
			rows.reduce((count, { verdicts }) => count + verdicts[subject][kind], 0);
		return cell({ twice: sum('twice'), forgotten: sum('forgotten'), wrong: sum('wrong') });
	});
	return [header, header.map((_, index) => (index === 0 ? '---' : ':---:')), ...lines]
		.concat([['**Together**', ...total.map((one) => `**${one}**`)]])
		.map((cells) => `| ${cells.join(' | ')} |`)
		.join('\n');
}

const WIDTH = 760;
const LABEL = 190;
const ROW = 62;
const TOP = 74;
const COLUMN = (WIDTH - LABEL - 20) / SUBJECTS.length;

const text = (x: number, y: number, content: string, more = ''): string =>
	`<text x="${x}" y="${y}" ${more}>${content}</text>`;

function bars(verdict: Verdict, left: number, top: number, people: number): string[] {
	const scale = (COLUMN - 50) / people;
	return KINDS.flatMap(([kind, , colour], index) => {
		const y = top + index * 16;
		const width = Math.max(verdict[kind] * scale, 1.5);
		return [
			`<rect x="${left}" y="${y}" width="${width.toFixed(1)}" height="11" fill="${colour}"/>`,
			text(Number((left + width + 5).toFixed(1)), y + 10, `${verdict[kind]}`, 'font-size="11"'),
		];
	});
}

/** Every fault in a row, every node in a column, three bars in each: shorter is better. */
export function plot(rows: readonly Row[], people: number): string {
	const height = TOP + rows.length * ROW + 34;
	const title = `What becomes of ${people} recipients when something goes wrong`;
	return [
		`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${title}" font-family="system-ui, sans-serif" font-size="13" fill="#212f3d">`,
		`<rect width="${WIDTH}" height="${height}" fill="#ffffff"/>`,
		text(WIDTH / 2, 26, title, 'text-anchor="middle" font-size="16" font-weight="600"'),
		...SUBJECTS.map((subject, column) =>
			text(LABEL + column * COLUMN, 56, NAMES[subject], 'font-weight="600"'),
		),
		...rows.flatMap(({ name, verdicts }, index) => {
			const top = TOP + index * ROW;
			return [
				`<line x1="16" y1="${top - 6}" x2="${WIDTH - 16}" y2="${top - 6}" stroke="#d5d8dc"/>`,
				text(16, top + 26, name),
				...SUBJECTS.flatMap((subject, column) =>
					bars(verdicts[subject], LABEL + column * COLUMN, top, people),
				),
			];
		}),
		...KINDS.flatMap(([, words, colour], index) => {
			const x = 16 + index * 200;
			return [
				`<rect x="${x}" y="${height - 24}" width="11" height="11" fill="${colour}"/>`,
				text(x + 17, height - 14, words, 'font-size="12"'),
			];
		}),
		'</svg>',
		'',
	].join('\n');
}
