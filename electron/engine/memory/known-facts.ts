import type { KnownFact } from "../../../shared/bridge/memory.ts";
import { foldAddress } from "../../../shared/fold-addresses.ts";
import { ok, type Result } from "../../../shared/result.ts";
import type { Layout } from "../store/index.ts";
import { foldedColumns, type LookupKeys, lookupKeysOf } from "../text/index.ts";
import { coveringEntries } from "./entries.ts";
import { eachImport, nameOfSource } from "./import-store.ts";

/** Returns the mail outcomes of an address and of its domain, newest first. Fails with `store_corrupt`. */
export function factsAbout(layout: Layout, address: string): Result<KnownFact[]> {
  const folded = foldAddress(address.trim());
  const keys = lookupKeysOf(foldedColumns([folded, ...coveringEntries(folded)]));
  const known: KnownFact[] = [];
  const read = eachImport(layout, "true", ({ id, name, source, at: assumed }, facts) => {
    facts.eachOf(keys, (which, fact) => {
      const outcome = facts.outcome(fact);
      if (outcome === null) return;
      const at = facts.time(fact);
      known.push({
        importId: id,
        name,
        source: nameOfSource(source),
        outcome,
        words: facts.words(fact),
        at: at ?? assumed,
        isAssumed: at === null,
        isOfDomain: which > 0,
      });
    });
  });
  return read.ok ? ok(known.sort((a, b) => b.at - a.at)) : read;
}

/**
 * Returns the last hard bounce per address, in Unix ms, 0 for none; `null` if nothing bounced. Undated bounces use
 * `imports.assumed_at`. Fails with `store_corrupt`.
 */
export function hardBounces(layout: Layout, keys: () => LookupKeys): Result<Float64Array | null> {
  let newest: Float64Array | null = null;
  const read = eachImport(layout, "bounces > 0", ({ at: assumed }, facts) => {
    const among = keys();
    const times: Float64Array = newest ?? new Float64Array(among.address.length);
    newest = times;
    facts.eachOf(among, (address, fact) => {
      if (facts.outcome(fact) !== "hard") return;
      times[address] = Math.max(times[address] ?? 0, facts.time(fact) ?? assumed);
    });
  });
  return read.ok ? ok(newest) : read;
}
