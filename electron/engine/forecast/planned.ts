import { MAX_DOMAINS } from "../../../shared/bridge/forecast.ts";
import { MAIL_HOSTS } from "../../../shared/mail-hosts.ts";
import { VERDICT_CODE_COUNT, type VerdictOrNone, verdictOf } from "../../../shared/verdicts.ts";
import { type Calibration, expectedRate, type Place, type Planned } from "./model.ts";

export interface PlannedGroup extends Planned {
  readonly domains: number;
  readonly largest: readonly { readonly domain: string; readonly addresses: number }[];
}

export function atDomain(place: Place & { readonly domain: string }, addresses: number): PlannedGroup {
  const { domain } = place;
  return {
    ...place,
    addresses,
    squares: addresses * addresses,
    domains: 1,
    largest: [{ domain, addresses }],
  };
}

export interface ListDomains {
  readonly domains: number;
  domain(id: number): string;
  /** By domain number, see mailHostsOf. */
  readonly mailHosts: Uint8Array;
}

const VERDICT_BY_INDEX: readonly VerdictOrNone[] = Array.from(
  { length: VERDICT_CODE_COUNT },
  (_, code) => verdictOf(code) ?? "none",
);

/** Rates of a list's addresses by domain number and verdict code. */
export type ListRates = ReturnType<typeof ratesOfList>;

export function ratesOfList(calibration: Calibration, list: ListDomains) {
  const { mailHosts } = list;
  const known = new Set(
    Object.values(calibration).flatMap(({ hosts }) =>
      Object.values(hosts).flatMap((one) => Object.keys(one.domains)),
    ),
  );
  const isOwn = new Uint8Array(list.domains);
  if (known.size > 0)
    for (let id = 0; id < list.domains; id++) if (known.has(`@${list.domain(id)}`)) isOwn[id] = 1;
  const rates = new Map<number, number>();
  const placeOf = (id: number, code: number): Place => ({
    verdict: VERDICT_BY_INDEX[code] ?? "none",
    host: MAIL_HOSTS[(mailHosts[id] ?? 0) - 1] ?? "",
    domain: isOwn[id] === 1 ? list.domain(id) : null,
  });
  const poolOf = (id: number, code: number) => (mailHosts[id] ?? 0) * VERDICT_CODE_COUNT + code;

  return {
    /** Returns the expected bounce rate of such an address (0 to 1). */
    rate(id: number, code: number): number {
      // Cache keys: pools from 0 up, domains with their own rate below 0.
      const key = isOwn[id] === 1 ? -1 - (id * VERDICT_CODE_COUNT + code) : poolOf(id, code);
      const rate = rates.get(key) ?? expectedRate(calibration, placeOf(id, code));
      rates.set(key, rate);
      return rate;
    },
    /** Groups addresses. `counts` are indexed by `domain * VERDICT_CODES + code`. */
    planned(counts: Uint32Array): PlannedGroup[] {
      const own: PlannedGroup[] = [];
      const pools = new Map<number, Pool>();
      for (let at = 0; at < counts.length; at++) {
        const addresses = counts[at] ?? 0;
        if (addresses === 0) continue;
        const id = Math.floor(at / VERDICT_CODE_COUNT);
        const code = at % VERDICT_CODE_COUNT;
        if (isOwn[id] === 1) {
          own.push(atDomain({ ...placeOf(id, code), domain: list.domain(id) }, addresses));
          continue;
        }
        const key = poolOf(id, code);
        const pool = pools.get(key) ?? {
          place: placeOf(id, code),
          addresses: 0,
          squares: 0,
          domains: 0,
          largest: [],
        };
        pools.set(key, pool);
        pool.addresses += addresses;
        pool.squares += addresses * addresses;
        pool.domains++;
        keepLargest(pool.largest, { id, addresses });
      }
      const pooled = [...pools.values()].map(({ place, largest, ...counted }) => ({
        ...place,
        ...counted,
        largest: largest.map(({ id, addresses }) => ({ domain: list.domain(id), addresses })),
      }));
      return [...own, ...pooled];
    },
  };
}

interface Pool {
  readonly place: Place;
  addresses: number;
  squares: number;
  domains: number;
  readonly largest: { readonly id: number; readonly addresses: number }[];
}

function keepLargest(largest: Pool["largest"], one: Pool["largest"][number]): void {
  const last = largest[MAX_DOMAINS - 1];
  if (last !== undefined && last.addresses >= one.addresses) return;
  largest.push(one);
  largest.sort((a, b) => b.addresses - a.addresses);
  largest.length = Math.min(largest.length, MAX_DOMAINS);
}
