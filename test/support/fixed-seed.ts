import fc from "fast-check";

/** What is random in a test is the same in every run, so that a failure speaks of the change; other seeds by hand. */
fc.configureGlobal({ seed: Number(process.env.WINNOW_FAST_CHECK_SEED ?? "20261121") });
