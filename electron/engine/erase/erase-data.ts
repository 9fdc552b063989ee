import { existsSync, lstatSync, readdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import Database from "better-sqlite3";
import { foldAddress } from "../../../shared/fold-addresses.ts";
import { cleaningNames, eraseListRows, listNames } from "../catalog/index.ts";
import { eraseDomains } from "../domains/index.ts";
import { eraseFromArchive } from "../ledger/index.ts";
import {
  type Changes,
  type ErasedPeople,
  eraseImports,
  type ImportLeft,
  type NamedImport,
  namedImports,
} from "../memory/index.ts";
import { type Layout, ownFolders } from "../store/index.ts";
import type { Encoding } from "../text/index.ts";
import { type ByteRange, linesOf, mentionsInFile, writeBlanked } from "./blank.ts";
import {
  eraseFromFacts,
  eraseFromList,
  forgetAddresses,
  forgetCorrections,
  forgetVerdicts,
  writeLeft,
} from "./erase-list.ts";
import { mentionsIn } from "./mentions.ts";
import { blankTexts, createStaging, type Staging } from "./staging.ts";

/** State of an erasure in one data folder, with findings that later steps need. */
interface Erasure {
  readonly layout: Layout;
  readonly people: ErasedPeople;
  readonly staging: Staging;
  /** Indexes of erased addresses, by list. */
  readonly gone: Map<string, ReadonlySet<number>>;
  /** Lists with blanked rows. */
  readonly blanked: Set<string>;
  /** Lists without a cleaning that are removed. */
  readonly removed: string[];
  /** Lists without a cleaning that must be read again. */
  readonly reread: string[];
  /** New counts of each changed import; `null` if no facts are left. */
  readonly imports: Map<string, ImportLeft | null>;
}

type Step = readonly [name: string, work: () => void];

/**
 * Writes replacements of all files that name the people, and returns the changes to carry out. Nothing may have the
 * folder open. Throws if the disk is full, leaving nothing behind.
 */
export function eraseFromData(
  layout: Layout,
  people: ErasedPeople,
  progress: (done: number, total: number) => void,
): Changes {
  const staging = createStaging(layout.dataDir);
  try {
    const steps = stepsOf({
      layout,
      people,
      staging,
      gone: new Map(),
      blanked: new Set(),
      removed: [],
      reread: [],
      imports: new Map(),
    });
    for (const [done, [name, work]] of steps.entries()) {
      progress(done, steps.length);
      staging.attempt(name, work);
    }
    return staging.changes;
  } catch (error) {
    staging.discard();
    throw error;
  }
}

function stepsOf(erasure: Erasure): Step[] {
  const { layout, people, staging } = erasure;
  const { dataDir } = layout;
  let contents: Contents = { lists: new Map(), cleanings: new Map(), imports: [] };
  staging.attempt("winnow.db", () => {
    contents = contentsOf(layout);
  });
  const { lists, cleanings, imports } = contents;
  const ownLists = ownFolders(layout, "lists", (id) => lists.has(id));
  const ownCleanings = ownFolders(layout, "cleanings", (id) => cleanings.has(id));
  staging.changes.unread.push(...ownLists.foreign, ...ownCleanings.foreign);
  const used = new Set([...cleanings.values()].map(({ list }) => list));
  const sandbox = join(layout.sandbox, "sandbox.db");
  return [
    ...ownLists.ids.map((id): Step => {
      return [lists.get(id) ?? id, () => eraseList(erasure, id, used.has(id))];
    }),
    ...ownCleanings.ids.map((id): Step => {
      const cleaning = cleanings.get(id);
      return [cleaning?.name ?? id, () => eraseCleaning(erasure, id, erasure.gone.get(cleaning?.list ?? ""))];
    }),
    ...imports.map((one): Step => [one.name, () => eraseImport(erasure, one)]),
    ["archive.db", () => eraseArchive(erasure)],
    ["winnow.db", () => eraseJournal(erasure)],
    [
      "sandbox",
      () => staging.count({ places: staging.rewrite(sandbox, (db) => blankTexts(db, people, true)) ?? 0 }),
    ],
    ["logs", () => eraseLogs(erasure, dirname(layout.log))],
    ["recent.json", () => eraseRecent(erasure, join(dataDir, "desktop", "recent.json"))],
    ...[layout.exports, layout.uploads, layout.unfinished].map((path): Step => {
      return [basename(path), () => emptyFolder(erasure, path)];
    }),
  ];
}

function eraseList(erasure: Erasure, id: string, isUsed: boolean): void {
  const { layout, people, staging } = erasure;
  const list = layout.list(id);
  if (!existsSync(list.columns)) {
    // A list that was never read may contain the people.
    staging.remove(list.dir);
    if (!isUsed) erasure.removed.push(id);
    return;
  }
  const { numbers, rows, mentions, recordsPath, encoding, isOriginal } = eraseFromList(list, people);
  replaceText(staging, recordsPath, [...rows, ...mentions], encoding);
  const named = staging.rewrite(
    list.columns,
    (db) => {
      forgetAddresses(db, numbers);
      return forgetCorrections(db, people) + blankTexts(db, people);
    },
    numbers.size > 0,
  );
  if (named !== null && !isUsed) {
    // Blanked addresses must not be priced, so the list has to be read again.
    staging.remove(list.columns);
    erasure.reread.push(id);
  }
  // A workbook or archive may contain more than what was extracted.
  if (!isOriginal) staging.remove(list.original);
  staging.count({ rows: rows.length, places: mentions.length + (named ?? 0) });
  erasure.gone.set(id, numbers);
  if (rows.length > 0) erasure.blanked.add(id);
}

function eraseCleaning(
  { layout, people, staging }: Erasure,
  id: string,
  gone: ReadonlySet<number> = new Set(),
): void {
  const { dir, results } = layout.cleaning(id);
  for (const path of ownPathsIn(dir)) {
    if (!/[/\\]part-\d+\.(csv|results\.txt)$/.test(path)) continue;
    // One address per line: blank whole lines.
    const mentions = mentionsInFile(path, people);
    replaceText(staging, path, linesOf(path, mentions));
    staging.count({ places: mentions.length });
  }
  const named = staging.rewrite(
    results,
    (db) => {
      forgetVerdicts(db, gone);
      return blankTexts(db, people);
    },
    gone.size > 0,
  );
  staging.count({ places: named ?? 0 });
}

function eraseImport({ layout, people, staging, imports }: Erasure, { id, kind, facts }: NamedImport): void {
  const path = layout.facts(id);
  const { gone, places, left } = eraseFromFacts(path, facts, people);
  if (gone + places === 0) return;
  if (left.length === 0) {
    staging.remove(path);
    imports.set(id, null);
  } else staging.replace(path, (to) => void imports.set(id, writeLeft(to, kind, left)));
  staging.count({ facts: gone, places });
}

function eraseArchive({ layout, people, staging }: Erasure): void {
  staging.count({ verdicts: staging.rewrite(layout.archive, (db) => eraseFromArchive(db, people)) ?? 0 });
}

function eraseJournal({ layout, people, staging, removed, reread, blanked, imports }: Erasure): void {
  const places = staging.rewrite(layout.journal, (db) => {
    eraseListRows(db, {
      removed,
      reread,
      isNamed: (id, preflight) => blanked.has(id) || mentionsIn(preflight, people).length > 0,
      isErased: (address) => people.has(foldAddress(address)),
    });
    eraseImports({ db }, imports);
    eraseDomains({ db }, people.hasDomain);
    return blankTexts(db, people);
  });
  staging.count({ places: places ?? 0 });
}

function eraseLogs({ people, staging }: Erasure, folder: string): void {
  for (const path of ownPathsIn(folder)) {
    if (lstatSync(path, { throwIfNoEntry: false })?.isFile() !== true) continue;
    const mentions = mentionsInFile(path, people);
    replaceText(staging, path, mentions);
    staging.count({ places: mentions.length });
  }
}

function eraseRecent({ people, staging }: Erasure, path: string): void {
  const mentions = existsSync(path) ? mentionsInFile(path, people) : [];
  if (mentions.length > 0) staging.remove(path);
  staging.count({ places: mentions.length });
}

function replaceText(
  staging: Staging,
  path: string,
  places: readonly ByteRange[],
  encoding?: Encoding,
): void {
  if (places.length > 0) staging.replace(path, (to) => writeBlanked(path, to, places, encoding));
}

/** Empties a folder of temporary files. */
function emptyFolder({ staging }: Erasure, path: string): void {
  for (const one of ownPathsIn(path)) staging.remove(one);
}

interface Contents {
  readonly lists: ReadonlyMap<string, string>;
  readonly cleanings: ReadonlyMap<string, { readonly name: string; readonly list: string }>;
  readonly imports: readonly NamedImport[];
}

function contentsOf({ journal }: Layout): Contents {
  if (!existsSync(journal)) return { lists: new Map(), cleanings: new Map(), imports: [] };
  const db = new Database(journal, { fileMustExist: true });
  try {
    return {
      lists: new Map(listNames(db).map(({ id, name }) => [id, name])),
      cleanings: new Map(cleaningNames(db).map((one) => [one.id, one])),
      imports: namedImports({ db }),
    };
  } finally {
    db.close();
  }
}

/** Throws if the folder is a link: links out of the data folder are not followed. */
function ownPathsIn(folder: string): string[] {
  const found = lstatSync(folder, { throwIfNoEntry: false });
  if (found === undefined) return [];
  if (!found.isDirectory()) throw new Error("the folder is a link");
  return readdirSync(folder).map((name) => join(folder, name));
}
