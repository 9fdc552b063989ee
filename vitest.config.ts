import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/{unit,contract,faults}/**/*.test.ts"],
    testTimeout: 30_000,
    hookTimeout: 30_000,
    pool: "forks",
  },
});
