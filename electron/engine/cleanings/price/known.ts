import { existsSync } from "node:fs";
import { ok, type Result } from "../../../../shared/result.ts";
import { SOURCE_CODE, VERDICT_CODE } from "../../../../shared/verdicts.ts";
import {
  type Archive,
  type Freshness,
  KNOWN_FROM,
  type KnownColumns,
  noneKnown,
} from "../../ledger/index.ts";
import type { OpenList } from "../../lists/index.ts";
import { hardBounces } from "../../memory/index.ts";
import type { Layout } from "../../store/index.ts";
import type { LookupKeys } from "../../text/index.ts";

export interface KnownInput {
  readonly layout: Layout;
  readonly list: OpenList;
  readonly keys: () => LookupKeys;
  readonly scope: string;
  readonly freshness: Freshness;
  /** `null` if no verdict was ever ingested. */
  readonly archive: Archive | null;
  readonly reuse: boolean;
  readonly deadDomains: ReadonlySet<string>;
}

export interface KnownAddresses extends KnownColumns {
  /** Source of each verdict as a SOURCE_CODE; 0 if none. */
  readonly source: Uint8Array;
}

/**
 * Returns the newest fresh verdict per address; undeliverable after a later hard bounce or at a dead domain. Problem:
 * `store_corrupt`. Throws SQLite errors.
 */
export function knownAddresses(input: KnownInput): Result<KnownAddresses> {
  const { layout, keys, scope, freshness, archive, reuse: reuseVerdicts } = input;
  const size = input.list.addressEnd.length;
  const searchedArchive = reuseVerdicts ? archive : null;
  const columns = searchedArchive?.lookUp(scope, keys(), freshness) ?? noneKnown(size);
  const source = new Uint8Array(size);
  for (let id = 0; id < size; id++)
    if (columns.verdict[id] !== 0)
      source[id] = columns.from[id] === KNOWN_FROM.file ? SOURCE_CODE.imported : SOURCE_CODE.known;
  const known = { ...columns, source };
  if (reuseVerdicts && existsSync(layout.journal)) {
    // A verdict too old to be reused may still be newer than the bounce.
    const ofAnyAge = () => searchedArchive?.lookUp(scope, keys(), { ...freshness, ...OF_ANY_AGE }) ?? null;
    const taken = applyBounces(layout, keys, known, ofAnyAge);
    if (!taken.ok) return taken;
  }
  applyDeadDomains(input, known);
  return ok(known);
}

const OF_ANY_AGE = {
  freshAfter: Number.NEGATIVE_INFINITY,
  freshAfterUnknown: Number.NEGATIVE_INFINITY,
};

function applyBounces(
  layout: Layout,
  keys: () => LookupKeys,
  known: KnownAddresses,
  lookUpAnyAge: () => KnownColumns | null,
): Result<null> {
  const found = hardBounces(layout, keys);
  if (!found.ok) return found;
  const times = found.value;
  if (times === null) return ok(null);
  const ever = times.some((at) => at > 0) ? lookUpAnyAge() : null;
  for (const [id, at] of times.entries()) {
    if (at === 0 || ((ever?.verdict[id] ?? 0) !== 0 && at <= (ever?.verifiedAt[id] ?? 0))) continue;
    putUndeliverable(known, id, at, SOURCE_CODE.bounced);
  }
  return ok(null);
}

/** Current DNS results override older verdicts. */
function applyDeadDomains({ list, freshness, deadDomains }: KnownInput, known: KnownAddresses): void {
  if (deadDomains.size === 0) return;
  const isDead = Array.from({ length: list.domains }, (_, domain) => deadDomains.has(list.domain(domain)));
  for (const [id, domain] of list.addressDomain.entries())
    if (isDead[domain] === true) putUndeliverable(known, id, freshness.now, SOURCE_CODE.dead_domain);
}

function putUndeliverable(known: KnownAddresses, id: number, at: number, source: number): void {
  known.verdict[id] = VERDICT_CODE.undeliverable;
  known.flags[id] = 0;
  known.verifiedAt[id] = at;
  known.source[id] = source;
}
