/** Runs the long version of tests (`npm run test:long`, takes hours) instead of a sample. */
export const LONG = process.env.WINNOW_LONG === "1";

/** Seed of the random tests, fixed so that a failure is caused by the change under test. WINNOW_SEED overrides it. */
export const SEED = Number(process.env.WINNOW_SEED ?? "20261121");

/** Seed of the random tests that try something new each day in CI: the date as YYYYMMDD. Elsewhere {@link SEED}. */
export const DAILY_SEED =
  process.env.CI === undefined || process.env.WINNOW_SEED !== undefined
    ? SEED
    : Number(new Date().toISOString().slice(0, 10).replaceAll("-", ""));
