import { existsSync } from "node:fs";
import Database from "better-sqlite3";
import { z } from "zod";
import { DEAD_REASONS } from "../../../shared/bridge/domains.ts";
import { MAIL_HOSTS, type MailHost, mailHostOf } from "../../../shared/mail-hosts.ts";
import type { Journal } from "../store/index.ts";
import type { DomainRecord } from "./lookup.ts";

/** Returns the mail host by domain, for domains that were looked up and receive mail. */
export function mailHostsIn(journal: string): ReadonlyMap<string, MailHost> {
  if (!existsSync(journal)) return new Map();
  const db = new Database(journal, { readonly: true });
  try {
    return new Map(storedHosts({ db }).map(({ domain, host }) => [domain.slice(1), mailHostOf(host)]));
  } finally {
    db.close();
  }
}

/** Returns, by domain number, the index in MAIL_HOSTS plus 1; 0 if DNS was not asked or the domain receives no mail. */
export function mailHostsOf(
  journal: string,
  { domains, domain }: { readonly domains: number; domain(id: number): string },
): Uint8Array {
  const hosts = new Uint8Array(domains);
  const known = mailHostsIn(journal);
  if (known.size === 0) return hosts;
  for (let id = 0; id < domains; id++) {
    const host = known.get(domain(id));
    if (host !== undefined) hosts[id] = 1 + MAIL_HOSTS.indexOf(host);
  }
  return hosts;
}

/** Lifetime of an answer, in ms. Node's resolver doesn't report the TTL of MX records. */
const FRESH_MS = 24 * 3600_000;
/** Rows per transaction, so that the engine's thread is blocked for less than a frame. */
const AT_ONCE = 1_000;

const rowsSchema = z.array(
  z.object({ domain: z.string(), dead: z.enum(DEAD_REASONS).nullable(), host: z.string() }),
);

/** Returns the answers of the last day, by domain. */
export function freshAnswers({ db }: Pick<Journal, "db">, now: number): ReadonlyMap<string, DomainRecord> {
  const rows = db.prepare("SELECT domain, dead, host FROM domains WHERE looked_at > ?").all(now - FRESH_MS);
  return new Map(
    rowsSchema
      .parse(rows)
      .map(({ domain, dead, host }): [string, DomainRecord] => [
        domain.slice(1),
        dead !== null ? { kind: "dead", why: dead } : { kind: "mail", hosts: host === "" ? [] : [host] },
      ]),
  );
}

/** Returns the domains found dead in the last day. */
export function deadDomains({ db }: Pick<Journal, "db">, now: number): string[] {
  const dead = db.prepare("SELECT domain FROM domains WHERE looked_at > ? AND dead IS NOT NULL").pluck();
  return z
    .array(z.string())
    .parse(dead.all(now - FRESH_MS))
    .map((domain) => domain.slice(1));
}

const hostsSchema = z.array(z.object({ domain: z.string(), host: z.string() }));

/** Returns the mail server of each domain (with a leading "@") that receives mail. */
function storedHosts({ db }: Pick<Journal, "db">): z.output<typeof hostsSchema> {
  return hostsSchema.parse(db.prepare("SELECT domain, host FROM domains WHERE dead IS NULL").all());
}

/** Returns a cache key of the stored answers. */
export function domainsVersion({ db }: Pick<Journal, "db">): string {
  return JSON.stringify(db.prepare("SELECT count(*), coalesce(max(looked_at), 0) FROM domains").raw().get());
}

/** Deletes the answers of erased people's domains. They can be fetched again. */
export function eraseDomains({ db }: Pick<Journal, "db">, isErased: (domain: string) => boolean): void {
  const remove = db.prepare("DELETE FROM domains WHERE domain = ?");
  for (const domain of z.array(z.string()).parse(db.prepare("SELECT domain FROM domains").pluck().all()))
    if (isErased(domain.slice(1))) remove.run(domain);
}

/** Stores answers, replacing older ones. Yields between batches so that others can write. */
export async function keepAnswers(
  { db }: Pick<Journal, "db">,
  answers: ReadonlyMap<string, DomainRecord>,
  now: number,
): Promise<void> {
  const put = db.prepare(
    "INSERT OR REPLACE INTO domains (domain, looked_at, dead, host) VALUES (?, ?, ?, ?)",
  );
  const all = [...answers];
  for (let from = 0; from < all.length; from += AT_ONCE) {
    db.transaction(() => {
      for (const [domain, answer] of all.slice(from, from + AT_ONCE)) {
        const dead = answer.kind === "dead" ? answer.why : null;
        put.run(`@${domain}`, now, dead, answer.kind === "mail" ? (answer.hosts[0] ?? "") : "");
      }
    })();
    await new Promise(setImmediate);
  }
}
