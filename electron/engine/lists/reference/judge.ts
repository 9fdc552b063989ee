import { ADDRESS_BIT } from "../format.ts";
import type { RowTable } from "../row-table.ts";

/** What the reference lists say of every distinct address. */
export interface Judgement {
  /** ADDRESS_BITs, one byte an address. */
  readonly bits: Uint8Array;
  /** How many distinct addresses carry `bit`. */
  count(bit: number): number;
  /** The domains with the most distinct addresses, most first. */
  topDomains(limit: number): { domain: string; count: number }[];
}

/** Holds every distinct address of `table` against the reference lists. */
export async function judgeAddresses(table: RowTable): Promise<Judgement> {
  const u = table.addresses.size;
  const bits = new Uint8Array(u);
  const perDomain = new Uint32Array(table.domains.size);
  for (let id = 0; id < u; id++) {
    const domain = table.addressDomain[id] as number;
    perDomain[domain] = (perDomain[domain] as number) + 1;
  }
  const totals = new Map<number, number>(Object.values(ADDRESS_BIT).map((bit) => [bit, 0]));
  return {
    bits,
    count: (bit) => totals.get(bit) ?? 0,
    topDomains(limit) {
      const order = Array.from(perDomain.keys()).sort(
        (a, b) => (perDomain[b] as number) - (perDomain[a] as number) || a - b,
      );
      return order
        .slice(0, limit)
        .map((id) => ({ domain: table.domains.textOf(id), count: perDomain[id] as number }));
    },
  };
}
