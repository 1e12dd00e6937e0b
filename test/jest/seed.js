// The same cases in each run; SEED draws others. fast-check tells the seed of what fails.
const { configureGlobal } = require('fast-check');

configureGlobal({ seed: Number(process.env.SEED ?? 2026) % 2 ** 31 });
