import type { Import } from "../../../../shared/bridge/memory.ts";
import { problem } from "../../../../shared/problems.ts";
import { fail, ok, type Result } from "../../../../shared/result.ts";
import type { Command } from "../run-command.ts";
import type { OutputOptions } from "../terminal/terminal.ts";

/** Finds by id, id prefix or name. Fails with `unknown` or `suppression_ambiguous`. */
export function findImport<T extends Pick<Import, "id" | "name">>(
  imports: readonly T[],
  given: string,
  unknown: "import_unknown" | "suppression_unknown",
): Result<T> {
  const exact = imports.filter(({ id }) => id === given);
  const [found, ...more] =
    exact.length > 0 ? exact : imports.filter(({ id, name }) => name === given || id.startsWith(given));
  if (found === undefined || given === "") return fail(problem(unknown, { name: given }));
  return more.length > 0 ? fail(problem("suppression_ambiguous", { name: given })) : ok(found);
}

export function importUndoCommand(given: string, options: OutputOptions): Command {
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
