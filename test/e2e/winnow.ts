import type {
  PlaywrightTestArgs,
  PlaywrightTestOptions,
  PlaywrightWorkerArgs,
  PlaywrightWorkerOptions,
  TestType,
} from "@playwright/test";
import { type Fixtures, test as inBrowser, type RunningHost } from "./browser-host.ts";
import { test as onDesktop } from "./desktop/face.ts";

type Journeys = TestType<
  PlaywrightTestArgs & PlaywrightTestOptions & Fixtures & { host: RunningHost },
  PlaywrightWorkerArgs & PlaywrightWorkerOptions
>;

/**
 * The end-to-end test: on the desktop if WINNOW_FACE is `desktop`, otherwise in a browser. Tests that use `host` only
 * run in a browser.
 */
export const test = (process.env.WINNOW_FACE === "desktop" ? onDesktop : inBrowser) as Journeys;
export { dropFile, expect } from "./browser-host.ts";
