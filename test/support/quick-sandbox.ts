import { afterAll, afterEach } from "vitest";
import { createSandbox, type Sandbox } from "../../electron/sandbox/index.ts";

/** Starts the sandbox for the tests of a file, without waits. Its faults end with each test. */
export async function quickSandbox(): Promise<Sandbox> {
  const sandbox = await createSandbox({ speed: Number.POSITIVE_INFINITY });
  afterEach(() => sandbox.faults.clear());
  afterAll(() => sandbox.close());
  return sandbox;
}
