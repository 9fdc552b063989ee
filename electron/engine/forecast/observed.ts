import { existsSync } from "node:fs";
import Database from "better-sqlite3";
import type { ServiceRecord, ShareOf } from "../../../shared/bridge/forecast.ts";
import { ok, type Result } from "../../../shared/result.ts";
import {
  VERDICT_CODE,
  VERDICT_CODE_COUNT,
  VERDICTS,
  type Verdict,
  type VerdictOrNone,
  verdictOf,
} from "../../../shared/verdicts.ts";
import { accountLabels, SANDBOX_SCOPE } from "../accounts/index.ts";
import { verdictSources } from "../catalog/index.ts";
import { mailHostsIn } from "../domains/index.ts";
import { verdictsAt } from "../ledger/index.ts";
import { type Mailing, mailingsIn } from "../memory/index.ts";
import type { Layout } from "../store/index.ts";
import { quantile } from "./beta.ts";
import type { Observed } from "./model.ts";

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
function servicesAt(layout: Layout, givers: VerdictSources, mailings: readonly Mailing[]): ServiceRecord[] {
  const tallies = new Map<string, Tally>();
  for (const { isReported, keys, at, bounced, isOther } of mailings) {
    if (!isReported) continue;
    const verdicts = [...verdictsAt(layout.archive, keys, at, (id) => givers.get(id) ?? null)];
    if (verdicts.length < 2) continue;
    for (let address = 0; address < at.length; address++) {
      if (isOther[address] === 1) continue;
      const byVerdict = verdicts.filter(([, verdict]) => verdict[address] !== 0);
      if (byVerdict.length < 2) continue;
      for (const [giver, verdict] of byVerdict) {
        const tally = tallies.get(giver) ?? {
          arrived: new Uint32Array(VERDICT_CODE_COUNT),
          bounced: new Uint32Array(VERDICT_CODE_COUNT),
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
function readVerdictSources({ journal }: Layout): VerdictSources {
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

export interface MailingOutcome {
  readonly id: string;
  readonly sent: number;
  readonly bounced: number;
  readonly isReported: boolean;
}

export interface ObservedMailings {
  readonly observed: readonly Observed[];
  readonly mailings: readonly MailingOutcome[];
  readonly services: readonly ServiceRecord[];
}

/**
 * Counts mail by verdict and domain, and by mailing. For worker threads. Fails with `store_corrupt`; throws SQLite
 * errors.
 */
export function observedIn(layout: Layout): Result<ObservedMailings> {
  const read = mailingsIn(layout);
  if (!read.ok) return read;
  const givers = readVerdictSources(layout);
  const counts = new Map<string, { verdict: VerdictOrNone; domain: string; sent: number; bounced: number }>();
  for (const mailing of read.value) {
    if (!mailing.isReported) continue;
    const verdict = verdictsWhenSent(layout, givers, mailing);
    for (let at = 0; at < mailing.at.length; at++) {
      if (mailing.isOther[at] === 1) continue;
      const address = mailing.address(at);
      const place = { verdict: verdict(at), domain: address.slice(address.lastIndexOf("@") + 1) };
      const key = `${place.verdict} ${place.domain}`;
      const own = counts.get(key) ?? { ...place, sent: 0, bounced: 0 };
      own.sent++;
      own.bounced += mailing.bounced[at] ?? 0;
      counts.set(key, own);
    }
  }
  const hosts = mailHostsIn(layout.journal);
  return ok({
    services: servicesAt(layout, givers, read.value),
    observed: [...counts.values()].map((one) => ({ ...one, host: hosts.get(one.domain) ?? "" })),
    mailings: read.value.map(({ id, at, bounced, isReported }) => ({
      id,
      sent: at.length,
      isReported,
      bounced: bounced.reduce((sum, one) => sum + one, 0),
    })),
  });
}

/** Returns the verdict of each address at the time of sending, by address number. */
function verdictsWhenSent(
  { archive }: Layout,
  givers: VerdictSources,
  { keys, at, words }: Mailing,
): (address: number) => VerdictOrNone {
  // Exports store the verdict with each address; for other mailings, look it up in the archive.
  if (at.length > 0 && words(0) !== "") {
    const standings = new Map<string, VerdictOrNone>(VERDICTS.map((one) => [one, one]));
    return (address) => standings.get(words(address)) ?? "none";
  }
  const then = verdictsAt(archive, keys, at, (id) => (givers.get(id) == null ? null : "")).get("");
  return (address) => verdictOf(then?.[address] ?? 0) ?? "none";
}
