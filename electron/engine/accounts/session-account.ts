import { createHmac, randomBytes } from "node:crypto";
import { z } from "zod";
import { ok, type Result } from "../../../shared/result.ts";
import { baseUrlText, checkBaseUrl } from "../service/index.ts";
import type { Journal } from "../store/index.ts";
import type { AccountTable } from "./account-table.ts";
import type { SessionAccount } from "./types.ts";

/** The setting that holds the salt: it ties the ids of such accounts to this data folder. */
const SALT = "session.salt";

/** The account of the environment as this run knows it. */
export interface PresentSession {
  readonly id: string;
  readonly apiKey: string;
  /** Whether its address can be used at all. */
  readonly address: Result<unknown>;
}

/**
 * Finds or makes the row of the account that the environment gives. Its id comes from the address and the key
 * through a salted hash, so that the same two find the same cleanings again; the key itself is not stored.
 */
export function enterSession(
  session: SessionAccount,
  journal: Journal,
  table: AccountTable,
  now: number,
): PresentSession {
  const address = checkBaseUrl(session.baseUrl);
  const baseUrl = address.ok ? baseUrlText(address.value) : "";
  const host = address.ok ? address.value.host : "environment";
  const digest = createHmac("sha256", salt(journal)).update(`${baseUrl}\n${session.apiKey}`).digest("hex");
  const id = `session-${digest.slice(0, 24)}`;
  if (table.find(id) === null) {
    table.insert({ id, label: freeLabel(host, table), kind: "session", baseUrl, at: now });
  }
  return { id, apiKey: session.apiKey, address: address.ok ? ok(null) : address };
}

/** `wanted`, or `wanted 2`, … when it is taken. */
export function freeLabel(wanted: string, table: AccountTable): string {
  const taken = new Set(table.all().map((row) => row.label.toLowerCase()));
  let label = wanted;
  for (let n = 2; taken.has(label.toLowerCase()); n++) label = `${wanted} ${n}`;
  return label;
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
