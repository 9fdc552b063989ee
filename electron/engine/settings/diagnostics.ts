import { arch, constants, platform, release } from "node:os";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import type { AppInfo } from "../../../shared/bridge/app.ts";
import { engineCalls } from "../../../shared/bridge.ts";
import { PROBLEM_CODES } from "../../../shared/problems.ts";
import type { Journal } from "../store/index.ts";

export interface DiagnosticsInput {
  readonly version: string;
  readonly host: AppInfo["host"];
  readonly keychain: AppInfo["keychain"];
  readonly online: boolean;
  readonly journal: Journal;
  readonly logLines: readonly string[];
}

const countSchema = z.object({ name: z.string().nullable(), n: z.int() });
const stepSchema = z.object({
  at: z.int(),
  ordinal: z.int().nullable(),
  from_state: z.string().nullable(),
  to_state: z.string(),
});

/**
 * What to send with a question: states, codes and counts. Never a sentence, for those hold what the user works with: no
 * address, no name of a list, no key, no folder.
 */
export function diagnostics(input: DiagnosticsInput): unknown {
  const { db } = input.journal;
  const counts = (sql: string) =>
    db
      .prepare(sql)
      .all()
      .map((row) => countSchema.parse(row));
  const problems = counts(
    "SELECT json_extract(record, '$.problem.code') AS name, count(*) AS n FROM parts GROUP BY name",
  );
  return {
    winnow: input.version,
    host: input.host,
    system: `${platform()} ${release()} ${arch()}`,
    node: process.version,
    keychain: input.keychain,
    online: input.online,
    schema: db.pragma("user_version", { simple: true }),
    sound: db.pragma("quick_check", { simple: true }) === "ok",
    cleanings: counts("SELECT state AS name, count(*) AS n FROM cleanings GROUP BY state"),
    parts: counts("SELECT state AS name, count(*) AS n FROM parts GROUP BY state"),
    problems: problems.filter(({ name }) => PROBLEM_CODES.some((code) => code === name)),
    timeline: db
      .prepare("SELECT at, ordinal, from_state, to_state FROM journal ORDER BY id DESC LIMIT 200")
      .all()
      .map((row) => stepSchema.parse(row)),
    log: input.logLines.map(codesOf),
  };
}

/** What is told of a line of the log. */
export interface LogCodes {
  /** Seconds since 1970, by the line's own time; null where it has none. */
  readonly at: number | null;
  /** Calls, problems, kinds of errors and the system's codes that it names, in order. */
  readonly codes: readonly string[];
  /** Where in Winnow it happened: files without their folders, and lines. */
  readonly frames: readonly string[];
}

/** All that a line may say: Winnow's own words for calls and problems, and those of Node and the system. */
const KNOWN: ReadonlySet<string> = new Set([
  ...Object.keys(engineCalls),
  ...PROBLEM_CODES,
  ...Object.keys(constants.errno),
  ..."Error TypeError RangeError SyntaxError ReferenceError AggregateError AbortError SqliteError ZodError".split(
    " ",
  ),
]);
const FAMILY = /^(?:SQLITE|ERR)_[A-Z_]{2,60}$/;
const FRAME = /^\s+at /;
/** The last word of a frame. */
const PLACE = /^(.+\.(?:ts|js|mjs|cjs)):(\d+):\d+$/;
const MOST_FRAMES = 12;

/** Where Winnow's own files are, as stack traces write it: beside this file or, once built, beside the bundle. */
const HOME = fileURLToPath(new URL("../../", import.meta.url));

/**
 * The codes in a line of the log, and nothing else of it: an error's message may hold the name of a list, an address, a
 * folder or whatever else the system was asked for. Taken from closed sets of words, so that a new line tells too little
 * rather than too much.
 */
export function codesOf(line: string): LogCodes {
  const at = Date.parse(line.slice(0, line.indexOf(" ")));
  const lines = line.split("\n");
  const words =
    lines
      .filter((one) => !FRAME.test(one))
      .join(" ")
      .match(/[\w.]+/g) ?? [];
  const frames = lines.flatMap((one) => {
    if (!FRAME.test(one)) return [];
    const place = one.split(/[\s()]+/).findLast((word) => word !== "") ?? "";
    const [, file = "", number = ""] = PLACE.exec(place) ?? [];
    return isOurs(file) ? [`${basename(file.replaceAll("\\", "/"))}:${number}`] : [];
  });
  return {
    at: Number.isNaN(at) ? null : Math.round(at / 1000),
    codes: words.filter((word) => KNOWN.has(word) || FAMILY.test(word)),
    frames: frames.slice(0, MOST_FRAMES),
  };
}

function isOurs(file: string): boolean {
  try {
    return (file.startsWith("file:") ? fileURLToPath(file) : file).startsWith(HOME);
  } catch {
    return false;
  }
}
