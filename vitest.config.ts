import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/{unit,hosts,contract,faults,promises}/**/*.test.ts"],
    exclude: process.env.WINNOW_LONG === "1" ? [] : ["**/*.long.test.ts"],
    // The tests run the built command line, browser host and threads.
    globalSetup: ["test/support/ensure-built.ts"],
    setupFiles: ["test/support/fixed-seed.ts"],
    // For what hangs: machines that do other things besides take several times as long as quiet ones.
    testTimeout: 90_000,
    hookTimeout: 90_000,
    expect: { poll: { timeout: 60_000 } },
    pool: "forks",
    // One more than the smallest machine has cores: tests wait, too.
    maxWorkers: 3,
  },
});
