import { systemCodeOf } from "../../../shared/problems/values.ts";
import { problem } from "../../../shared/problems.ts";
import { problemLine } from "../plain-text.ts";
import { EXIT } from "./exit-codes.ts";

/**
 * Ends the command in order when nobody takes what it prints: quietly where the reader has had enough (`winnow lists |
 * head`), in words where standard output cannot be written. What counts is committed before.
 */
export function endOnLostOutput(): void {
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") process.exit(EXIT.done);
    const path = "standard output";
    const met =
      error.code === "ENOSPC" || error.code === "EDQUOT"
        ? problem("disk_full", { path })
        : problem("out_unwritable", { path, code: systemCodeOf(error) });
    process.stderr.write(`${problemLine(met)}\n`, () => process.exit(EXIT.input));
  });
  // Words that nobody can read any more change nothing.
  process.stderr.on("error", () => {});
}
