import { statSync } from "node:fs";
import { join } from "node:path";
import type { OutputFile } from "../../../../shared/bridge/cleanings.ts";
import type { ExportTarget } from "../../../../shared/bridge/exports.ts";
import type { FileStamp } from "../../../../shared/bridge/file-stamp.ts";
import { problem } from "../../../../shared/problems.ts";
import { fail, ok, type Result } from "../../../../shared/result.ts";
import { readyPreflight, sourcesOf } from "../../catalog/index.ts";
import { LIST_COLUMNS } from "../../lists/index.ts";
import { type Journal, type Layout, openColumns } from "../../store/index.ts";
import { checkWritable, temporaryBeside } from "../files/atomic-write.ts";
import type { Downloads } from "../files/own-downloads.ts";
import { checkTarget, inspectPath, newFileMode, stampAt, type WriteTarget } from "../files/place.ts";
import type { StreamPlace } from "../files/stream.ts";

export interface Destination {
  readonly target: WriteTarget;
  /** Temporary path, on the same disk; no file exists there. */
  readonly temporary: string;
  readonly mode: number;
  /** Stream to send the finished file to instead of keeping it, if any. */
  readonly stream: StreamPlace | null;
  /** Removes temporary files, and the result too unless `kept`. */
  end(kept: boolean): void;
}

/** A file to write; `name` is used for downloads. */
export interface Wanted {
  readonly id: string;
  readonly listId: string | null;
  readonly name: string;
  readonly isKept?: boolean;
}

export interface DestinationsInput {
  readonly journal: Journal;
  readonly layout: Layout;
  readonly downloads: Downloads;
}

function agreedToReplace(target: {
  path: string;
  overwrite: boolean;
  standing?: FileStamp | undefined;
}): FileStamp | null {
  return target.overwrite ? (target.standing ?? stampAt(target.path)) : null;
}

/** Returns the user's own files, also of a merged list, and Winnow's copy. */
function untouchableFiles(journal: Journal, layout: Layout, listId: string): string[] {
  const list = layout.list(listId);
  return [list.original, list.records, ...sourcesOf(journal, listId)];
}

/** Returns a function that resolves a target: a path, a download folder or a stream. */
export function createDestinations({ journal, layout, downloads }: DestinationsInput) {
  function own(wanted: Wanted, stream: StreamPlace | null): Destination {
    const folder = downloads.make(wanted.id);
    const path = join(folder, wanted.name);
    return {
      target: { path, replaces: null, neverReplace: [], dataDir: null },
      temporary: join(folder, ".part"),
      mode: newFileMode(),
      stream,
      end(kept) {
        if (!kept || stream !== null) downloads.discard(wanted.id);
      },
    };
  }

  return function destinationOf(target: ExportTarget, wanted: Wanted): Destination {
    if (target.kind === "download") return own(wanted, null);
    const found = inspectPath(target.path);
    if (found.kind === "stream" && wanted.isKept !== true) return own(wanted, found);
    // Create nothing next to an unusable path; `checkTarget` reports the problem.
    const temporary =
      found.kind === "unusable" || found.kind === "stream"
        ? { path: join(layout.unfinished, "nowhere"), discard() {} }
        : temporaryBeside(found.path, layout.unfinished);
    return {
      target: {
        path: target.path,
        replaces: agreedToReplace(target),
        neverReplace: wanted.listId === null ? [] : untouchableFiles(journal, layout, wanted.listId),
        dataDir: layout.dataDir,
      },
      temporary: temporary.path,
      mode: newFileMode(),
      stream: null,
      end: () => temporary.discard(),
    };
  };
}

/** Maximum bytes that the verdict columns add to a row. */
const VERDICT_BYTES = 64;

/**
 * Checks that the cleaned list can be written, before anything is paid for. Returns the stamp of the file to replace,
 * or `null`. Fails like `checkTarget`, or with `disk_full`.
 */
export function checkOutput(
  { journal, layout }: { journal: Journal; layout: Layout },
  listId: string,
  out: OutputFile,
): Result<FileStamp | null> {
  const { path } = out;
  // It may be written hours later by another process, so streams are refused.
  if (inspectPath(path).kind === "stream") return fail(problem("out_not_a_file", { path }));
  const replaces = agreedToReplace(out);
  const admitted = checkTarget({
    path,
    replaces,
    neverReplace: untouchableFiles(journal, layout, listId),
    dataDir: layout.dataDir,
  });
  if (!admitted.ok) return admitted;
  const bytes = largestOutput(journal, layout, listId, out);
  const refused = checkWritable(admitted.value.path, path, bytes, layout.unfinished);
  return refused === null ? ok(replaces) : fail(refused);
}

function largestOutput(journal: Journal, layout: Layout, listId: string, out: OutputFile): number {
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

function verifiedAddressBytes(layout: Layout, listId: string, rows: number): number {
  const columns = openColumns(layout.list(listId).columns, { readonly: true });
  try {
    const { differingCells, rowAddress, addressEnd } = LIST_COLUMNS;
    const otherwise = columns.get(differingCells);
    if (otherwise === null || otherwise.length === 0) return 0;
    const addresses = columns.read(rowAddress);
    const ends = columns.read(addressEnd);
    return otherwise.reduce((sum, row) => {
      const address = addresses[row] ?? -1;
      return address < 0 ? sum : sum + (ends[address] ?? 0) - (address === 0 ? 0 : (ends[address - 1] ?? 0));
    }, rows);
  } finally {
    columns.close();
  }
}
