import { plotBars } from '../plots';
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
	{ kind: 'twice', name: 'got two SMS or more', colour: '#c0392b' },
	{ kind: 'forgotten', name: 'forgotten', colour: '#d68910' },
	{ kind: 'wrong', name: 'workflow is wrong about', colour: '#5d6d7e' },
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

/** Every fault in a row, every node in a column, three bars in each: shorter is better. */
export const plot = (rows: readonly Row[], people: number): string =>
	plotBars(`What becomes of ${people} recipients when something goes wrong`, people, {
		columns: SUBJECTS.map((subject) => NAMES[subject]),
		kinds: KINDS,
		rows: rows.map(({ name, verdicts }) => ({
			name,
			counts: SUBJECTS.map((subject) => KINDS.map(({ kind }) => verdicts[subject][kind])),
		})),
	});
