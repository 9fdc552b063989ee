import { type ReadOptions, readOptionsSchema } from "../../../../shared/bridge/lists.ts";
import type { Usage, UsageValues } from "../../../../shared/problems/requests.ts";
import { problem } from "../../../../shared/problems.ts";
import { fail, ok, type Result } from "../../../../shared/result.ts";
import { isVerdictSource, VERDICT_SOURCES } from "../../../../shared/verdict-sources.ts";

/** What a command was told of how to read a list; whatever is absent is found out. */
export interface ReadingFlags {
  readonly column?: string;
  readonly encoding?: string;
  readonly delimiter?: string;
  readonly rows?: string;
  readonly sheet?: string;
  readonly headerLine?: string;
  /** `--no-header` makes it false. */
  readonly header?: boolean;
  readonly fixCells?: boolean;
  readonly readAs?: string;
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

/** The options of `lists.read`. Problem: `usage`. */
export function readOptionsOf(flags: ReadingFlags): Result<ReadOptions> {
  const column = columnOf(flags.column);
  if (!column.ok) return column;
  const headerLine = lineOf("--header-line", flags.headerLine);
  if (!headerLine.ok) return headerLine;
  const without = flags.header === false;
  if (without && flags.headerLine !== undefined)
    return usage("excluded", { option: "--no-header", other: "--header-line" });
  const { rows } = flags;
  if (rows !== undefined && rows !== "lines" && rows !== "addresses")
    return usage("choice", { option: "--rows", choices: ["lines", "addresses"] });
  const { readAs } = flags;
  if (readAs !== undefined && readAs !== "results" && readAs !== "list")
    return usage("choice", { option: "--read-as", choices: ["results", "list"] });
  const { encoding, delimiter, sheet } = flags;
  const resultsOf = flags.resultsOf?.trim().toLowerCase();
  if (resultsOf !== undefined && readAs !== "results")
    return usage("alone", { option: "--results-of", other: "--read-as results" });
  if (resultsOf !== undefined && !isVerdictSource(resultsOf))
    return usage("choices", { option: "--results-of", choices: VERDICT_SOURCES, given: resultsOf });
  return within({
    ...column.value,
    ...headerLine.value.map((line) => ({ headerLine: line }))[0],
    ...(without ? { hasHeader: false } : {}),
    ...(encoding === undefined ? {} : { encoding }),
    ...(delimiter === undefined ? {} : { delimiter: DELIMITERS[delimiter.toLowerCase()] ?? delimiter }),
    ...(rows === undefined ? {} : { rows }),
    ...(sheet === undefined ? {} : { sheet }),
    ...(readAs === undefined ? {} : { readAs }),
    ...(resultsOf === undefined ? {} : { resultsOf }),
    ...(flags.fixCells === true ? { fixCells: true } : {}),
  });
}

/** The flags that say an option, as the bridge calls it. */
const FLAGS: Readonly<Partial<Record<PropertyKey, string>>> = {
  column: "--column",
  columnName: "--column",
  encoding: "--encoding",
  delimiter: "--delimiter",
  sheet: "--sheet",
  headerLine: "--header-line",
};

/** The options, if they are within the bridge's bounds. */
function within(options: ReadOptions): Result<ReadOptions> {
  const issue = readOptionsSchema.safeParse(options).error?.issues[0];
  if (issue === undefined) return ok(options);
  const option = FLAGS[issue.path[0] ?? ""];
  if (issue.code !== "too_big") return usage("unusable", { option });
  // Columns are counted from 0 behind the bridge.
  const most = Number(issue.maximum) + (issue.path[0] === "column" ? 1 : 0);
  return usage(issue.origin === "string" ? "too_long" : "too_high", { option, most });
}

function columnOf(column: string | undefined): Result<ReadOptions> {
  if (column === undefined) return ok({});
  if (!/^\d+$/.test(column)) return ok({ columnName: column });
  return Number(column) > 0 ? ok({ column: Number(column) - 1 }) : usage("from_one", { option: "--column" });
}

/** The line, or none. */
function lineOf(flag: string, text: string | undefined): Result<number[]> {
  if (text === undefined) return ok([]);
  return /^[1-9]\d{0,3}$/.test(text) ? ok([Number(text)]) : usage("line", { option: flag });
}

function usage(why: Usage, values: UsageValues): Result<never> {
  return fail(problem("usage", { why, ...values }));
}
