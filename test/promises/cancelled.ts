import { foldAddress } from "../../shared/fold-addresses.ts";
import type { AccountLedger } from "./books.ts";

/** Cancelled cleanings, for which nothing more may be paid. */
export interface Cancelled {
  /** Records a cancelled cleaning, after requests in flight have arrived. */
  add(cleaningId: string, addresses: readonly string[]): void;
  /**
   * Stops checking the cleaning, because the user wants it or another cleaning of its list again. Without an id, stops
   * checking all.
   */
  forget(cleaningId?: string): void;
  broken(): string[];
}

export function createCancelled(books: readonly AccountLedger[]): Cancelled {
  const all = new Map<string, ReadonlyMap<string, number>>();
  const paidFor = (address: string) =>
    books.reduce((sum, { service, label }) => sum + (service.charges(label).get(address) ?? 0), 0);
  return {
    add(cleaningId, addresses) {
      // Addresses that are also in other lists may be paid for with those.
      const own = addresses.filter((one) => !one.startsWith("shared")).map((one) => foldAddress(one));
      all.set(cleaningId, new Map(own.map((one) => [one, paidFor(one)])));
    },
    forget(cleaningId) {
      if (cleaningId === undefined) all.clear();
      else all.delete(cleaningId);
    },
    broken() {
      const found: string[] = [];
      for (const [id, addresses] of all)
        for (const [address, before] of addresses)
          if (paidFor(address) > before) found.push(`P9: ${id} was cancelled, and ${address} was paid for`);
      return found;
    },
  };
}
