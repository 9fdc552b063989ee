import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/{unit,contract,faults}/**/*.test.ts"],
    setupFiles: ["test/support/fixed-seed.ts"],
    testTimeout: 30_000,
    hookTimeout: 30_000,
    pool: "forks",
  },
});
