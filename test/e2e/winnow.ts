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
 * The journeys' test: on the desktop where WINNOW_FACE says so, else in a browser. `host` is there in a browser only: a test
 * that asks for it is no journey of both.
 */
export const test = (process.env.WINNOW_FACE === "desktop" ? onDesktop : inBrowser) as Journeys;
export { dropFile, expect } from "./browser-host.ts";
