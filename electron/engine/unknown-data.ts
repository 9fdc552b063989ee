import { lstatSync, readdirSync, renameSync, rmdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { type Problem, problem } from "../../shared/problems.ts";
import { foldersOfCopies, kindOfName, type Lineage, stampOf } from "./backups/index.ts";
import { createErasings, createImportings } from "./cleanings/index.ts";
import { holdsOnlyOwn, isOwnName, makePrivateFolder, syncFolder } from "./data-folder/index.ts";
import { holdsResults } from "./results/index.ts";
import type { Journal, Layout } from "./store/index.ts";

/**
 * Folders of results that the journal does not know: they were paid for, whatever the journal says. They are never
 * deleted, but put aside below `backups`, and come back when a journal is there that knows them.
 */
type Member = "lists" | "cleanings";
/** Lists first: once the cleanings are aside, nobody looks for their lists any more. */
const MEMBERS: readonly Member[] = ["lists", "cleanings"];
/** Names a setting: some that were to be put aside are still in their place, and no journal is known to be theirs. */
const LEFT = "data.unknown";

interface Data {
  readonly journal: Journal;
  readonly layout: Layout;
}

/**
 * Puts aside what `journal` does not know and may be of worth. A journal that last worked here (`same`) knows of all that
 * was ever sent: what it does not know is of worth only if something came home. Answers what is to be told. Problem
 * `history_lacks`.
 */
export function putUnknownAside(
  data: Data,
  { lineage, now, log }: { lineage: Lineage; now: number; log: (line: string) => void },
): Problem | null {
  const { journal, layout } = data;
  const isSettled = isSettledLineage(data, lineage);
  const importing = new Set(isSettled ? createImportings(journal).all() : []);
  const erasings = createErasings(journal);
  const cleanings = strays(data, "cleanings").filter((id) => {
    // The user had it erased: what is left of it goes.
    if (erasings.of(id) !== null || importing.has(id)) return false;
    return !(isSettled && isWorthless(layout, id));
  });
  if (cleanings.length === 0) {
    setLeft(journal, false);
    return null;
  }
  const told = { dir: layout.dataDir, cleanings: cleanings.length };
  try {
    // Before the first of them is moved: the rest is no less unknown when Winnow ends in between.
    setLeft(journal, true);
    const aside = putAside(layout, `unknown-${stampOf(now)}`, [
      ["lists", strays(data, "lists")],
      ["cleanings", cleanings],
    ]);
    setLeft(journal, false);
    log(`cleanings that the journal does not know were put aside: ${cleanings.length}`);
    return problem("history_lacks", { ...told, aside });
  } catch (error) {
    log(`putting aside what the journal does not know: ${String(error)}`);
    return problem("history_lacks", told);
  }
}

/** Whether what the journal does not know was never sent: it last worked here, and nothing waits to be put aside. */
export function isSettledLineage({ journal }: Data, lineage: Lineage): boolean {
  return lineage === "same" && !isLeft(journal);
}

/** Whether the folder of a cleaning that was never begun holds nothing but what Winnow wrote, and nothing came home. */
export function isWorthless(layout: Layout, id: string): boolean {
  const { dir, results } = layout.cleaning(id);
  if (!isFolder(dir) || !holdsOnlyOwn("cleaning", dir)) return false;
  return !namesIn(dir).some((name) => name.includes(".results.txt")) && !holdsResults(results);
}

/** Takes back what was put aside because another journal did not know it. Answers how many cleanings came back. */
export function bringBack(data: Data, log: (line: string) => void): number {
  const { layout } = data;
  let back = 0;
  for (const place of placesAside(layout)) {
    try {
      for (const member of MEMBERS) back += bringMemberBack(data, place, member);
      tryToRemoveEmpty(place);
    } catch (error) {
      log(`bringing back what was put aside: ${String(error)}`);
    }
  }
  if (back > 0) log(`cleanings that were put aside are back: ${back}`);
  return back;
}

function bringMemberBack({ journal, layout }: Data, place: string, member: Member): number {
  const known = knownIn(journal, member);
  let back = 0;
  for (const id of namesIn(join(place, member))) {
    const to = join(layout.dataDir, member, id);
    if (!isOwnName(member, id) || !known(id)) continue;
    tryToRemoveEmpty(to);
    if (lstatSync(to, { throwIfNoEntry: false }) !== undefined) continue;
    makePrivateFolder(dirname(to));
    renameSync(join(place, member, id), to);
    syncFolder(dirname(to));
    if (member === "cleanings") back++;
  }
  tryToRemoveEmpty(join(place, member));
  return back;
}

/**
 * What is to be said of results that the journal does not know, whether they were put aside or are still in their place;
 * null: there are none. Changes nothing: what another Winnow is just beginning does not count.
 */
export function unknownResults(data: Data): Problem | null {
  const { layout } = data;
  const inPlace = strays(data, "cleanings").filter((id) =>
    namesIn(layout.cleaning(id).dir).some((name) => name.endsWith(".results.txt")),
  ).length;
  const aside = placesAside(layout).filter((place) => namesIn(join(place, "cleanings")).length > 0);
  const count = aside.reduce((sum, place) => sum + namesIn(join(place, "cleanings")).length, 0);
  const [only, ...more] = aside;
  if (only === undefined)
    return inPlace === 0 ? null : problem("history_lacks", { dir: layout.dataDir, cleanings: inPlace });
  const where = more.length === 0 ? only : dirname(only);
  return problem("history_lacks", { dir: layout.dataDir, cleanings: count, aside: where });
}

/** The folders in which something is that no journal knew, whenever that was. */
export function placesAside(layout: Layout): string[] {
  return foldersOfCopies(layout).flatMap((folder) =>
    namesIn(folder)
      .filter((name) => kindOfName(name) === "unknown")
      .map((name) => join(folder, name))
      .filter(isFolder),
  );
}

/** Folders of Winnow's own kind that the journal does not know, and that hold something. */
function strays({ journal, layout }: Data, member: Member): string[] {
  const known = knownIn(journal, member);
  const folder = join(layout.dataDir, member);
  return namesIn(folder).filter((id) => {
    const path = join(folder, id);
    return isOwnName(member, id) && !known(id) && isFolder(path) && namesIn(path).length > 0;
  });
}

function knownIn({ db }: Pick<Journal, "db">, member: Member): (id: string) => boolean {
  const known = db.prepare(`SELECT 1 FROM ${member} WHERE id = ?`);
  return (id) => known.get(id) !== undefined;
}

/** Moves them to a folder of that name below `backups`, or, where that is another disk, beside it; answers where. */
function putAside(
  layout: Layout,
  name: string,
  moved: readonly (readonly [Member, readonly string[]])[],
): string {
  const folder = isOnSameDisk(layout) ? layout.backups : layout.dataDir;
  let to = join(folder, name);
  for (let n = 2; lstatSync(to, { throwIfNoEntry: false }) !== undefined; n++)
    to = join(folder, `${name}-${n}`);
  for (const [member, ids] of moved) {
    makePrivateFolder(join(to, member));
    for (const id of ids) renameSync(join(layout.dataDir, member, id), join(to, member, id));
    syncFolder(join(to, member));
  }
  syncFolder(to);
  syncFolder(folder);
  return to;
}

function isOnSameDisk(layout: Layout): boolean {
  makePrivateFolder(layout.backups);
  const disks = [layout.backups, join(layout.dataDir, "cleanings")].map((path) => lstatSync(path));
  return disks.every((disk) => disk.isDirectory() && disk.dev === disks[0]?.dev);
}

function isLeft({ db }: Pick<Journal, "db">): boolean {
  return db.prepare("SELECT 1 FROM settings WHERE name = ?").get(LEFT) !== undefined;
}

function setLeft({ db }: Pick<Journal, "db">, left: boolean): void {
  if (left === isLeft({ db })) return;
  if (left) db.prepare("INSERT OR REPLACE INTO settings (name, value) VALUES (?, 'true')").run(LEFT);
  else db.prepare("DELETE FROM settings WHERE name = ?").run(LEFT);
}

/** A folder, and not a link to one. */
function isFolder(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

/** Only an empty folder goes. */
function tryToRemoveEmpty(path: string): void {
  try {
    rmdirSync(path);
  } catch {
    // It is not there, or holds something.
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
