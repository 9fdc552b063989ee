import { afterEach, beforeEach } from "vitest";
import { createWorld, type World } from "./one-cleaning.ts";
import { quickSandbox } from "./quick-sandbox.ts";

/** Provides one sandbox per test file and a new world for each test. */
export const sandbox = await quickSandbox();
export let world: World;

beforeEach(() => {
  world = createWorld(sandbox);
});
afterEach(() => world.end());
