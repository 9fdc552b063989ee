import { statSync } from "node:fs";
import { join } from "node:path";
import type { Out } from "../../../../shared/bridge/cleanings.ts";
import type { ExportTarget } from "../../../../shared/bridge/exports.ts";
import type { Standing } from "../../../../shared/bridge/standing.ts";
import { problem } from "../../../../shared/problems.ts";
import { fail, ok, type Result } from "../../../../shared/result.ts";
import { LIST_COLUMNS, readyPreflight, sourcesOf } from "../../lists/index.ts";
import { type Journal, type Layout, openColumns } from "../../store/index.ts";
import type { Downloads } from "../files/own-downloads.ts";
import { admit, findPlace, newFileMode, type Place, standingAt } from "../files/place.ts";
import { temporaryBeside, tryPlace } from "../files/put-file.ts";
import type { StreamPlace } from "../files/stream.ts";

/** Where a file goes that is about to be written, settled before the first byte of it is made. */
export interface Destination {
  readonly place: Place;
  /** Where it is written first: on the disk of its place, and nothing is there. */
  readonly temporary: string;
  readonly mode: number;
  /** The finished file is sent there, and not kept; null: it stays in its place. */
  readonly stream: StreamPlace | null;
  /** Takes away what is left of the writing; `kept`: the finished file stays. */
  end(kept: boolean): void;
}

/** A file as it is to be written: `name` is what a host offers it as. */
export interface Wanted {
  readonly id: string;
  /** The list that it is of; null: of none. */
  readonly listId: string | null;
  readonly name: string;
  /** It is to stay as a file: a pipe or a device is not written to, whenever it came there. */
  readonly isKept?: boolean;
}

export interface DestinationsInput {
  readonly journal: Journal;
  readonly layout: Layout;
  readonly downloads: Downloads;
}

/** What was agreed to be replaced at a path that the user named, and nothing where they did not agree. */
function agreedToReplace(target: {
  path: string;
  overwrite: boolean;
  standing?: Standing | undefined;
}): Standing | null {
  return target.overwrite ? (target.standing ?? standingAt(target.path)) : null;
}

/** Files that nothing may be written over on behalf of a list: the user's own, also of a merged one, and Winnow's copy. */
function untouchableFiles(journal: Journal, layout: Layout, listId: string): string[] {
  const list = layout.list(listId);
  return [list.original, list.records, ...sourcesOf(journal, listId)];
}

/** Settles where a file goes: beside what the user named, into a folder of Winnow's own for a host, or into a stream. */
export function createDestinations({ journal, layout, downloads }: DestinationsInput) {
  function own(wanted: Wanted, stream: StreamPlace | null): Destination {
    const folder = downloads.make(wanted.id);
    const named = join(folder, wanted.name);
    return {
      place: { named, replaces: null, untouchable: [], dataDir: null },
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
    const found = findPlace(target.path);
    if (found.kind === "stream" && wanted.isKept !== true) return own(wanted, found);
    // Where nothing can be written, nothing is made beside it either: whoever tries is told why.
    const temporary =
      found.kind === "unusable" || found.kind === "stream"
        ? { path: join(layout.unfinished, "nowhere"), discard() {} }
        : temporaryBeside(found.path, layout.unfinished);
    return {
      place: {
        named: target.path,
        replaces: agreedToReplace(target),
        untouchable: wanted.listId === null ? [] : untouchableFiles(journal, layout, wanted.listId),
        dataDir: layout.dataDir,
      },
      temporary: temporary.path,
      mode: newFileMode(),
      stream: null,
      end: () => temporary.discard(),
    };
  };
}

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
