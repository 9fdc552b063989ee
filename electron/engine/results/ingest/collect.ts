import { fail, ok, type Result } from "../../../../shared/result.ts";
import { SOURCE_CODE } from "../../../../shared/verdicts.ts";
import { CLAIM, type Claim, type Freshness, openArchive } from "../../ledger/index.ts";
import { LIST_COLUMNS } from "../../lists/index.ts";
import { type ListLayout, openColumns } from "../../store/index.ts";
import { lookupKeys } from "../../text/index.ts";
import { FATE, RESULT_COLUMNS } from "../format.ts";
import { missingResultsProblem, readResults, writeResults } from "../results-store.ts";

export interface CollectInput {
  readonly list: ListLayout;
  readonly results: string;
  readonly archive: string;
  readonly scope: string;
  readonly freshness: Freshness;
  readonly claims: readonly Claim[];
}

/** Numbers of addresses left to others that are `awaited` (from the cleanings `openIn`), or `unclaimed`. */
export interface Collected {
  readonly awaited: number;
  readonly openIn: readonly string[];
  readonly unclaimed: number;
}

/** Fills in available verdicts of addresses left to others. Fails with `store_corrupt` or `store_gone`. */
export async function fillFromArchive(input: CollectInput): Promise<Result<Collected>> {
  const missing = missingResultsProblem(input.results);
  if (missing !== null) return fail(missing);
  const keys = lookupKeys(addressesOf(input.list));
  const archive = openArchive(input.archive, { readonly: true });
  const store = openColumns(input.results, { readonly: false, mustExist: true });
  try {
    store.db.pragma("busy_timeout = 60000");
    // Read claims first: a claim that ends in between has already stored its verdicts.
    const { claim, openIn } = archive.claimed(input.scope, keys, input.claims);
    const known = archive.lookUp(input.scope, keys, input.freshness);
    const left = store.transaction(() => {
      const columns = readResults(store, keys.address.length);
      let awaited = 0;
      let unclaimed = 0;
      for (const [address, fate] of columns.fate.entries()) {
        if (fate !== FATE.elsewhere) continue;
        const verdict = known.verdict[address] ?? 0;
        if (verdict === 0) {
          if (claim[address] === CLAIM.open) awaited++;
          else unclaimed++;
          continue;
        }
        columns.fate[address] = FATE.known;
        columns.verdict[address] = verdict;
        columns.flags[address] = known.flags[address] ?? 0;
        columns.verifiedAt[address] = known.verifiedAt[address] ?? 0;
        columns.source[address] = SOURCE_CODE.known;
      }
      store.put(RESULT_COLUMNS.fate, columns.fate);
      writeResults(store, columns);
      return { awaited, unclaimed };
    });
    return ok({ ...left, openIn: left.awaited === 0 ? [] : openIn });
  } finally {
    store.close();
    archive.close();
  }
}

export interface TakenOverInput extends CollectInput {
  readonly cleaningId: string;
  /** Ordinals of finished parts that were not charged for. */
  readonly parts: readonly number[];
}

/** Counts the parts' addresses that others verified or claimed. Fails with `store_corrupt` or `store_gone`. */
export async function countVerifiedElsewhere(input: TakenOverInput): Promise<Result<number>> {
  const missing = missingResultsProblem(input.results);
  if (missing !== null) return fail(missing);
  const keys = lookupKeys(addressesOf(input.list));
  const archive = openArchive(input.archive, { readonly: true });
  const store = openColumns(input.results, { readonly: true });
  try {
    const others = input.claims.map((claim) =>
      claim.cleaningId === input.cleaningId ? { ...claim, state: "released" as const, isOpen: false } : claim,
    );
    const { claim } = archive.claimed(input.scope, keys, others);
    const known = archive.lookUp(input.scope, keys, input.freshness);
    const fate = store.read(RESULT_COLUMNS.fate);
    const parts = new Set(input.parts);
    let count = 0;
    for (const [address, part] of fate.entries())
      if (parts.has(part) && ((known.verdict[address] ?? 0) !== 0 || claim[address] === CLAIM.open)) count++;
    return ok(count);
  } finally {
    store.close();
    archive.close();
  }
}

function addressesOf(list: ListLayout): { addressText: Uint8Array; addressEnd: Uint32Array } {
  const store = openColumns(list.columns, { readonly: true });
  try {
    const { addressText, addressEnd } = LIST_COLUMNS;
    return {
      addressText: store.read(addressText),
      addressEnd: store.read(addressEnd),
    };
  } finally {
    store.close();
  }
}
