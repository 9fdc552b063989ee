import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { codeOf } from "../../../../shared/errors.ts";
import type { Layout } from "../layout.ts";
import { makePrivateFolder, PRIVATE_FILE, syncFile, syncFolder } from "../private-files.ts";
import { MEMBERS, SIDE_FILES } from "./format.ts";

/**
 * Plan of a restore: a sequence of renames. Once the plan is written, the restore is completed, on the next launch if
 * interrupted; before that, nothing has changed.
 *
 *     restoring/new/…      incoming data, unless it comes from `backups`
 *     restoring/old/…      replaced data
 *     restoring/plan.json  until all is in place
 */
const asideSchema = z.string().regex(/^replaced-[0-9A-Za-z-]{1,60}$/);
const planSchema = z.object({
  incoming: z.array(z.enum(MEMBERS)),
  /** Folder in `backups` that is restored; `null` for the staged data. */
  from: asideSchema.nullable(),
  /** Name in `backups` for the replaced data. */
  aside: asideSchema,
});
type Plan = z.infer<typeof planSchema>;

const planOf = (layout: Layout) => join(layout.restoring, "plan.json");
const oldIn = (layout: Layout) => join(layout.restoring, "old");
export const stagedIn = (layout: Layout) => join(layout.restoring, "new");

/** Formats a time (Unix ms) for file names. */
export function stampOf(at: number): string {
  return new Date(at).toISOString().replace(/[:.]/g, "-");
}

/**
 * Replaces the data, which must be closed, with the staged data or the folder `from` in `backups`. Returns the path of
 * the replaced data. Throws file system errors; call {@link finishSwap} before opening the data again.
 */
export function swapIn(layout: Layout, at: number, from: string | null = null): string {
  const source = from === null ? stagedIn(layout) : join(layout.backups, from);
  makePrivateFolder(layout.restoring);
  const plan: Plan = {
    incoming: MEMBERS.filter((member) => existsSync(join(source, member))),
    from,
    aside: freeName(layout, `replaced-${stampOf(at)}`),
  };
  const path = planOf(layout);
  writeFileSync(`${path}.new`, JSON.stringify(plan), { mode: PRIVATE_FILE });
  syncFile(`${path}.new`);
  renameSync(`${path}.new`, path);
  syncFolder(layout.restoring);
  syncFolder(layout.dataDir);
  return carryOut(layout, plan);
}

/**
 * Completes an interrupted swap, or deletes data that was only staged. Call before opening any data. Returns the path
 * of the replaced data; `null` if there was no swap. Throws file system errors.
 */
export function finishSwap(layout: Layout): string | null {
  if (isSwapping(layout)) {
    return carryOut(layout, planSchema.parse(JSON.parse(readFileSync(planOf(layout), "utf8"))));
  }
  discardStaged(layout);
  return null;
}

/** Returns whether a swap is incomplete, so that the data folder mixes old and new data. */
export function isSwapping(layout: Layout): boolean {
  return existsSync(planOf(layout));
}

/** Deletes the staged data. Errors are ignored; the next launch tries again. */
export function discardStaged(layout: Layout): void {
  try {
    rmSync(layout.restoring, { recursive: true, force: true });
  } catch {
    // It only takes disk space.
  }
}

function carryOut(layout: Layout, { incoming, from, aside }: Plan): string {
  const source = from === null ? stagedIn(layout) : join(layout.backups, from);
  const old = oldIn(layout);
  makePrivateFolder(old);
  for (const member of MEMBERS) {
    const comes = incoming.includes(member);
    // Already moved: the side files belong to the new database.
    if (comes && !existsSync(join(source, member))) continue;
    for (const name of [...SIDE_FILES.map((end) => member + end), member]) {
      const there = join(layout.dataDir, name);
      if (existsSync(there)) renameSync(there, join(old, name));
    }
    syncFolder(old);
    if (comes) renameSync(join(source, member), join(layout.dataDir, member));
    syncFolder(layout.dataDir);
  }
  const kept = keepOld(layout, old, aside);
  rmSync(planOf(layout));
  syncFolder(layout.restoring);
  discardStaged(layout);
  return kept;
}

/** Moves the replaced data to `backups`, or keeps it in the data folder if that is another disk. */
function keepOld(layout: Layout, old: string, aside: string): string {
  makePrivateFolder(layout.backups);
  const to = join(layout.backups, aside);
  if (readdirSync(old).length === 0) return to;
  try {
    renameSync(old, to);
    syncFolder(layout.backups);
    return to;
  } catch (error) {
    if (codeOf(error) !== "EXDEV") throw error;
    renameSync(old, join(layout.dataDir, aside));
    syncFolder(layout.dataDir);
    return join(layout.dataDir, aside);
  }
}

function freeName(layout: Layout, wanted: string): string {
  let name = wanted;
  for (let n = 2; existsSync(join(layout.backups, name)); n++) name = `${wanted}-${n}`;
  return name;
}
