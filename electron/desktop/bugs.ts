import { stackOf } from "../../shared/errors.ts";
import { problem } from "../../shared/problems.ts";
import type { SendToPage } from "./page-events.ts";

export interface BugOptions {
  readonly log: (line: string) => void;
  readonly send: () => SendToPage | null;
}

/**
 * Logs uncaught exceptions and unhandled rejections, notifies the user once, and continues: durable data is committed
 * before it is used. Electron's default would show a stack trace for exceptions and only warn of rejections.
 */
export function handleUncaughtErrors(
  source: Pick<NodeJS.EventEmitter, "on">,
  { log, send }: BugOptions,
): void {
  let told = false;
  const survive = (error: unknown) => {
    void logError(error, log);
    const tell = send();
    if (told || tell === null) return;
    told = true;
    tell({ event: "notice", problem: problem("internal") });
  };
  source.on("uncaughtException", survive);
  source.on("unhandledRejection", survive);
}

export async function logError(error: unknown, log: (line: string) => void): Promise<void> {
  const text = stackOf(error);
  const { redact } = await import("../engine/index.ts");
  log(`a bug: ${redact(text, []).replaceAll("\n", " | ")}`);
}
