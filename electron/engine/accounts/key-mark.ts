import { createHmac, randomBytes } from "node:crypto";
import { z } from "zod";
import type { Journal } from "../store/index.ts";

/** The setting that holds the salt: it ties the marks to this data folder. */
const SALT = "session.salt";

/**
 * What the same address and key are recognised by, without either being stored: 24 characters of a salted hash, from which
 * no key can be worked out.
 */
export function keyMark(journal: Journal, baseUrl: string, apiKey: string): string {
  const hash = createHmac("sha256", salt(journal)).update(`${baseUrl}\n${apiKey}`);
  return hash.digest("hex").slice(0, 24);
}

function salt(journal: Journal): Buffer {
  const fresh = JSON.stringify(randomBytes(32).toString("hex"));
  journal.commit(() =>
    journal.db.prepare("INSERT OR IGNORE INTO settings (name, value) VALUES (?, ?)").run(SALT, fresh),
  );
  const row = z
    .object({ value: z.string() })
    .parse(journal.db.prepare("SELECT value FROM settings WHERE name = ?").get(SALT));
  return Buffer.from(z.string().parse(JSON.parse(row.value)), "hex");
}
