import { defineConfig } from "@playwright/test";

/** The desktop, on the Electron runtime or on the stand-in for it: see program.ts. */
export default defineConfig({
  testDir: ".",
  testMatch: "*.desktop.ts",
  workers: 1,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  globalSetup: "../../support/ensure-built.ts",
  outputDir: "../../../test-results/desktop",
  use: { trace: "retain-on-failure" },
});
