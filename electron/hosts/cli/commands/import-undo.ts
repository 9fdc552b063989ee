import { ok } from "../../../../shared/result.ts";
import type { Command } from "../run.ts";
import type { SpeechOptions } from "../terminal/speech.ts";
import { findImport } from "./find-import.ts";

/** `winnow import --undo <import>`: removes what an export said of mail, by the import's id, the beginning of it, or its name. */
export function importUndoCommand(given: string, options: SpeechOptions): Command {
  return async ({ session, terminal, begin }) => {
    const listed = await session.call("memory.imports", {});
    if (!listed.ok) return listed;
    const found = findImport(
      listed.value.imports.filter(({ kind }) => kind !== "suppression"),
      given,
      "import_unknown",
    );
    if (!found.ok) return found;
    begin();
    const { id, name } = found.value;
    const removed = await session.call("memory.remove", { id });
    if (!removed.ok) return removed;
    if (options.json === true) terminal.json({ import: id, name, removed: true });
    else terminal.say(`The import '${name}' is undone: nothing it said counts any more.`);
    return ok(null);
  };
}
