import { existsSync } from "node:fs";
import Database from "better-sqlite3";
import { z } from "zod";
import { MAIL_HOSTS, mailHostOf } from "../../../shared/mail-hosts.ts";

const rowsSchema = z.array(z.object({ domain: z.string(), host: z.string() }));

/** Returns, by domain number, the index in MAIL_HOSTS plus 1; 0 if DNS was not asked or the domain receives no mail. */
export function mailHostsOf(
  journal: string,
  { domains, domain }: { readonly domains: number; domain(id: number): string },
): Uint8Array {
  const hosts = new Uint8Array(domains);
  if (!existsSync(journal)) return hosts;
  const db = new Database(journal, { readonly: true });
  try {
    const rows = rowsSchema.parse(db.prepare("SELECT domain, host FROM domains WHERE dead IS NULL").all());
    if (rows.length === 0) return hosts;
    const known = new Map(rows.map((row) => [row.domain, 1 + MAIL_HOSTS.indexOf(mailHostOf(row.host))]));
    for (let id = 0; id < domains; id++) hosts[id] = known.get(`@${domain(id)}`) ?? 0;
    return hosts;
  } finally {
    db.close();
  }
}
