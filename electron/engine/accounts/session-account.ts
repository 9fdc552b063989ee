import { randomUUID } from "node:crypto";
import { ok, type Result } from "../../../shared/result.ts";
import { baseUrlText, readBaseUrl } from "../service/index.ts";
import type { Journal } from "../store/index.ts";
import type { AccountRow, AccountTable } from "./account-table.ts";
import { keyMark } from "./api-keys.ts";
import type { SessionAccount } from "./types.ts";

export interface PresentSession {
  readonly apiKey: string;
  /** Base URL from the environment, never from the journal. */
  readonly baseUrl: Result<string>;
  readonly mark: string;
}

/** Finds the environment's account by its key mark, or creates it; restores a removed one. The key is not stored. */
export function enterSession(
  session: SessionAccount,
  journal: Journal,
  table: AccountTable,
  now: number,
): PresentSession {
  const markOf = (baseUrl: string) => keyMark(journal, baseUrl, session.apiKey);
  const address = readBaseUrl(session.baseUrl);
  const baseUrl = address.ok ? baseUrlText(address.value) : "";
  const mark = markOf(baseUrl);
  const row = table.session(mark);
  if (row === null) {
    const host = address.ok ? address.value.host : "environment";
    // The id is taken by an account that now has another key.
    const id = table.find(sessionId(mark)) === null ? sessionId(mark) : sessionId(randomUUID());
    table.insert({ id, label: freeLabel(host, table), kind: "session", baseUrl, at: now });
    table.setKeyMark(id, mark);
  } else {
    if (row.removed_at !== null) table.restore(row.id, freeLabel(row.label, table));
    if (row.base_url !== baseUrl) table.setBaseUrl(row.id, baseUrl);
    if (row.removed_at !== null || row.base_url !== baseUrl) table.setKeyMark(row.id, mark);
  }
  return { apiKey: session.apiKey, baseUrl: address.ok ? ok(baseUrl) : address, mark };
}

export function isOfSession(session: PresentSession | null, row: AccountRow): session is PresentSession {
  if (session === null || row.kind !== "session" || row.key_mark !== session.mark) return false;
  return row.base_url === (session.baseUrl.ok ? session.baseUrl.value : "");
}

const sessionId = (rest: string) => `session-${rest}`;

/** Returns `wanted`, or `wanted 2` and so on if it is taken. */
export function freeLabel(wanted: string, table: AccountTable): string {
  const taken = new Set(table.all().map((row) => row.label.toLowerCase()));
  let label = wanted;
  for (let n = 2; taken.has(label.toLowerCase()); n++) label = `${wanted} ${n}`;
  return label;
}
