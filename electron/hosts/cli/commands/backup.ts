import { resolve } from "node:path";
import { count } from "../../../../shared/numbers.ts";
import { ok } from "../../../../shared/result.ts";
import type { Command } from "../run.ts";

/** `winnow backup [folder]`: everything but keys into a new folder below `folder`, or below Winnow's own `backups`. */
export function backupCommand(folder: string | undefined, options: { json?: boolean }): Command {
  return async ({ session, terminal, signal, begin }) => {
    begin();
    const target = folder === undefined ? undefined : { path: resolve(folder) };
    const made = await session.call("app.backup", { target }, signal);
    if (!made.ok) return made;
    const { path, bytes } = made.value;
    if (options.json === true) terminal.json({ backup: path, bytes });
    else {
      terminal.data(path);
      terminal.say(`${count(bytes)} bytes are backed up. Keys are not in it.`);
    }
    return ok(null);
  };
}
