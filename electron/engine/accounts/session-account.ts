import { ok, type Result } from "../../../shared/result.ts";
import { baseUrlText, checkBaseUrl, readBaseUrl } from "../service/index.ts";
import type { Journal } from "../store/index.ts";
import type { AccountTable } from "./account-table.ts";
import { keyMark } from "./key-mark.ts";
import type { SessionAccount } from "./types.ts";

/** The account of the environment as this run knows it. */
export interface PresentSession {
  readonly id: string;
  readonly apiKey: string;
  /** Where its key may be sent: what the environment says, never what the journal holds. */
  readonly baseUrl: Result<string>;
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
  const idOf = (baseUrl: string) => `session-${keyMark(journal, baseUrl, session.apiKey)}`;
  const read = readBaseUrl(session.baseUrl);
  // Where the service answered below an address that ends like its paths begin, it goes on doing so.
  const literal = checkBaseUrl(session.baseUrl);
  const answered = literal.ok && table.find(idOf(baseUrlText(literal.value)))?.credits != null;
  const address = answered ? literal : read;
  const baseUrl = address.ok ? baseUrlText(address.value) : "";
  const id = idOf(baseUrl);
  const row = table.find(id);
  if (row === null) {
    const host = address.ok ? address.value.host : "environment";
    table.insert({ id, label: freeLabel(host, table), kind: "session", baseUrl, at: now });
  } else if (row.base_url !== baseUrl) table.setBaseUrl(id, baseUrl);
  return { id, apiKey: session.apiKey, baseUrl: address.ok ? ok(baseUrl) : address };
}

/** `wanted`, or `wanted 2`, … when it is taken. */
export function freeLabel(wanted: string, table: AccountTable): string {
  const taken = new Set(table.all().map((row) => row.label.toLowerCase()));
  let label = wanted;
  for (let n = 2; taken.has(label.toLowerCase()); n++) label = `${wanted} ${n}`;
  return label;
}
