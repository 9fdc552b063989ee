import { mkdtempSync, readFileSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { createXlsxWriter } from "../../../electron/engine/exports/formats/xlsx.ts";
import { createByteSink, stampAt, type WriteInput } from "../../../electron/engine/exports/index.ts";
import { exportTasks } from "../../../electron/engine/exports/thread-tasks.ts";
import type { BuiltCleaning } from "../results/build-cleaning.ts";
import { makeDataDir } from "../results/build-list.ts";

const EVERYTHING = {
  filter: {},
  sort: { by: { kind: "row" as const }, descending: false },
  format: { kind: "exact" as const },
  withVerdicts: false,
  columns: null,
  split: "one" as const,
};

export const CSV = {
  kind: "csv",
  delimiter: ",",
  encoding: "utf-8",
  bom: false,
  newline: "\n",
  formulaGuard: true,
} as const;

export function targetFolder(): string {
  return realpathSync(mkdtempSync(join(makeDataDir(), "out-")));
}

/** Target of an export. `overwrite` allows replacing an existing file. */
export interface Where extends Partial<Omit<WriteInput, "target" | "temporary">> {
  readonly target: string;
  readonly overwrite?: boolean;
  readonly sourcePath?: string | null;
  readonly temporary?: string;
}

export function writeOne(
  { built, cleaning }: Pick<BuiltCleaning, "built" | "cleaning">,
  request: Partial<WriteInput["request"]>,
  { target, overwrite = false, sourcePath = null, temporary = `${target}.part`, ...rest }: Where,
) {
  const progress: unknown[] = [];
  const { list, dataDir } = built;
  const result = exportTasks["exports.write"](
    {
      list,
      dataDir,
      results: cleaning.results,
      request: { ...EVERYTHING, ...request },
      target: {
        path: target,
        replaces: overwrite ? stampAt(target) : null,
        neverReplace: [list.original, list.records, ...(sourcePath === null ? [] : [sourcePath])],
        dataDir,
      },
      temporary,
      mode: 0o644,
      name: "contacts.csv",
      fileName: "contacts.csv",
      now: Date.parse("2026-04-01T00:00:00Z"),
      ...rest,
    },
    { progress: (value) => progress.push(value) },
  );
  return result.then((outcome) => ({ outcome, progress }));
}

/** Writes rows directly to a workbook and returns its bytes and the counts of the writer. */
export async function writeWorkbook(
  options: Parameters<typeof createXlsxWriter>[0],
  rows: readonly (readonly string[])[],
  above: readonly string[] = [],
) {
  const target = join(targetFolder(), "out.xlsx");
  const sink = createByteSink(target, 0o600);
  const writer = createXlsxWriter(options, sink);
  if (above.length > 0) writer.above(above);
  for (const row of rows) writer.row(row);
  const counts = writer.finish();
  await sink.finish();
  return { counts, bytes: readFileSync(target) };
}
