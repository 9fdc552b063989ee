import { arch, constants, platform, release } from "node:os";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import type { AppInfo } from "../../../shared/bridge/app.ts";
import { engineCalls } from "../../../shared/bridge.ts";
import { PROBLEM_CODES } from "../../../shared/problems.ts";
import { countCleaningsByState } from "../catalog/index.ts";
import type { Journal } from "../store/index.ts";

export interface DiagnosticsInput {
  readonly version: string;
  readonly host: AppInfo["host"];
  readonly keychain: AppInfo["keychain"];
  readonly online: boolean;
  readonly journal: Journal;
  readonly parts: PartDiagnostics;
  /** Entries of the log. */
  readonly log: readonly string[];
}

/** States and codes of the parts, from the room that runs cleanings. */
export interface PartDiagnostics {
  readonly parts: readonly unknown[];
  readonly problems: readonly { readonly name: string | null }[];
  readonly timeline: readonly unknown[];
}

/** Returns states, codes and counts only: texts may contain addresses, list names, keys or paths. */
export function diagnostics(input: DiagnosticsInput): unknown {
  const { db } = input.journal;
  const { parts, problems, timeline } = input.parts;
  return {
    winnow: input.version,
    host: input.host,
    system: `${platform()} ${release()} ${arch()}`,
    node: process.version,
    keychain: input.keychain,
    online: input.online,
    schema: db.pragma("user_version", { simple: true }),
    sound: db.pragma("quick_check", { simple: true }) === "ok",
    cleanings: countCleaningsByState(db),
    parts,
    problems: problems.filter(({ name }) => PROBLEM_CODES.some((code) => code === name)),
    timeline,
    log: input.log.map(codesOf),
  };
}

export interface LogCodes {
  /** Timestamp of the log line in Unix seconds; `null` if it has none. */
  readonly at: number | null;
  /** Calls, problems, error types and system codes in the line, in order. */
  readonly codes: readonly string[];
  /** Winnow's stack frames: file names without folders, and line numbers. */
  readonly frames: readonly string[];
}

/** Allowlist of words: calls, problems, error types and system codes. */
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
const PLACE = /^(.+\.(?:ts|js|mjs|cjs)):(\d+):\d+$/;
const MAX_FRAMES = 12;

/** Folder of Winnow's own files or of its bundle. */
const HOME = fileURLToPath(new URL("../../", import.meta.url));

/**
 * Extracts known codes from a log line and drops the rest, which may contain private data. An allowlist, so that new
 * texts cannot leak.
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
    frames: frames.slice(0, MAX_FRAMES),
  };
}

function isOurs(file: string): boolean {
  try {
    return (file.startsWith("file:") ? fileURLToPath(file) : file).startsWith(HOME);
  } catch {
    return false;
  }
}
