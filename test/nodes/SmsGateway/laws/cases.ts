/* eslint-disable @n8n/community-nodes/no-restricted-globals -- runs on the developer's machine, never inside n8n */
import * as fc from 'fast-check';

const FACTOR = Number(process.env.LAW_CASES_FACTOR ?? 1);

// Far more than a law takes.
jest.setTimeout(600_000 * Math.max(1, FACTOR));

/**
 * How many cases a law is tried on, more than 10,000 over all laws; LAW_CASES_FACTOR=20 tries twenty times
 * as many. A law that breaks prints its seed and path: put them beside `numRuns` to see it again.
 */
export const cases = (numRuns: number) => ({ numRuns: Math.ceil(numRuns * FACTOR) });

/** Tries what is said on so many cases, each drawn of these. */
export const law = <T extends [unknown, ...unknown[]]>(
	says: string,
	count: ReturnType<typeof cases>,
	drawn: { [Index in keyof T]: fc.Arbitrary<T[Index]> },
	holds: (...given: T) => Promise<void>,
) => it(says, async () => await fc.assert(fc.asyncProperty<T>(...drawn, holds), count));
