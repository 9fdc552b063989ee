import { existsSync } from "node:fs";
import Database from "better-sqlite3";
import { MAIL_HOSTS, type MailHost, mailHostOf } from "../../../shared/mail-hosts.ts";
import { storedHosts } from "./stored.ts";

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
