import { statSync } from "node:fs";
import { basename, join, parse, resolve } from "node:path";
import type { Standing } from "../../../../shared/bridge/standing.ts";
import { type Problem, type ProblemCode, problem } from "../../../../shared/problems.ts";
import { fail, ok, type Result } from "../../../../shared/result.ts";
import { admit, findPlace, makeNewFolder, STANDARD_OUTPUT, standingAt } from "../../../engine/files/index.ts";
import { isPiped, nameOfList } from "../reading/piped-list.ts";
import { AGAIN } from "../terminal/advice.ts";

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
 * Settles where the cleaned list goes, before anything is read, paid for or written. `lists`: the user's own files.
 * Problems: those of `admit`, and `usage` where the list and the report would both be printed.
 */
export function outPlace(
  { out, overwrite = false, json = false }: OutOptions,
  dataDir: string,
  lists: readonly string[],
): Result<OutPlace> {
  const path = out === STANDARD_OUTPUT ? out : resolve(out);
  const found = findPlace(path);
  if (found.kind === "stream") {
    return json && found.descriptor === 1
      ? fail(problem("usage", { why: "both_printed" }))
      : ok({ kind: "stream", path });
  }
  const standing = overwrite ? standingAt(path) : null;
  const untouchable = lists.filter((list) => !isPiped(list)).map((list) => resolve(list));
  const admitted = admit({ named: path, replaces: standing, untouchable, dataDir });
  return admitted.ok ? ok({ kind: "file", path, standing }) : fail(inTerminal(admitted.problem));
}

export interface OutPlaces {
  /** Where each of the lists goes, in their order. */
  readonly each: readonly OutPlace[];
  /** Makes the folder that several lists go into, once they are agreed to. Problem: `out_unwritable`. */
  make(): Result<null>;
}

/** As {@link outPlace}, for any number of lists: several go into a folder, each under its own name. */
export function outPlaces(options: OutOptions, dataDir: string, lists: readonly string[]): Result<OutPlaces> {
  const [only, ...more] = lists;
  if (only !== undefined && more.length === 0) {
    const place = outPlace(options, dataDir, [only]);
    return place.ok ? ok({ each: [place.value], make: () => ok(null) }) : place;
  }
  const folder = resolve(options.out);
  const stats = options.out === STANDARD_OUTPUT ? null : statSync(folder, { throwIfNoEntry: false });
  if (stats === null || stats?.isDirectory() === false)
    return fail(problem("usage", { why: "folder_needed", option: "--out" }));
  const names = lists.map(nameInFolder);
  const twice = names.find((name, at) => names.findIndex((one) => fold(one) === fold(name)) < at);
  if (twice !== undefined) return fail(problem("usage", { why: "name_twice", given: twice }));
  if (stats === undefined) {
    // It is to be made: what is wrong with its place is wrong with it.
    const place = outPlace(options, dataDir, []);
    if (!place.ok) return place;
    const each = names.map((name) => ({ kind: "file", path: join(folder, name), standing: null }) as const);
    return ok({ each, make: () => makeNewFolder(folder) });
  }
  const each: OutPlace[] = [];
  for (const name of names) {
    // What is written over the source of another one of them is lost with it.
    const place = outPlace({ ...options, out: join(folder, name) }, dataDir, lists);
    if (!place.ok) return place;
    each.push(place.value);
  }
  return ok({ each, make: () => ok(null) });
}

/** What a cleaned list is called in a folder: as its file, with the ending of what is written. */
function nameInFolder(file: string): string {
  const { name, ext } = parse(isPiped(file) ? nameOfList(file) : basename(resolve(file)));
  return /^\.(csv|tsv|txt|tab|xlsx)$/i.test(ext) ? `${name}${ext}` : `${name}${ext}.csv`;
}

/** File systems may take names for the same in any case of letters. */
function fold(name: string): string {
  return name.normalize("NFC").toLowerCase();
}

/** The problem of a command that has begun nothing, with advice that the next one can follow. */
export function inTerminal(met: Problem): Problem {
  const action = BEFORE[met.code];
  return action === undefined ? met : { ...met, action };
}

const BEFORE: Readonly<Partial<Record<ProblemCode, string>>> = {
  out_exists: "Choose another name, or replace it with --overwrite.",
  credits_insufficient:
    "Add credits, clean fewer addresses with --limit <n>, or wait for credits with --wait-for-credits.",
  price_changed: AGAIN,
  credits_over_limit: "Raise --max-credits, or clean fewer addresses with --limit <n>.",
  credits_short:
    "Add credits, clean fewer addresses with --limit <n>, or wait for credits with --wait-for-credits.",
};

/** The same of a cleaning that has begun: its results are here to be written elsewhere, and it goes on with `resume`. */
export function afterCleaning(met: Problem, cleaningId: string): Problem {
  switch (met.code) {
    case "out_exists":
    case "out_not_a_file":
    case "out_unwritable":
      return {
        ...met,
        action: `Write the cleaned list with: winnow export ${cleaningId} --out <file>; --overwrite replaces what is there.`,
      };
    case "out_reader_left":
      return {
        ...met,
        action: `Write the cleaned list again with: winnow export ${cleaningId} --out <file>`,
      };
    case "credits_insufficient":
    case "credits_short":
      return {
        ...met,
        action: "Add credits, then go on with `winnow resume`; with --wait-for-credits it waits for them.",
      };
    case "price_changed":
    case "price_again":
      return { ...met, action: "Agree to it with `winnow resume --yes`; --max-credits sets a limit." };
    case "credits_over_limit":
      return { ...met, action: "Go on with `winnow resume` and a higher --max-credits." };
    default:
      return met;
  }
}

/** What to call the place in a sentence. */
export function placeInWords(path: string): string {
  return path === STANDARD_OUTPUT ? "standard output" : path;
}
