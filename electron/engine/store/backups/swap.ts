import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import type { Layout } from "../layout.ts";
import { makePrivateFolder, PRIVATE_FILE, syncFile, syncFolder } from "../private-files.ts";
import { codeOf, MEMBERS, SIDE_FILES } from "./format.ts";

/**
 * How what is staged takes the place of the data, in steps of which each is one rename. The plan is written first, and
 * from then on it is carried through, at the next start if Winnow ends in the middle; before that, nothing happened.
 *
 *     restoring/new/…      what comes in, unless it comes from `backups`
 *     restoring/old/…      what was there
 *     restoring/plan.json  until all is in its place
 */
const asideSchema = z.string().regex(/^replaced-[0-9A-Za-z-]{1,60}$/);
const planSchema = z.object({
  incoming: z.array(z.enum(MEMBERS)),
  /** The folder below `backups` that comes back; null: what is staged comes in. */
  from: asideSchema.nullable(),
  /** Where what was there ends up, below `backups`. */
  aside: asideSchema,
});
type Plan = z.infer<typeof planSchema>;

const planOf = (layout: Layout) => join(layout.restoring, "plan.json");
const oldIn = (layout: Layout) => join(layout.restoring, "old");
/** Where a restore is made ready. */
export const stagedIn = (layout: Layout) => join(layout.restoring, "new");

/** The time as names of files have it. `at` in Unix milliseconds. */
export function stampOf(at: number): string {
  return new Date(at).toISOString().replace(/[:.]/g, "-");
}

/**
 * Puts what is staged in the place of the data, which nothing may have open; answers where what was there is now.
 * `from`: what comes back is that folder below `backups`, which an earlier swap moved aside. Throws the file system's
 * errors: then {@link finishSwap} goes on, and nothing may open the data before it has.
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
 * Carries through a swap that was begun, or takes away what was only staged. To be called before anything opens the
 * data. Answers where what was there is now, or null: there was nothing to carry through. Throws the file system's
 * errors, where a swap stands half done.
 */
export function finishSwap(layout: Layout): string | null {
  if (isSwapping(layout)) {
    return carryOut(layout, planSchema.parse(JSON.parse(readFileSync(planOf(layout), "utf8"))));
  }
  discardStaged(layout);
  return null;
}

/** Whether a swap was begun and is not finished: what is in the data folder belongs to two histories. */
export function isSwapping(layout: Layout): boolean {
  return existsSync(planOf(layout));
}

/** Takes away what was made ready. What cannot be deleted is of no account: it is tried again at the next start. */
export function discardStaged(layout: Layout): void {
  try {
    rmSync(layout.restoring, { recursive: true, force: true });
  } catch {
    // It takes room.
  }
}

function carryOut(layout: Layout, { incoming, from, aside }: Plan): string {
  const source = from === null ? stagedIn(layout) : join(layout.backups, from);
  const old = oldIn(layout);
  makePrivateFolder(old);
  for (const member of MEMBERS) {
    const comes = incoming.includes(member);
    // Once the new one is in its place, what lies beside it is its own.
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

/** Moves what was there to `backups`, or, where that is another disk, beside it. */
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
