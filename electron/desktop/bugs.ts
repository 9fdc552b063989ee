import { problem } from "../../shared/problems.ts";
import type { SendToPage } from "./page-events.ts";

export interface BugOptions {
  readonly log: (line: string) => void;
  /** Null until there is a page to tell. */
  readonly send: () => SendToPage | null;
}

/**
 * Writes uncaught exceptions and unhandled rejections to the log, without keys, tells the user once, and goes on: what
 * counts is committed before it is acted on. Electron would show a stack trace for the former and only warn of the latter.
 */
export function surviveBugs(source: Pick<NodeJS.EventEmitter, "on">, { log, send }: BugOptions): void {
  let told = false;
  const survive = (error: unknown) => {
    void writeDown(error, log);
    const tell = send();
    if (told || tell === null) return;
    told = true;
    tell({ event: "notice", problem: problem("internal") });
  };
  source.on("uncaughtException", survive);
  source.on("unhandledRejection", survive);
}

/** Writes what went wrong to the log, in one line and without keys. */
export async function writeDown(error: unknown, log: (line: string) => void): Promise<void> {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  const { redact } = await import("../engine/service/index.ts");
  log(`a bug: ${redact(text, []).replaceAll("\n", " | ")}`);
}
