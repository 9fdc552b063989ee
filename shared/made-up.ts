import type { Cleaning } from "./bridge/cleanings.ts";

/** Returns whether a cleaning's verdicts are simulated. Imported verdicts are real even in a sandbox account. */
export function isMadeUp({ sandbox, state }: Pick<Cleaning, "sandbox" | "state">): boolean {
  return sandbox && state !== "imported";
}
