import { afterAll, afterEach } from "vitest";
import { createFaultySandbox, type FaultySandbox } from "./faulty-sandbox/index.ts";

/** Starts the sandbox for the tests of a file, without waits. Its faults end with each test. */
export async function quickSandbox(): Promise<FaultySandbox> {
  const sandbox = await createFaultySandbox({ speed: Number.POSITIVE_INFINITY });
  afterEach(() => sandbox.faults.clear());
  afterAll(() => sandbox.close());
  return sandbox;
}
