import { defineConfig } from "@playwright/test";
import { LONG } from "../../support/long.ts";

// Read by test/e2e/winnow.ts in every worker.
process.env.WINNOW_FACE = "desktop";

/** End-to-end tests that also run on the desktop, because they reach code that only the desktop has. */
const JOURNEYS = ["clean", "cleanings", "first-run", "suppress"];
/** Tests that would only repeat the same pages; for the long run. */
const LONG_JOURNEYS = [
  "check",
  "domains",
  "erasing",
  "forecast",
  "frame",
  "keyboard",
  "lists",
  "results",
  "settings",
];

const journeys = LONG ? [...JOURNEYS, ...LONG_JOURNEYS] : JOURNEYS;

/** Runs on the Electron runtime or on its stand-in; see program.ts. */
export default defineConfig({
  projects: [
    { name: "desktop", testDir: ".", testMatch: "*.desktop.ts" },
    { name: "journeys", testDir: "..", testMatch: journeys.map((name) => `${name}.e2e.ts`) },
  ],
  workers: 2,
  timeout: 120_000,
  // Generous for busy machines; it only catches tests that hang.
  expect: { timeout: 60_000 },
  globalSetup: "../../support/ensure-built.ts",
  outputDir: "../../../test-results/desktop",
  use: { trace: process.env.WINNOW_TRACE === "1" ? "retain-on-failure" : "off" },
});
