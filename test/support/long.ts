/** Whether the breadth is wanted, which takes hours: `npm run test:long`. Without it a sample of each is tried. */
export const LONG = process.env.WINNOW_LONG === "1";

/** What random tests are made from: the same in every run, so that a failure speaks of the change. WINNOW_SEED: another. */
export const SEED = Number(process.env.WINNOW_SEED ?? "20261121");
