import type { CleaningRow } from "../rows.ts";

/** Whom a request is made to: what is asked for too often, or cannot be reached, is one of the two. */
export interface Peer {
  readonly account: string;
  /** Where the account's service is: what is unreachable for one account is so for all that are there. */
  readonly host: string;
}

/** Whom a cleaning's requests are made to. */
export function peerOf({ account_id, scope }: Pick<CleaningRow, "account_id" | "scope">): Peer {
  return { account: `account ${account_id}`, host: `host ${scope}` };
}
