import type { ServiceRecord } from "../../../shared/bridge/forecast.ts";
import { ok, type Result } from "../../../shared/result.ts";
import type { VerdictOrNone } from "../../../shared/verdicts.ts";
import { VERDICTS, verdictOf } from "../../../shared/verdicts.ts";
import { mailHostsIn } from "../domains/index.ts";
import { verdictsAt } from "../ledger/index.ts";
import { type Mailing, mailingsIn } from "../memory/index.ts";
import type { Layout } from "../store/index.ts";
import type { Observed } from "./model.ts";
import { readVerdictSources, servicesAt, type VerdictSources } from "./services.ts";

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
    const verdict = standingsOf(layout, givers, mailing);
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
      ...{ id, sent: at.length, isReported },
      bounced: bounced.reduce((sum, one) => sum + one, 0),
    })),
  });
}

/** Returns the verdict of each address at the time of sending, by address number. */
function standingsOf(
  { archive }: Layout,
  givers: VerdictSources,
  { sought, at, words }: Mailing,
): (address: number) => VerdictOrNone {
  // Exports store the verdict with each address; for other mailings, look it up in the archive.
  if (at.length > 0 && words(0) !== "") {
    const standings = new Map<string, VerdictOrNone>(VERDICTS.map((one) => [one, one]));
    return (address) => standings.get(words(address)) ?? "none";
  }
  const then = verdictsAt(archive, sought, at, (id) => (givers.get(id) == null ? null : "")).get("");
  return (address) => verdictOf(then?.[address] ?? 0) ?? "none";
}
