import type { Client } from "pg";
import type { ErasedPeople, HashedPeople } from "../memory/index.ts";
import { foldedAt, textsOf } from "../text/index.ts";
import { foldedOf, readFactsOf, type SharedFacts } from "./fact-log.ts";
import type { TeamState } from "./members.ts";

interface PendingErasure {
  readonly number: number;
  readonly people: HashedPeople;
}

/** Reads the hashes of the erasures after number `after`. */
export async function pendingErasures(
  client: Client,
  { erasures }: TeamState,
  logId: string,
  after: number,
): Promise<PendingErasure[]> {
  const pending: PendingErasure[] = [];
  for (const erasure of erasures.filter(({ number }) => number > after)) {
    const facts = await readFactsOf(client, erasure);
    const folded = foldedOf(facts);
    const texts = Array.from(facts.code, (_, at) => foldedAt(folded, at));
    const hashes = texts.filter((_, at) => facts.code[at] === HASH_OF.entry);
    const domains = texts.filter((_, at) => facts.code[at] === HASH_OF.domain);
    pending.push({ number: erasure.number, people: { key: logId, hashes, domains } });
  }
  return pending;
}

/** Codes of the facts of an erasure: a hash of an entry, or of its domain. */
const HASH_OF = { entry: 0, domain: 1 } as const;

/** Leaves out facts about erased people. */
export function withoutPeople(facts: SharedFacts, erased: readonly ErasedPeople[]): SharedFacts {
  if (erased.length === 0) return facts;
  const folded = foldedOf(facts);
  const kept = [...facts.code.keys()].filter((at) => {
    const entry = foldedAt(folded, at);
    return !erased.some((people) => people.has(entry));
  });
  if (kept.length === facts.code.length) return facts;
  const { bytes, ends } = textsOf(kept.map((at) => foldedAt(folded, at)));
  return {
    text: bytes,
    ends,
    code: Uint8Array.from(kept, (at) => facts.code[at] ?? 0),
    flags: Uint8Array.from(kept, (at) => facts.flags[at] ?? 0),
    at: Float64Array.from(kept, (at) => facts.at[at] ?? 0),
  };
}
