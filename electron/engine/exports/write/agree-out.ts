import { statSync } from "node:fs";
import type { Out } from "../../../../shared/bridge/cleanings.ts";
import type { Standing } from "../../../../shared/bridge/standing.ts";
import { problem } from "../../../../shared/problems.ts";
import { fail, ok, type Result } from "../../../../shared/result.ts";
import { admit, findPlace, tryPlace } from "../../files/index.ts";
import { LIST_COLUMNS, readyPreflight } from "../../lists/index.ts";
import { type Journal, type Layout, openColumns } from "../../store/index.ts";
import { agreedToReplace, untouchableFiles } from "./destination.ts";

/** Bytes that the verdict columns add to a row, at most: the words, five flags, the time, their delimiters. */
const VERDICT_BYTES = 64;

/**
 * Finds out, before anything is paid for, whether the cleaned list can be written where it was asked for: by the name, by
 * what stands there, by making a file there, and by the room that is left. Answers what it may replace once it is
 * written, null: nothing. Problems: those of `admit`, `disk_full`.
 */
export function agreeOut(
  { journal, layout }: { journal: Journal; layout: Layout },
  listId: string,
  out: Out,
): Result<Standing | null> {
  const { path } = out;
  // Hours may pass until it is written, perhaps by another process: what takes no file then is refused now.
  if (findPlace(path).kind === "stream") return fail(problem("out_not_a_file", { path }));
  const replaces = agreedToReplace(out);
  const admitted = admit({
    named: path,
    replaces,
    untouchable: untouchableFiles(journal, layout, listId),
    dataDir: layout.dataDir,
  });
  if (!admitted.ok) return admitted;
  const bytes = largestOutput(journal, layout, listId, out);
  const refused = tryPlace(admitted.value.path, path, bytes, layout.unfinished);
  return refused === null ? ok(replaces) : fail(refused);
}

/** Bytes of the cleaned list if every row is kept. */
function largestOutput(journal: Journal, layout: Layout, listId: string, out: Out): number {
  const { original, records } = layout.list(listId);
  const size = (path: string) => statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  const read = readyPreflight(journal, listId);
  const preflight = read.ok ? read.value : null;
  const unit = /^utf-?16/i.test(preflight?.encoding ?? "") ? 2 : 1;
  const rows = preflight?.rows ?? 0;
  const added = out.withVerdicts
    ? (rows * VERDICT_BYTES + verifiedAddressBytes(layout, listId, rows)) * unit
    : 0;
  return Math.max(size(original), size(records)) + added;
}

/** Bytes that the column of the verified addresses adds, where there is one: of each row a delimiter, and its address. */
function verifiedAddressBytes(layout: Layout, listId: string, rows: number): number {
  const columns = openColumns(layout.list(listId).columns, { readonly: true });
  try {
    const { otherwiseWritten, rowAddress, addressEnd } = LIST_COLUMNS;
    const otherwise = columns.get(otherwiseWritten.name, otherwiseWritten.kind);
    if (otherwise === null || otherwise.length === 0) return 0;
    const addresses = columns.get(rowAddress.name, rowAddress.kind) ?? new Int32Array();
    const ends = columns.get(addressEnd.name, addressEnd.kind) ?? new Uint32Array();
    return otherwise.reduce((sum, row) => {
      const address = addresses[row] ?? -1;
      return address < 0 ? sum : sum + (ends[address] ?? 0) - (address === 0 ? 0 : (ends[address - 1] ?? 0));
    }, rows);
  } finally {
    columns.close();
  }
}
