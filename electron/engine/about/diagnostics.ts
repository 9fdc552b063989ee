import { arch, platform, release } from "node:os";
import { z } from "zod";
import type { AppInfo } from "../../../shared/bridge/app.ts";
import { PROBLEM_CODES } from "../../../shared/problems.ts";
import type { Journal } from "../store/index.ts";
import { codesOf } from "./log-codes.ts";

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
