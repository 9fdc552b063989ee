import { createHmac, randomBytes } from "node:crypto";
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { z } from "zod";
import { type Layout, PRIVATE_FILE, syncFile, syncFolder } from "../store/index.ts";

/** The people who are erased. An entry is a folded address, or a domain with a leading `@`. */
export interface ErasedPeople {
  /** Whether an address, or the domain that it belongs to, is erased. */
  has(folded: string): boolean;
  /** Whether any address of a folded domain may be erased. Cheap: most texts are decided by it. */
  hasDomain(domain: string): boolean;
}

const foundSchema = z.object({ rows: z.int(), places: z.int(), verdicts: z.int(), facts: z.int() });
/** What was found of erased people: rows of lists, other places that named them, verdicts, and facts of imports. */
export type Found = z.infer<typeof foundSchema>;

/** What an erasure changes, written out before any of it takes effect. Paths are relative to the data folder. */
const changesSchema = z.object({
  /** Files that replace others: each stands beside its target as `<target>.erased`. */
  renames: z.array(z.string()),
  removals: z.array(z.string()),
  found: foundSchema,
  /** Names of files and lists that could not be read: people may still be in them. */
  unread: z.array(z.string()),
});
export type Changes = z.infer<typeof changesSchema>;

/**
 * `erased.json`. It outlives a restore. Its key only keeps the hashes from being looked up in tables made for other programs:
 * anyone who has the file can test whether an address they know is in it.
 */
const fileSchema = z.object({
  key: z.string(),
  /** Keyed hashes of entries, and of the domains of erased addresses. */
  hashes: z.array(z.string()),
  domains: z.array(z.string()),
  /** The hashes of the erasure that is under way, and once all is written, what it changes; `null`: none is. */
  pending: z.object({ hashes: z.array(z.string()), changes: changesSchema.nullable() }).nullable(),
  /** What an interrupted erasure found that the next start finished, until it is asked for again. */
  resumed: z.object({ hashes: z.array(z.string()), found: foundSchema }).nullable(),
});
type ErasedFile = z.infer<typeof fileSchema>;

type ErasedLayout = Pick<Layout, "erased">;

function read(layout: ErasedLayout): ErasedFile {
  if (existsSync(layout.erased)) return fileSchema.parse(JSON.parse(readFileSync(layout.erased, "utf8")));
  const key = randomBytes(32).toString("base64url");
  return { key, hashes: [], domains: [], pending: null, resumed: null };
}

function write(layout: ErasedLayout, file: ErasedFile): void {
  const temporary = `${layout.erased}.new`;
  writeFileSync(temporary, JSON.stringify(file), { mode: PRIVATE_FILE });
  syncFile(temporary);
  renameSync(temporary, layout.erased);
  syncFolder(dirname(layout.erased));
}

/** Returns the people who were erased, known by keyed hashes alone; `null` if there are none. Throws if the file is damaged. */
export function readErased(layout: ErasedLayout): ErasedPeople | null {
  if (!existsSync(layout.erased)) return null;
  const { key, ...file } = read(layout);
  const [hashes, domains] = [new Set(file.hashes), new Set(file.domains)];
  const known = new Map<string, boolean>();
  return peopleAmong(
    (entry) => hashes.has(hashOf(key, entry)),
    (domain) => {
      const before = known.get(domain);
      if (before !== undefined) return before;
      if (known.size >= MOST_REMEMBERED) known.clear();
      const isOne = domains.has(hashOf(key, domain));
      known.set(domain, isOne);
      return isOne;
    },
  );
}

/** Returns the same of entries that are known in plain text. */
export function erasedAmong(entries: readonly string[]): ErasedPeople {
  const all = new Set(entries);
  const domains = new Set(entries.map(domainIn));
  return peopleAmong(
    (entry) => all.has(entry),
    (domain) => domains.has(domain),
  );
}

/** Notes that entries are to be erased, before anything is. */
export function beginErasing(layout: ErasedLayout, entries: readonly string[]): void {
  const file = read(layout);
  const hashes = entries.map((entry) => hashOf(file.key, entry));
  const domains = entries.map((entry) => hashOf(file.key, domainIn(entry)));
  write(layout, {
    ...file,
    hashes: [...new Set([...file.hashes, ...hashes])],
    domains: [...new Set([...file.domains, ...domains])],
    pending: { hashes, changes: null },
  });
}

/** Returns the erasure under way: what it changes, or `null` while that is not settled; `undefined` if none is. */
export function pendingErasure(layout: ErasedLayout): Changes | null | undefined {
  return existsSync(layout.erased) ? read(layout).pending?.changes : undefined;
}

/** Returns whether files still have to take the place of others: until they have, nothing may open or change the data. */
export function isReplacing(layout: ErasedLayout): boolean {
  const changes = pendingErasure(layout);
  return changes != null && changes.renames.length + changes.removals.length > 0;
}

/** Notes what the erasure under way changes: from here on it is carried out, also by the next start. */
export function commitErasing(layout: ErasedLayout, changes: Changes): void {
  const file = read(layout);
  if (file.pending !== null) write(layout, { ...file, pending: { ...file.pending, changes } });
}

/**
 * Notes that the erasure under way is finished. Returns all that was found of these people: also what an earlier attempt found
 * that was interrupted. `isResumed`: the next start did it, and whoever asked for it has not seen what was found.
 */
export function finishErasing(layout: ErasedLayout, isResumed: boolean): Found {
  const { pending, resumed, ...file } = read(layout);
  if (pending?.changes == null) throw new Error("no erasure is under way");
  const { hashes, changes } = pending;
  const earlier = resumed?.hashes.every((hash) => hashes.includes(hash)) ? resumed.found : null;
  const found = earlier === null ? changes.found : sumOf(changes.found, earlier);
  write(layout, { ...file, pending: null, resumed: isResumed ? { hashes, found } : null });
  return found;
}

const sumOf = (one: Found, other: Found): Found => ({
  rows: one.rows + other.rows,
  places: one.places + other.places,
  verdicts: one.verdicts + other.verdicts,
  facts: one.facts + other.facts,
});

/** So many domains are remembered; a list has few, or each once. */
const MOST_REMEMBERED = 100_000;

function peopleAmong(has: (entry: string) => boolean, hasDomain: (domain: string) => boolean): ErasedPeople {
  return {
    hasDomain,
    has(folded) {
      const domain = domainIn(folded);
      return hasDomain(domain) && (has(`@${domain}`) || has(folded));
    },
  };
}

function domainIn(entry: string): string {
  return entry.slice(entry.lastIndexOf("@") + 1);
}

function hashOf(key: string, entry: string): string {
  return createHmac("sha256", key).update(entry).digest("base64url");
}
