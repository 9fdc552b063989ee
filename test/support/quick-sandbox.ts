import { afterAll } from "vitest";
import { createSandbox, type Sandbox } from "../../electron/sandbox/index.ts";

/** The service's double for all tests of a file, with as little waiting as it knows; it is closed after them. */
export async function quickSandbox(): Promise<Sandbox> {
  const sandbox = await createSandbox({ speed: Number.POSITIVE_INFINITY });
  afterAll(() => sandbox.close());
  return sandbox;
}
