import type { CleaningRow } from "../rows.ts";
import type { Place } from "./scheduler.ts";

/** What a part is called where requests are planned. */
export const keyOf = (cleaningId: string, ordinal: number) => `${cleaningId}/${ordinal}`;

/** The part that {@link keyOf} named. */
export function partOf(key: string): { cleaningId: string; ordinal: number } {
  const slash = key.lastIndexOf("/");
  return { cleaningId: key.slice(0, slash), ordinal: Number(key.slice(slash + 1)) };
}

/** Whom a cleaning's requests are made to. */
export function placeOf({ account_id, scope }: Pick<CleaningRow, "account_id" | "scope">): Place {
  return { account: `account ${account_id}`, host: `host ${scope}` };
}
