import { existsSync } from "node:fs";
import Database from "better-sqlite3";
import { z } from "zod";
import type { ServiceRecord, ShareOf } from "../../../shared/bridge/forecast.ts";
import { VERDICT_CODE, VERDICT_CODES, type Verdict } from "../../../shared/verdicts.ts";
import { SANDBOX_SCOPE } from "../accounts/index.ts";
import { verdictsThen } from "../ledger/index.ts";
import type { Mailing } from "../memory/index.ts";
import type { Layout } from "../store/index.ts";
import { quantile } from "./beta.ts";

/** What a service said of addresses, and what became of mail to them: how many of each verdict's code arrived, and bounced. */
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
 * What verification services had said of the addresses of mailings that something was heard of, where at least two had. In
 * order of their names: nobody is the best of few. For worker threads. Throws SQLite's errors.
 */
export function servicesAt(layout: Layout, givers: Givers, mailings: readonly Mailing[]): ServiceRecord[] {
  const tallies = new Map<string, Tally>();
  for (const { isReported, sought, at, bounced, isOther } of mailings) {
    if (!isReported) continue;
    const verdicts = [...verdictsThen(layout.archive, sought, at, (id) => givers.get(id) ?? null)];
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

/** With its 90 % interval, from a Jeffreys prior. */
function shareOf(count: number, of: number): ShareOf {
  const rate = { hits: count + 0.5, misses: of - count + 0.5 };
  return { count, of, low: quantile(rate, 0.05), high: quantile(rate, 0.95) };
}

/** Whose verdicts cleanings brought home, by their ids; null: nobody's. */
export type Givers = ReadonlyMap<string, string | null>;

const giversSchema = z.array(z.object({ id: z.string(), name: z.string().nullable() }));

/** Whose verdicts a cleaning brought home: those of a file's maker, or of the account that verified. */
export function giversIn({ journal }: Layout): Givers {
  if (!existsSync(journal)) return new Map();
  const db = new Database(journal, { readonly: true });
  try {
    const rows = db
      .prepare(
        // What the sandbox made up was given by nobody.
        `SELECT cleanings.id AS id, CASE WHEN state = 'imported' THEN json_extract(preflight, '$.resultsOf.name')
           WHEN scope <> ? THEN label END AS name
         FROM cleanings JOIN lists ON lists.id = list_id LEFT JOIN accounts ON accounts.id = account_id`,
      )
      .all(SANDBOX_SCOPE);
    return new Map(giversSchema.parse(rows).map(({ id, name }) => [id, name]));
  } finally {
    db.close();
  }
}
