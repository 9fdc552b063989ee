import { existsSync } from "node:fs";
import { fail, ok, type Result } from "../../../shared/result.ts";
import { storeProblem, type Task } from "../store/index.ts";
import { lookupKeys } from "../text/index.ts";
import { type Archive, openArchive, type RememberedCheck } from "./archive.ts";
import type { Claim } from "./claims.ts";
import { type ArchivedVerdict, CLAIM, type Freshness, isFresh } from "./look-ups.ts";

const rememberTask: Task<{ archive: string; scope: string; check: RememberedCheck }, null> = async ({
  archive,
  scope,
  check,
}) =>
  written(archive, (open) => {
    open.storeCheck(scope, check);
    return null;
  });

function withArchive<T>(path: string, readonly: boolean, use: (archive: Archive) => T): T {
  const archive = openArchive(path, { readonly });
  try {
    return use(archive);
  } finally {
    archive.close();
  }
}

function written<T>(path: string, write: (archive: Archive) => T): Result<T> {
  try {
    return ok(withArchive(path, false, write));
  } catch (error) {
    const stored = storeProblem(error, path);
    if (stored === null) throw error;
    return fail(stored);
  }
}

export type Recalled =
  | { readonly kind: "known"; readonly verdict: ArchivedVerdict }
  /** Being verified by a list; `cleaningId` is `null` for another check. */
  | { readonly kind: "open"; readonly cleaningId: string | null }
  /** Possibly paid for, without a verdict. */
  | { readonly kind: "lost" }
  | { readonly kind: "unknown" };

export interface RecallInput {
  readonly archive: string;
  readonly scope: string;
  readonly address: string;
  readonly freshness: Freshness;
  readonly claims: readonly Claim[];
}

const recallTask: Task<RecallInput, Recalled> = async ({
  archive: path,
  scope,
  address,
  freshness,
  claims,
}) =>
  withArchive(path, true, (archive) => {
    const addressText = Buffer.from(address, "utf8");
    const keys = lookupKeys({ addressText, addressEnd: Uint32Array.of(addressText.length) });
    // Read claims before verdicts: a claim that ends in between has left its verdict.
    const { claim, openIn } = archive.claimed(scope, keys, claims);
    const verdict = archive.lookUpOne(scope, address, freshness);
    if (verdict !== null) return ok({ kind: "known", verdict });
    if (claim[0] === CLAIM.open) return ok({ kind: "open", cleaningId: openIn[0] ?? null });
    return ok({ kind: claim[0] === CLAIM.lost ? "lost" : "unknown" });
  });

export interface Trace {
  readonly checks: number;
  /** Ids of the cleanings with a verdict of it, newest first. */
  readonly cleanings: readonly string[];
  /** `true` if one of these verdicts is fresh in the given scope. */
  readonly isKnown: boolean;
}

const traceTask: Task<
  { archive: string; scope: string | null; address: string; freshness: Freshness },
  Trace
> = async ({ archive: path, scope, address, freshness }) =>
  withArchive(path, true, (archive) => {
    const entries = archive.history([address], null, freshness.now)[0] ?? [];
    const ofCleanings = entries.filter(({ cleaningId }) => cleaningId !== null);
    return ok({
      checks: entries.length - ofCleanings.length,
      cleanings: [...new Set(ofCleanings.flatMap(({ cleaningId }) => cleaningId ?? []))],
      isKnown: ofCleanings.some((one) => one.scope === scope && isFresh(one.verdict, one.freshAt, freshness)),
    });
  });

const forgetChecksTask: Task<{ archive: string; address: string }, number> = async ({
  archive: path,
  address,
}) => (existsSync(path) ? written(path, (archive) => archive.forgetChecks(address)) : ok(0));

const forgetTask: Task<{ archive: string; cleaningId: string }, null> = async (input) =>
  withArchive(input.archive, false, (archive) => {
    archive.deleteCleaning(input.cleaningId);
    return ok(null);
  });

const forgetTeamTask: Task<{ archive: string; keepVerdicts: boolean }, null> = async ({
  archive: path,
  keepVerdicts,
}) =>
  existsSync(path)
    ? written(path, (archive) => {
        archive.deleteTeam(keepVerdicts);
        return null;
      })
    : ok(null);

export const ledgerTasks = {
  "ledger.forgetTeam": forgetTeamTask,
  "ledger.remember": rememberTask,
  "ledger.recall": recallTask,
  "ledger.trace": traceTask,
  "ledger.forgetChecks": forgetChecksTask,
  "ledger.forget": forgetTask,
};
