import { resolve } from "node:path";
import type { Standing } from "../../../shared/bridge/standing.ts";
import { type Problem, problem } from "../../../shared/problems.ts";
import { fail, ok, type Result } from "../../../shared/result.ts";
import { admit, findPlace, STANDARD_OUTPUT, standingAt } from "../../engine/files/index.ts";

/** Where `--out` leads. */
export type OutPlace =
  /** A file. `standing`: what `--overwrite` may replace; null: nothing stands there. */
  | { readonly kind: "file"; readonly path: string; readonly standing: Standing | null }
  /** Standard output, a pipe, a terminal, a device: only while this command runs. */
  | { readonly kind: "stream"; readonly path: string };

export interface OutOptions {
  readonly out: string;
  readonly overwrite?: boolean;
  readonly json?: boolean;
}

/**
 * Settles where the cleaned list goes, before anything is read, paid for or written. `list`: the user's own file, if any.
 * Problems: those of `admit`, and `usage` where the list and the report would both be printed.
 */
export function outPlace(
  { out, overwrite = false, json = false }: OutOptions,
  dataDir: string,
  list: string | null,
): Result<OutPlace> {
  const path = out === STANDARD_OUTPUT ? out : resolve(out);
  const found = findPlace(path);
  if (found.kind === "stream") {
    return json && found.descriptor === 1
      ? fail(problem("usage", { why: "--json prints its object where --out would print the list" }))
      : ok({ kind: "stream", path });
  }
  const standing = overwrite ? standingAt(path) : null;
  const untouchable = list === null ? [] : [resolve(list)];
  const admitted = admit({ named: path, replaces: standing, isFolder: false, untouchable, dataDir });
  return admitted.ok ? ok({ kind: "file", path, standing }) : fail(inTerminal(admitted.problem));
}

/** The problem with advice that a command can follow. */
export function inTerminal(met: Problem): Problem {
  return met.code === "out_exists"
    ? { ...met, action: "Choose another name, or replace it with --overwrite." }
    : met;
}

/** The same of a file that a cleaning could not write by itself: its results are here, to be written elsewhere. */
export function afterCleaning(met: Problem, cleaningId: string): Problem {
  const isOut = met.code === "out_exists" || met.code === "out_unwritable";
  const action = `Write the cleaned list with: winnow export ${cleaningId} --out <file>; --overwrite replaces what is there.`;
  return isOut ? { ...met, action } : met;
}

/** What to call the place in a sentence. */
export function placeInWords(path: string): string {
  return path === STANDARD_OUTPUT ? "standard output" : path;
}
