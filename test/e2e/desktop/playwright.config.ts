import { defineConfig } from "@playwright/test";

/** The desktop on the real Electron runtime: `node scripts/desktop-tests.mjs`. */
export default defineConfig({
  testDir: ".",
  testMatch: "*.desktop.ts",
  workers: 1,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  outputDir: "../../../test-results/desktop",
  use: { trace: "retain-on-failure" },
});
