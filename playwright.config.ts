import { defineConfig } from "@playwright/test";

/** Tests with very many rows or lists, which run only with WINNOW_LONG=1. */
const LONG = "**/*.long.e2e.ts";
const isLong = process.env.WINNOW_LONG === "1";

/** End-to-end tests in Debian's Chromium. Each starts a browser host with its own data folder. */
export default defineConfig({
  testDir: "test/e2e",
  testMatch: isLong ? LONG : "**/*.e2e.ts",
  testIgnore: isLong ? [] : LONG,
  globalSetup: "./test/support/ensure-built.ts",
  workers: 2,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  outputDir: "test-results",
  use: {
    locale: "en-US",
    actionTimeout: 20_000,
    viewport: { width: 1280, height: 800 },
    launchOptions: {
      executablePath: process.env.WINNOW_CHROMIUM ?? "/usr/bin/chromium",
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-background-networking",
        "--disable-component-update",
      ],
    },
    trace: process.env.WINNOW_TRACE === "1" ? "retain-on-failure" : "off",
  },
});
