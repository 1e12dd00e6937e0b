/* eslint-disable @n8n/community-nodes/no-restricted-globals -- runs on the developer's machine, never inside n8n */
import * as fc from 'fast-check';

/** In `npm test` a part of the cases that a law names, the same each time; in `npm run test:all` five times as many, and other ones. */
const FACTOR = Number(process.env.LAW_CASES_FACTOR ?? 0.15);

export const isLong = FACTOR > 1;

// As long as any test, for each time that it tries as many cases as in the gate.
if (isLong) jest.setTimeout(60_000 * FACTOR);

/** A law that breaks prints its seed and path: put them beside `numRuns` to see it again. */
export const cases = (numRuns: number) => ({ numRuns: Math.ceil(numRuns * FACTOR) });

/** Tries what is said on so many cases, each drawn of these. */
export const law = <T extends [unknown, ...unknown[]]>(
	says: string,
	count: fc.Parameters<T>,
	drawn: { [Index in keyof T]: fc.Arbitrary<T[Index]> },
	holds: (...given: T) => Promise<void>,
) => it(says, async () => await fc.assert(fc.asyncProperty<T>(...drawn, holds), count));

/** Every third of a table, with others for the next `turn`; in `npm run test:all` the whole. */
export const portion = <T>(table: readonly T[], turn: number): T[] =>
	table.filter((_, index) => isLong || (index + turn) % 3 === 0);
