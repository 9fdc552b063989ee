import { existsSync } from "node:fs";
import Database from "better-sqlite3";
import type { ServiceRecord, ShareOf } from "../../../shared/bridge/forecast.ts";
import { VERDICT_CODE, VERDICT_CODES, type Verdict } from "../../../shared/verdicts.ts";
import { accountLabels, SANDBOX_SCOPE } from "../accounts/index.ts";
import { verdictSources } from "../catalog/index.ts";
import { verdictsAt } from "../ledger/index.ts";
import type { Mailing } from "../memory/index.ts";
import type { Layout } from "../store/index.ts";
import { quantile } from "./beta.ts";

interface Tally {
  readonly arrived: Uint32Array;
  readonly bounced: Uint32Array;
}

function recordOf(name: string, { arrived, bounced }: Tally): ServiceRecord {
  const all = (counts: Uint32Array) => counts.reduce((sum, one) => sum + one, 0);
  const of = (counts: Uint32Array, verdict: Verdict) => counts[VERDICT_CODE[verdict]] ?? 0;
  const both = (verdict: Verdict) => of(arrived, verdict) + of(bounced, verdict);
  const addresses = all(arrived) + all(bounced);
  return {
    name,
    addresses,
    caught: shareOf(of(bounced, "undeliverable"), all(bounced)),
    condemned: shareOf(of(arrived, "undeliverable"), all(arrived)),
    abstained: shareOf(both("accept_all") + both("unknown"), addresses),
    missed: shareOf(of(bounced, "deliverable"), both("deliverable")),
  };
}

/**
 * Compares verification services on addresses that several of them verified before a mailing with reported outcomes.
 * Sorted by name, because few services are no ranking. For worker threads. Throws SQLite errors.
 */
export function servicesAt(
  layout: Layout,
  givers: VerdictSources,
  mailings: readonly Mailing[],
): ServiceRecord[] {
  const tallies = new Map<string, Tally>();
  for (const { isReported, sought, at, bounced, isOther } of mailings) {
    if (!isReported) continue;
    const verdicts = [...verdictsAt(layout.archive, sought, at, (id) => givers.get(id) ?? null)];
    if (verdicts.length < 2) continue;
    for (let address = 0; address < at.length; address++) {
      if (isOther[address] === 1) continue;
      const said = verdicts.filter(([, verdict]) => verdict[address] !== 0);
      if (said.length < 2) continue;
      for (const [giver, verdict] of said) {
        const tally = tallies.get(giver) ?? {
          arrived: new Uint32Array(VERDICT_CODES),
          bounced: new Uint32Array(VERDICT_CODES),
        };
        tallies.set(giver, tally);
        const counts = bounced[address] === 1 ? tally.bounced : tally.arrived;
        const code = verdict[address] ?? 0;
        counts[code] = (counts[code] ?? 0) + 1;
      }
    }
  }
  return [...tallies]
    .map(([name, tally]) => recordOf(name, tally))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Returns the share with its 90 % interval, from a Jeffreys prior. */
function shareOf(count: number, of: number): ShareOf {
  const rate = { hits: count + 0.5, misses: of - count + 0.5 };
  return { count, of, low: quantile(rate, 0.05), high: quantile(rate, 0.95) };
}

/** Source of each cleaning's verdicts, by cleaning id; `null` if it has none. */
export type VerdictSources = ReadonlyMap<string, string | null>;

/** Returns the source of each cleaning's verdicts: the service that made the file, or the account. */
export function readVerdictSources({ journal }: Layout): VerdictSources {
  if (!existsSync(journal)) return new Map();
  const db = new Database(journal, { readonly: true });
  try {
    const labels = accountLabels(db);
    return new Map(
      verdictSources(db).map(({ id, scope, accountId, isImported, importedFrom }) => {
        if (isImported) return [id, importedFrom];
        // Sandbox verdicts are invented, so they have no source.
        return [id, scope === SANDBOX_SCOPE ? null : (labels.get(accountId) ?? null)];
      }),
    );
  } finally {
    db.close();
  }
}
