import { createHmac, randomBytes } from "node:crypto";
import { existsSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { z } from "zod";
import { type Layout, PRIVATE_FILE, syncFile, syncFolder } from "../store/index.ts";

/** Erased people. An entry is a folded address, or a domain with a leading `@`. */
export interface ErasedPeople {
  has(folded: string): boolean;
  /** Returns whether any address of a folded domain may be erased. A cheap prefilter. */
  hasDomain(domain: string): boolean;
}

const foundSchema = z.object({ rows: z.int(), places: z.int(), verdicts: z.int(), facts: z.int() });
/** Counts of what was erased: list rows, other mentions, verdicts, and import facts. */
export type Found = z.infer<typeof foundSchema>;

/** Write-ahead record of an erasure. Paths are relative to the data folder. */
const changesSchema = z.object({
  /** Files to replace by `<path>.erased`. */
  renames: z.array(z.string()),
  removals: z.array(z.string()),
  found: foundSchema,
  /** Names of files and lists that could not be read and may still name the people. */
  unread: z.array(z.string()),
});
export type Changes = z.infer<typeof changesSchema>;

/** People known by hashes with a key that others know too: those that a team has erased. */
const hashedSchema = z.object({
  key: z.string(),
  /** Hashes of entries, and of the domains of addresses. */
  hashes: z.array(z.string()),
  domains: z.array(z.string()),
  /** Hashes of entries that were let back in. They outweigh erased domains. */
  allowed: z.array(z.string()).default([]),
});
export type HashedPeople = z.infer<typeof hashedSchema>;

/** People to erase: folded addresses and domains with a leading `@`, or hashes of such entries. */
export type PeopleToErase = readonly string[] | HashedPeople;

/**
 * Contents of `erased.json`, which survives a restore. The key only prevents lookups in precomputed tables: anyone with
 * the file can test whether a known address is in it.
 */
const fileSchema = z.object({
  key: z.string(),
  /** Keyed hashes of erased entries. */
  hashes: z.array(z.string()),
  /** Keyed hashes of the domains of erased addresses. */
  domains: z.array(z.string()),
  /** People whom a team has erased. */
  hashed: z.array(hashedSchema).default([]),
  /** Keyed hashes of entries that were let back in. They outweigh erased domains. */
  allowed: z.array(z.string()).default([]),
  /** The erasure in progress; `changes` is `null` until all replacements are written. */
  pending: z.object({ hashes: z.array(z.string()), changes: changesSchema.nullable() }).nullable(),
  /** Result of an erasure that was resumed at startup, until the user retries it. */
  resumed: z.object({ hashes: z.array(z.string()), found: foundSchema }).nullable(),
});
type ErasedFile = z.infer<typeof fileSchema>;

type ErasedLayout = Pick<Layout, "erased">;

function read(layout: ErasedLayout): ErasedFile {
  if (existsSync(layout.erased)) return fileSchema.parse(JSON.parse(readFileSync(layout.erased, "utf8")));
  const key = randomBytes(32).toString("base64url");
  return { key, hashes: [], domains: [], hashed: [], allowed: [], pending: null, resumed: null };
}

function write(layout: ErasedLayout, file: ErasedFile): void {
  const temporary = `${layout.erased}.new`;
  writeFileSync(temporary, JSON.stringify(file), { mode: PRIVATE_FILE });
  syncFile(temporary);
  renameSync(temporary, layout.erased);
  syncFolder(dirname(layout.erased));
}

/** Returns all erased people, known only by keyed hashes; `null` if there are none. Throws if the file is damaged. */
export function readErased(layout: ErasedLayout): ErasedPeople | null {
  if (!existsSync(layout.erased)) return null;
  const { hashed, ...own } = read(layout);
  // The erasures of a team share a key, so that each address is hashed once.
  const all = [...Map.groupBy([own, ...hashed], ({ key }) => key)].map(([key, some]) =>
    peopleOf({
      key,
      hashes: some.flatMap((one) => one.hashes),
      domains: some.flatMap((one) => one.domains),
      allowed: some.flatMap((one) => one.allowed),
    }),
  );
  return {
    has: (entry) => all.some((people) => people.has(entry)),
    hasDomain: (domain) => all.some((people) => people.hasDomain(domain)),
  };
}

/** Returns a stamp that changes when people are erased or let back in. */
export function erasedStamp({ erased }: ErasedLayout): string {
  const found = statSync(erased, { throwIfNoEntry: false });
  return found === undefined ? "" : `${found.mtimeMs}:${found.size}`;
}

/** Lets erased people back in: folded addresses, or domains with a leading `@`. */
export function allowErased(layout: ErasedLayout, entries: readonly string[]): void {
  const file = read(layout);
  const allowIn = <People extends HashedPeople>(people: People): People =>
    withAllowed(
      people,
      entries.map((entry) => hashOf(people.key, entry)),
    );
  write(layout, { ...allowIn(file), hashed: file.hashed.map(allowIn) });
}

/** Lets people back in whom a team has erased, by their hashes. */
export function allowHashed(layout: ErasedLayout, key: string, hashes: readonly string[]): void {
  if (hashes.length === 0 || !existsSync(layout.erased)) return;
  const file = read(layout);
  const hashed = file.hashed.map((one) => (one.key === key ? withAllowed(one, hashes) : one));
  write(layout, { ...file, hashed });
}

function withAllowed<People extends HashedPeople>(people: People, hashes: readonly string[]): People {
  return { ...people, allowed: [...new Set([...people.allowed, ...hashes])] };
}

/** Returns the people to erase. */
export function peopleOf(subject: PeopleToErase): ErasedPeople {
  if (!("key" in subject)) return erasedAmong(subject);
  const { key } = subject;
  const [allowed, domains] = [new Set(subject.allowed), new Set(subject.domains)];
  const hashes = new Set(subject.hashes.filter((hash) => !allowed.has(hash)));
  const known = new Map<string, boolean>();
  const people = peopleAmong(
    (entry) => hashes.has(hashOf(key, entry)),
    (domain) => {
      const before = known.get(domain);
      if (before !== undefined) return before;
      if (known.size >= MAX_REMEMBERED) known.clear();
      const isOne = domains.has(hashOf(key, domain));
      known.set(domain, isOne);
      return isOne;
    },
  );
  return { ...people, has: (entry) => people.has(entry) && !allowed.has(hashOf(key, entry)) };
}

/** Returns the hashes of entries with a key, for others who know the key. */
export function hashPeople(key: string, entries: readonly string[]): HashedPeople {
  const hashes = entries.map((entry) => hashOf(key, entry));
  const domains = [...new Set(entries.map(domainIn))].map((domain) => hashOf(key, domain));
  return { key, hashes, domains, allowed: [] };
}

/** Returns whether these people have been erased here. */
export function hasErased(layout: ErasedLayout, { key, hashes }: HashedPeople): boolean {
  if (!existsSync(layout.erased)) return false;
  const file = read(layout);
  const ofTeam = file.hashed.filter((one) => one.key === key);
  const known = new Set(ofTeam.flatMap((one) => one.hashes));
  const allowed = new Set(ofTeam.flatMap((one) => one.allowed));
  return file.pending === null && hashes.every((hash) => known.has(hash) && !allowed.has(hash));
}

/** Records the hashes of people who have just been erased here, so that the team's erasure is not repeated. */
export function noteErased(layout: ErasedLayout, people: HashedPeople): void {
  const file = read(layout);
  write(layout, { ...file, hashed: addHashed(file.hashed, people) });
}

/** Adds people, who are no longer let back in. */
function addHashed(hashed: readonly HashedPeople[], people: HashedPeople): HashedPeople[] {
  const before = hashed.map((one) =>
    one.key === people.key
      ? { ...one, allowed: one.allowed.filter((hash) => !people.hashes.includes(hash)) }
      : one,
  );
  return [...before, people];
}

function erasedAmong(entries: readonly string[]): ErasedPeople {
  const all = new Set(entries);
  const domains = new Set(entries.map(domainIn));
  return peopleAmong(
    (entry) => all.has(entry),
    (domain) => domains.has(domain),
  );
}

/** Records the people before anything is erased. */
export function beginErasure(layout: ErasedLayout, subject: PeopleToErase): void {
  const file = read(layout);
  if ("key" in subject) {
    const pending = { hashes: subject.hashes, changes: null };
    write(layout, { ...file, hashed: addHashed(file.hashed, subject), pending });
    return;
  }
  const { hashes, domains } = hashPeople(file.key, subject);
  write(layout, {
    ...file,
    hashes: [...new Set([...file.hashes, ...hashes])],
    domains: [...new Set([...file.domains, ...domains])],
    allowed: file.allowed.filter((hash) => !hashes.includes(hash)),
    pending: { hashes, changes: null },
  });
}

/** Returns the erasure in progress: `null` if uncommitted, `undefined` if there isn't one. */
export function pendingErasure(layout: ErasedLayout): Changes | null | undefined {
  return existsSync(layout.erased) ? read(layout).pending?.changes : undefined;
}

/** Returns whether files still have to be replaced; until then nothing may open the data. */
export function isReplacing(layout: ErasedLayout): boolean {
  const changes = pendingErasure(layout);
  return changes != null && changes.renames.length + changes.removals.length > 0;
}

/** Commits the changes of the erasure in progress: from here on it is carried out, also after a crash. */
export function commitErasing(layout: ErasedLayout, changes: Changes): void {
  const file = read(layout);
  if (file.pending !== null) write(layout, { ...file, pending: { ...file.pending, changes } });
}

/** Finishes the erasure. Returns its counts, plus those of an attempt that startup finished unseen. */
export function finishErasure(layout: ErasedLayout, isResumed: boolean): Found {
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

const MAX_REMEMBERED = 100_000;

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
