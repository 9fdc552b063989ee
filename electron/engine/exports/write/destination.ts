import { join } from "node:path";
import type { ExportTarget } from "../../../../shared/bridge/exports.ts";
import type { Standing } from "../../../../shared/bridge/standing.ts";
import {
  type Downloads,
  findPlace,
  newFileMode,
  type Place,
  type StreamPlace,
  standingAt,
  temporaryBeside,
} from "../../files/index.ts";
import { sourcesOf } from "../../lists/index.ts";
import type { Journal, Layout } from "../../store/index.ts";

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

/** The file of the list `listId` as it is to be written: `name` is what a host offers it as. */
export interface Wanted {
  readonly id: string;
  readonly listId: string;
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
export function agreedToReplace(target: {
  path: string;
  overwrite: boolean;
  standing?: Standing | undefined;
}): Standing | null {
  return target.overwrite ? (target.standing ?? standingAt(target.path)) : null;
}

/** Files that nothing may be written over on behalf of a list: the user's own, also of a merged one, and Winnow's copy. */
export function untouchableFiles(journal: Journal, layout: Layout, listId: string): string[] {
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
        untouchable: untouchableFiles(journal, layout, wanted.listId),
        dataDir: layout.dataDir,
      },
      temporary: temporary.path,
      mode: newFileMode(),
      stream: null,
      end: () => temporary.discard(),
    };
  };
}
