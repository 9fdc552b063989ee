import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { ok } from "../../../../shared/result.ts";
import type { Command } from "../run-command.ts";
import { writeAtomically } from "../writing/output-target.ts";

/** Writes the diagnostics into Winnow's own folder of exports, and to a new file `out`. */
export function diagnosticsCommand(options: { out?: string; json?: boolean }): Command {
  return async ({ session, terminal, signal }) => {
    const made = await session.call("app.diagnostics", {}, signal);
    if (!made.ok) return made;
    let { path } = made.value;
    if (options.out !== undefined) {
      const report = await readFile(path, "utf8");
      path = resolve(options.out);
      const written = await writeAtomically({ kind: "file", path, existing: null }, report, session.dataDir);
      if (!written.ok) return written;
    }
    if (options.json === true) terminal.json({ diagnostics: path, log: session.logFile });
    else {
      terminal.data(path);
      terminal.say(
        `It holds codes and counts only. The log, which names lists and folders, is ${session.logFile}.`,
      );
    }
    return ok(null);
  };
}
