import { afterEach, beforeEach } from "vitest";
import { createWorld, type World } from "./one-cleaning.ts";
import { quickSandbox } from "./quick-sandbox.ts";

/** The sandbox of a test file, and the world of the test that runs: whoever imports them has a new one for each test. */
export const sandbox = await quickSandbox();
export let world: World;

beforeEach(() => {
  world = createWorld(sandbox);
});
afterEach(() => world.end());
