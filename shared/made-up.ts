import type { Cleaning } from "./bridge/cleanings.ts";

/** Whether the sandbox made its verdicts up: those of a results file are the file's, whatever account it was opened with. */
export function isMadeUp({ sandbox, state }: Pick<Cleaning, "sandbox" | "state">): boolean {
  return sandbox && state !== "imported";
}
