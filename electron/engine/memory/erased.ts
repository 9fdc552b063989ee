import { createHmac, randomBytes } from "node:crypto";
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { z } from "zod";
import { type Layout, PRIVATE_FILE, syncFile } from "../store/index.ts";

/** Whether a folded address, or the domain of it, is to be found nowhere any more. */
export type IsErased = (folded: string) => boolean;

/** The file outlives a restore, which knows by it who must not come back. */
const fileSchema = z.object({ key: z.string(), hashes: z.array(z.string()) });

/** Those who were erased from the data at `layout`, known by keyed hashes alone; null: nobody was. */
export function readErased(layout: Pick<Layout, "erased">): IsErased | null {
  if (!existsSync(layout.erased)) return null;
  const { key, hashes } = fileSchema.parse(JSON.parse(readFileSync(layout.erased, "utf8")));
  const all = new Set(hashes);
  return isAmong((entry) => all.has(hashOf(key, entry)));
}

/** Notes entries (folded addresses, and domains with a leading `@`) as erased. */
export function noteErased(layout: Pick<Layout, "erased">, entries: Iterable<string>): void {
  const before = existsSync(layout.erased)
    ? fileSchema.parse(JSON.parse(readFileSync(layout.erased, "utf8")))
    : { key: randomBytes(32).toString("base64url"), hashes: [] };
  const hashes = new Set(before.hashes);
  for (const entry of entries) hashes.add(hashOf(before.key, entry));
  const temporary = `${layout.erased}.new`;
  writeFileSync(temporary, JSON.stringify({ key: before.key, hashes: [...hashes] }), { mode: PRIVATE_FILE });
  syncFile(temporary);
  renameSync(temporary, layout.erased);
}

/** The same of entries that are known as they are. */
export function erasedAmong(entries: ReadonlySet<string>): IsErased {
  return isAmong((entry) => entries.has(entry));
}

function isAmong(has: (entry: string) => boolean): IsErased {
  const domains = new Map<string, boolean>();
  return (folded) => {
    const domain = folded.slice(folded.lastIndexOf("@"));
    const ofDomain = domains.get(domain) ?? has(domain);
    domains.set(domain, ofDomain);
    return ofDomain || has(folded);
  };
}

function hashOf(key: string, entry: string): string {
  return createHmac("sha256", key).update(entry).digest("base64url");
}
