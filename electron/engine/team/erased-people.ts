import type { Client } from "pg";
import { problem } from "../../../shared/problems.ts";
import { fail, ok, type Result } from "../../../shared/result.ts";
import type { ErasedPeople, HashedPeople } from "../memory/index.ts";
import { foldedAt, textsOf } from "../text/index.ts";
import { foldedOf, readFactsOf, type SharedFacts, textFacts } from "./fact-log.ts";
import type { TeamState } from "./members.ts";

interface PendingErasure {
  readonly number: number;
  readonly people: HashedPeople;
  /** Hashes of people who were let back in. */
  readonly allowed: readonly string[];
}

/**
 * Reads the erasures after number `after`, and who was let back in. The newer of two about the same person counts.
 * Problem: `team_malformed`.
 */
export async function pendingErasures(
  client: Client,
  { erasures }: TeamState,
  { logId, after, server }: { readonly logId: string; readonly after: number; readonly server: string },
): Promise<Result<PendingErasure[]>> {
  const pending: PendingErasure[] = [];
  for (const erasure of erasures.filter(({ number }) => number > after)) {
    const facts = await readFactsOf(client, erasure);
    // Not skipped as other batches are: these people must be erased here.
    if (facts === null) return fail(problem("team_malformed", { server }));
    const folded = foldedOf(facts);
    const texts = Array.from(facts.code, (_, at) => foldedAt(folded, at));
    const hashes = texts.filter((_, at) => facts.code[at] === HASH_OF.entry);
    const domains = texts.filter((_, at) => facts.code[at] === HASH_OF.domain);
    const allowed = texts.filter((_, at) => facts.code[at] === HASH_OF.allowed);
    pending.push({ number: erasure.number, people: { key: logId, hashes, domains, allowed: [] }, allowed });
  }
  const newest = pending.map(({ number, people, allowed }, at) => {
    const later = pending.slice(at + 1);
    const allowedLater = new Set(later.flatMap((one) => one.allowed));
    const erasedLater = new Set(later.flatMap((one) => one.people.hashes));
    const hashes = people.hashes.filter((hash) => !allowedLater.has(hash));
    return {
      number,
      people: { ...people, hashes },
      allowed: allowed.filter((hash) => !erasedLater.has(hash)),
    };
  });
  return ok(newest);
}

/** Codes of the facts of an erasure: a hash of an entry, of its domain, or of an entry that is let back in. */
const HASH_OF = { entry: 0, domain: 1, allowed: 2 } as const;

/** Returns the facts that tell the team's members to let people back in. */
export function allowingFacts({ hashes }: HashedPeople): SharedFacts {
  return { ...textFacts(hashes), code: new Uint8Array(hashes.length).fill(HASH_OF.allowed) };
}

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
