/** Runs the long version of tests (`npm run test:long`, takes hours) instead of a sample. */
export const LONG = process.env.WINNOW_LONG === "1";

/** Seed of the random tests, fixed so that a failure is caused by the change under test. WINNOW_SEED overrides it. */
export const SEED = Number(process.env.WINNOW_SEED ?? "20261121");
