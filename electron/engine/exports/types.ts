import type { ExportRowCounts } from "../../../shared/bridge/exports.ts";
import type { ListLayout } from "../store/index.ts";
import type { WriteTarget } from "./files/place.ts";
import type { RowCounts, WriteRequest } from "./write/write-rows.ts";

export interface WriteInput {
  readonly dataDir: string;
  readonly list: ListLayout;
  readonly results: string;
  readonly request: WriteRequest;
  readonly target: WriteTarget;
  /** Temporary path next to the place. The caller removes leftovers. */
  readonly temporary: string;
  readonly mode: number;
  /** An existing file with the same bytes counts as written, see `commitFile`. */
  readonly acceptIdentical?: boolean;
  /** Allow a file with only a header. */
  readonly allowEmpty?: boolean;
  /** Name of the cleaning, for a split's file names and summary. */
  readonly name: string;
  readonly fileName: string;
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
  readonly account: ExportRowCounts;
  readonly files: WrittenFile[];
  /** The reader of standard output stopped early: not all rows were sent. */
  readonly readerLeft?: boolean;
}

export interface WriteProgress {
  readonly rowsWritten: number;
  readonly rowsTotal: number;
}
