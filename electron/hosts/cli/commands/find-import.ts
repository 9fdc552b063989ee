import type { Import } from "../../../../shared/bridge/memory.ts";
import { problem } from "../../../../shared/problems.ts";
import { fail, ok, type Result } from "../../../../shared/result.ts";

/**
 * Returns the import or suppression list that `given` names: its id, the beginning of its id, or its name. Problems:
 * `unknown`, `suppression_ambiguous`.
 */
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
