import { resolve } from "node:path";
import { count } from "../../../../shared/numbers.ts";
import { ok } from "../../../../shared/result.ts";
import type { Command } from "../run-command.ts";
import { confirmOrFail } from "../terminal/ask.ts";

/** Copies everything except keys into a new folder below `folder`, or below Winnow's own `backups`. */
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
      terminal.say(`${count(bytes)} bytes are backed up. Keys are not included.`);
    }
    return ok(null);
  };
}

/** `winnow restore <folder>`: replaces all data except suppression lists with a backup; the old data is moved aside. */
export function restoreCommand(folder: string, options: { json?: boolean; yes?: boolean }): Command {
  return async ({ session, terminal, signal, begin }) => {
    const lists = await session.call("cleanings.list", { limit: 1 }, signal);
    const imports = await session.call("memory.imports", {}, signal);
    if ((lists.ok && lists.value.total > 0) || (imports.ok && imports.value.imports.length > 0)) {
      terminal.say(
        "Replaces all lists, results and imports here with those of the backup. They are moved aside.",
      );
      const answer = await confirmOrFail(terminal, "Replace them?", { yes: options.yes });
      if (!answer.ok) return answer;
    }
    begin();
    const restored = await session.call("app.restore", { kind: "path", path: resolve(folder) }, signal);
    if (!restored.ok) return restored;
    const { path, aside, paused } = restored.value;
    if (options.json === true) {
      terminal.json({ restored: path, aside, paused });
      return ok(null);
    }
    terminal.say(`Restored from ${path}.`);
    terminal.say(`The previous data is kept in ${aside}.`);
    if (paused > 0) {
      const which = paused === 1 ? "One cleaning is" : `${count(paused)} cleanings are`;
      terminal.say(`${which} not finished and paused: continue with 'winnow resume'.`);
    }
    return ok(null);
  };
}
