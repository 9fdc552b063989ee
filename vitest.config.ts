import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/{unit,contract,faults}/**/*.test.ts"],
    // The tests run the built command line, browser host and threads.
    globalSetup: ["test/support/ensure-built.ts"],
    setupFiles: ["test/support/fixed-seed.ts"],
    testTimeout: 30_000,
    hookTimeout: 30_000,
    pool: "forks",
    maxWorkers: 2,
  },
});
