import { problem } from "../../shared/problems.ts";
import type { SendToPage } from "./page-events.ts";

export interface BugOptions {
  readonly log: (line: string) => void;
  /** Null until there is a page to tell. */
  readonly send: () => SendToPage | null;
}

/**
 * Electron would show a stack trace for what nobody caught. Winnow writes it to the log, without keys, tells the user once
 * that it has made a mistake, and goes on: what counts is committed before it is acted on.
 */
export function surviveBugs(source: Pick<NodeJS.EventEmitter, "on">, { log, send }: BugOptions): void {
  let told = false;
  source.on("uncaughtException", (error: unknown) => {
    void writeDown(error, log);
    const tell = send();
    if (told || tell === null) return;
    told = true;
    tell({ event: "notice", problem: problem("internal") });
  });
}

/** Writes what went wrong to the log, in one line and without keys. */
export async function writeDown(error: unknown, log: (line: string) => void): Promise<void> {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  const { redact } = await import("../engine/service/index.ts");
  log(`a bug: ${redact(text, []).replaceAll("\n", " | ")}`);
}
