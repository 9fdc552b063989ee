import { existsSync } from "node:fs";
import Database from "better-sqlite3";
import { MAIL_HOSTS, mailHostOf } from "../../../shared/mail-hosts.ts";

/** By number of a domain: one more than the place of its mail host in MAIL_HOSTS; 0: DNS was never asked, or it takes no mail. */
export function mailHostsOf(
  journal: string,
  { domains, domain }: { readonly domains: number; domain(id: number): string },
): Uint8Array {
  const hosts = new Uint8Array(domains);
  if (!existsSync(journal)) return hosts;
  const db = new Database(journal, { readonly: true });
  try {
    const serverOf = db.prepare("SELECT host FROM domains WHERE domain = ? AND dead IS NULL").pluck();
    for (let id = 0; id < domains; id++) {
      const server = serverOf.get(`@${domain(id)}`);
      if (typeof server === "string") hosts[id] = 1 + MAIL_HOSTS.indexOf(mailHostOf(server));
    }
    return hosts;
  } finally {
    db.close();
  }
}
