import type { RowAccount } from "../../../shared/bridge/exports.ts";
import type { ListLayout } from "../store/index.ts";
import type { Place } from "./files/place.ts";
import type { RowCounts, WriteRequest } from "./write/write-rows.ts";

export interface WriteInput {
  readonly dataDir: string;
  readonly list: ListLayout;
  /** The cleaning's `results.db`. */
  readonly results: string;
  readonly request: WriteRequest;
  /** The file to write; of a split a ZIP. */
  readonly place: Place;
  /** Where it is written first: beside its place, and nothing is there. Whoever asked removes what is left of it. */
  readonly temporary: string;
  /** The mode of a new file. */
  readonly mode: number;
  /** A file that stands there with these very bytes counts as written, see `putFile`. */
  readonly sameIsDone?: boolean;
  /** A header without rows is an answer too. */
  readonly allowEmpty?: boolean;
  /** What the exported cleaning is called in a split's file names and summary. */
  readonly name: string;
  /** What the list's own file was called. */
  readonly fileName: string;
  /** When, in Unix milliseconds. */
  readonly now: number;
}

export interface WrittenFile {
  readonly name: string;
  readonly path: string;
  readonly bytes: number;
  readonly rows: number;
}

export interface WriteOutcome extends RowCounts {
  readonly rows: number;
  /** What became of the list's rows. */
  readonly account: RowAccount;
  readonly files: WrittenFile[];
  /** Whoever read standard output stopped before the end: not all of the rows came through. */
  readonly readerLeft?: boolean;
}

export interface WriteProgress {
  readonly rowsWritten: number;
  readonly rowsTotal: number;
}
