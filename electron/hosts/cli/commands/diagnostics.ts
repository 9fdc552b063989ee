import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { ok } from "../../../../shared/result.ts";
import type { Command } from "../run-command.ts";
import { resolveOutput, writeAtomically } from "../writing/output-target.ts";

/** Writes the diagnostics into Winnow's own folder of exports, and to a new file `out`. */
export function diagnosticsCommand(options: { out?: string; json?: boolean }): Command {
  return async ({ session, terminal, signal }) => {
    const { out } = options;
    const place = out === undefined ? null : resolveOutput({ out, contents: "json" }, session.dataDir, []);
    if (place?.ok === false) return place;
    const made = await session.call("app.diagnostics", {}, signal);
    if (!made.ok) return made;
    const path = out === undefined ? made.value.path : resolve(out);
    if (place !== null) {
      const report = await readFile(made.value.path, "utf8");
      const written = await writeAtomically(place.value, report, session.dataDir);
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
