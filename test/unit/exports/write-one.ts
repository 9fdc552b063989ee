import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { exportTasks, type WriteInput } from "../../../electron/engine/exports/index.ts";
import type { BuiltCleaning } from "../results/build-cleaning.ts";
import { makeDataDir } from "../results/build-list.ts";

export const EVERYTHING = {
  filter: {},
  sort: { by: { kind: "row" as const }, descending: false },
  format: { kind: "exact" as const },
  withVerdicts: false,
  columns: null,
  split: "one" as const,
};

export function targetFolder(): string {
  return mkdtempSync(join(makeDataDir(), "out-"));
}

/** Runs `exports.write` here and now. */
export function writeOne(
  { built, cleaning }: Pick<BuiltCleaning, "built" | "cleaning">,
  request: Partial<WriteInput["request"]>,
  place: Partial<WriteInput> & { target: string },
) {
  const progress: unknown[] = [];
  const result = exportTasks["exports.write"](
    {
      list: built.list,
      results: cleaning.results,
      request: { ...EVERYTHING, ...request },
      overwrite: false,
      temporary: `${place.target}.part`,
      sourcePath: null,
      name: "contacts.csv",
      now: Date.parse("2026-04-01T00:00:00Z"),
      ...place,
    },
    { progress: (value) => progress.push(value) },
  );
  return result.then((outcome) => ({ outcome, progress }));
}
