for (const [name, load] of Object.entries(libraries)) jest.mock(name, load);
// The same cases in each run; SEED draws others. fast-check tells the seed of what fails.
const seed = Number(process.env.SEED ?? 2026) % 2 ** 31;
require('fast-check').configureGlobal({ seed });
