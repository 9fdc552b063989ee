import { type ReadOptions, readOptionsSchema } from "../../../../shared/bridge/lists.ts";
import { problem } from "../../../../shared/problems.ts";
import { fail, ok, type Result } from "../../../../shared/result.ts";

/** Absent options are detected. */
export interface ReadingFlags {
  readonly column?: string;
  readonly encoding?: string;
  readonly delimiter?: string;
  readonly rows?: "lines" | "addresses";
  readonly sheet?: string;
  readonly headerLine?: number;
  /** False with `--no-header`. */
  readonly header?: boolean;
  readonly fixCells?: boolean;
  readonly readAs?: "results" | "list";
  readonly resultsOf?: string;
}

const DELIMITERS: Readonly<Record<string, string>> = {
  comma: ",",
  semicolon: ";",
  tab: "\t",
  "\\t": "\t",
  pipe: "|",
  bar: "|",
};

/** Converts flags to the options of `lists.read`. Fails with `usage` for invalid values. */
export function readOptionsOf(flags: ReadingFlags): Result<ReadOptions> {
  const { column, encoding, delimiter, rows, sheet, headerLine, header, readAs, resultsOf, fixCells } = flags;
  const given = {
    ...(column === undefined ? {} : columnOf(column)),
    ...(encoding === undefined ? {} : { encoding }),
    ...(delimiter === undefined ? {} : { delimiter: DELIMITERS[delimiter.toLowerCase()] ?? delimiter }),
    ...(rows === undefined ? {} : { rows }),
    ...(sheet === undefined ? {} : { sheet }),
    ...(headerLine === undefined ? {} : { headerLine }),
    ...(header === false ? { hasHeader: false } : {}),
    ...(readAs === undefined ? {} : { readAs }),
    ...(resultsOf === undefined ? {} : { resultsOf }),
    ...(fixCells === true ? { fixCells: true } : {}),
  };
  const parsed = readOptionsSchema.safeParse(given);
  if (parsed.success) return ok(parsed.data);
  const option = FLAG_NAMES[parsed.error.issues[0]?.path[0] ?? ""] ?? "An option";
  return fail(problem("usage", { why: "value", given: option }));
}

const FLAG_NAMES: Readonly<Partial<Record<PropertyKey, string>>> = {
  column: "--column",
  columnName: "--column",
  encoding: "--encoding",
  delimiter: "--delimiter",
  sheet: "--sheet",
  headerLine: "--header-line",
};

function columnOf(column: string): ReadOptions {
  return /^\d+$/.test(column) ? { column: Number(column) - 1 } : { columnName: column };
}
