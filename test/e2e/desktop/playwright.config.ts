import { defineConfig } from "@playwright/test";
import { LONG } from "../../support/long.ts";

// What the journeys' test looks at, in every worker.
process.env.WINNOW_FACE = "desktop";

/** Journeys that are the same on every face (what they need of one is in face.ts), and meet what only the desktop has. */
const JOURNEYS = [
  "check",
  "clean",
  "cleanings",
  "erasing",
  "first-run",
  "frame",
  "keyboard",
  "lists",
  "settings",
  "suppress",
];
/** Those that meet the same page again. */
const LONG_JOURNEYS = ["domains", "forecast", "results"];

const journeys = LONG ? [...JOURNEYS, ...LONG_JOURNEYS] : JOURNEYS;

/** The desktop, on the Electron runtime or on the stand-in for it: see program.ts. */
export default defineConfig({
  projects: [
    { name: "desktop", testDir: ".", testMatch: "*.desktop.ts" },
    { name: "journeys", testDir: "..", testMatch: journeys.map((name) => `${name}.e2e.ts`) },
  ],
  workers: 2,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  globalSetup: "../../support/ensure-built.ts",
  outputDir: "../../../test-results/desktop",
  use: { trace: process.env.WINNOW_TRACE === "1" ? "retain-on-failure" : "off" },
});
