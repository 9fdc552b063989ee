import type { Account } from "../../../../shared/bridge/accounts.ts";
import type { AccountDirectory } from "../../accounts/index.ts";
import type { CleaningRow } from "../../catalog/index.ts";
import type { PartEvent } from "../part/part-events.ts";
import { mayHaveStarted, type PartRecord } from "../part/record.ts";
import type { PartRow, Records } from "../records.ts";
import type { AccountProbes, Credits } from "./balance-checks.ts";

export interface ReleasesOptions {
  readonly records: Records;
  readonly accounts: AccountDirectory;
  readonly credits: Credits;
  readonly looks: AccountProbes;
  readonly commit: (part: PartRow, event: PartEvent) => PartRecord | null;
  /** Commits an event and continues with the part. */
  readonly apply: (cleaningId: string, ordinal: number, event: PartEvent) => boolean;
  readonly poll: (cleaning: CleaningRow, part: PartRow, signal: AbortSignal) => Promise<unknown>;
}

/** Releases parked parts when what they wait for becomes available. */
export interface ParkedPartReleaser {
  checkWait(cleaning: CleaningRow, part: PartRow, signal: AbortSignal): Promise<void>;
  accountChanged(account: Account): void;
}

export function createReleases(options: ReleasesOptions): ParkedPartReleaser {
  const { records, accounts, credits, looks, commit, apply, poll } = options;
  const reached = new Map<string, string>();

  function releaseAffordable(accountId: string, read: boolean): void {
    for (const part of credits.affordable(accountId, read))
      apply(part.cleaningId, part.ordinal, { type: "released" });
    const balance = accounts.credits(accountId);
    if (balance === null) return;
    for (const part of credits.waiting(accountId))
      if (read || part.record.wait?.balance != null) commit(part, { type: "credits.read", balance });
  }

  return {
    async checkWait(cleaning, part, signal) {
      const { state } = part.record;
      if (state.kind !== "waiting" || state.for === "user") return;
      if (state.for === "credits") {
        // Poll first: a start whose answer was lost may have succeeded.
        if (state.jobId !== null && mayHaveStarted(part.record)) await poll(cleaning, part, signal);
        const read = await credits.look(cleaning.account_id);
        releaseAffordable(cleaning.account_id, read);
      } else if (state.for !== "account" || (await looks.works(cleaning.account_id, cleaning.scope)))
        commit(part, { type: "released" });
    },
    accountChanged(account) {
      const way = JSON.stringify([account.baseUrl, account.keyHint, account.keyState]);
      const isNew = reached.get(account.id) !== way;
      if (isNew) looks.forget();
      reached.set(account.id, way);
      // Other account updates are frequent and unrelated: each part is then retried on its own schedule.
      for (const id of isNew ? records.active() : []) {
        const cleaning = records.cleaning(id);
        if (cleaning?.account_id !== account.id || !cleaning.watching) continue;
        for (const part of records.parts(id)) {
          const { state } = part.record;
          if (state.kind !== "waiting" || state.for !== "account") continue;
          apply(id, part.ordinal, { type: "released" });
        }
      }
      releaseAffordable(account.id, false);
    },
  };
}
