import type { COMPARISON_KINDS } from "../../../../../shared/bridge/constants.ts";
import type { ExportFilter } from "../../../../../shared/bridge/exports.ts";
import type { Compared, Comparison, ResultFilter } from "../../../../../shared/bridge/results.ts";
import { fail, ok, type Result } from "../../../../../shared/result.ts";
import {
  flagsOf,
  VERDICT_CODE,
  VERDICT_CODE_COUNT,
  VERDICTS,
  type Verdict,
  verdictOf,
} from "../../../../../shared/verdicts.ts";
import type { Layout } from "../../../store/index.ts";
import { indexAddresses } from "../../../text/index.ts";
import { missingResultsProblem, type VerdictColumns } from "../../results-store.ts";
import { lookUpExpected, type OpenCleaning, openCleaning } from "../opened.ts";
import type { Joined } from "../query/cache.ts";
import { asShown } from "../query/select.ts";
import { reasonOf } from "../query/traits.ts";
import type { CooperativeTask } from "../thread/steps.ts";
import { loadErased, loadFacts } from "./present-facts.ts";

type VerdictOrNone = Verdict | "none";
type ComparisonKind = (typeof COMPARISON_KINDS)[number];
type Side = NonNullable<Compared["left"]>;

export interface CompareQuestion {
  readonly kind: ComparisonKind;
  readonly from?: VerdictOrNone | undefined;
  readonly to?: VerdictOrNone | undefined;
  readonly offset: number;
  readonly limit: number;
}

const ROWS_PER_STEP = 16_384;
const NAMES: readonly VerdictOrNone[] = [...VERDICTS, "none"];

/**
 * Joins the addresses of two open cleanings by their folded form: the verdicts at the end of `left`, and the present ones
 * of `right`. Both may be of the same list.
 */
export function* joinCleanings(left: OpenCleaning, right: OpenCleaning): CooperativeTask<Joined> {
  const index = indexAddresses(left.folded, () => true);
  yield;
  const { bytes, ends } = right.folded;
  const leftOf = new Int32Array(ends.length);
  const isMet = new Uint8Array(left.folded.ends.length);
  const moved = new Uint32Array(ends.length);
  const added = new Uint32Array(ends.length);
  const moves = new Uint32Array(VERDICT_CODE_COUNT * VERDICT_CODE_COUNT);
  let changes = 0;
  let additions = 0;
  for (let at = 0, start = 0; at < ends.length; at++) {
    const end = ends[at] ?? start;
    const own = index.find(bytes, start, end);
    start = end;
    leftOf[at] = own;
    if (at % ROWS_PER_STEP === 0) yield;
    if (own < 0) {
      added[additions++] = at;
      continue;
    }
    isMet[own] = 1;
    const from = codeOf(left.stored, own);
    const to = codeOf(right.results, at);
    moves[from * VERDICT_CODE_COUNT + to] = (moves[from * VERDICT_CODE_COUNT + to] ?? 0) + 1;
    if (from !== to) moved[changes++] = at;
  }
  const gone: number[] = [];
  for (let at = 0; at < isMet.length; at++) if (isMet[at] === 0) gone.push(at);
  const all = moved.slice(0, changes);
  const before = (at: number) => codeOf(left.stored, leftOf[at] ?? 0);
  const after = (at: number) => codeOf(right.results, at);
  const none = moves[0] ?? 0;
  return {
    left: left.stored,
    right: right.results,
    leftOf,
    changed: all.filter((at) => before(at) !== 0 && after(at) !== 0),
    gained: all.filter((at) => before(at) === 0),
    lost: all.filter((at) => after(at) === 0),
    new: added.slice(0, additions),
    gone: Uint32Array.from(gone),
    same: ends.length - changes - additions - none,
    none,
    moves,
  };
}

export function comparisonOf(
  left: OpenCleaning,
  right: OpenCleaning,
  joined: Joined,
  { kind, from, to, offset, limit }: CompareQuestion,
): Comparison {
  const all = kind === "left" ? joined.gone : joined[kind];
  const before = (address: number) => (kind === "left" ? address : (joined.leftOf[address] ?? -1));
  const after = (address: number) => (kind === "left" ? -1 : address);
  const passes = (address: number) =>
    (from === undefined || isVerdict(joined.left, before(address), from)) &&
    (to === undefined || isVerdict(joined.right, after(address), to));
  const found = from === undefined && to === undefined ? all : all.filter(passes);
  const rows = Array.from(found.subarray(offset, offset + limit), (address): Compared => {
    const [was, is] = [before(address), after(address)];
    return {
      address: is < 0 ? left.list.address(was) : right.list.address(is),
      left: was < 0 ? null : sideOf(joined.left, was),
      right: is < 0 ? null : sideOf(joined.right, is),
      reason: is < 0 ? null : reasonOf(right, is),
    };
  });
  return {
    counts: {
      same: joined.same,
      changed: joined.changed.length,
      gained: joined.gained.length,
      lost: joined.lost.length,
      none: joined.none,
      new: joined.new.length,
      left: joined.gone.length,
    },
    moves: movesOf(joined.moves),
    total: found.length,
    rows,
  };
}

function codeOf({ verdict }: VerdictColumns, address: number): number {
  const code = verdict[address] ?? 0;
  return code < VERDICT_CODE_COUNT ? code : 0;
}

function nameCode(name: VerdictOrNone): number {
  return name === "none" ? 0 : VERDICT_CODE[name];
}

function isVerdict(results: VerdictColumns, address: number, name: VerdictOrNone): boolean {
  return address >= 0 && codeOf(results, address) === nameCode(name);
}

function sideOf(results: VerdictColumns, address: number): Side {
  const at = results.verifiedAt[address] ?? 0;
  return {
    verdict: verdictOf(codeOf(results, address)) ?? "none",
    flags: flagsOf(results.flags[address] ?? 0),
    verifiedAt: at === 0 ? null : at,
  };
}

function movesOf(moves: Uint32Array): Comparison["moves"] {
  return NAMES.flatMap((from) =>
    NAMES.flatMap((to) => {
      const addresses = moves[nameCode(from) * VERDICT_CODE_COUNT + nameCode(to)] ?? 0;
      return addresses === 0 ? [] : [{ from, to, addresses }];
    }),
  );
}

type Earlier = NonNullable<ResultFilter["turned"]>["since"];

/** Marks an address that the earlier cleaning does not contain. */
export const NOT_IN_LIST = 255;

/**
 * Loads the erased people, suppression lists, bounce rates and earlier verdicts that `filter` needs. Fails like {@link
 * lookUpSuppressed}, or with `store_corrupt`. Throws if the earlier list is missing.
 */
export function loadFilterInputs(cleaning: OpenCleaning, layout: Layout, filter: ExportFilter): Result<null> {
  const from = filter.selected?.rows ?? [];
  const within = Array.isArray(from) ? ok(null) : loadFilterInputs(cleaning, layout, asShown(from));
  if (!within.ok) return within;
  if (filter.bounceRate !== undefined) lookUpExpected(cleaning, layout);
  loadErased(cleaning, layout);
  const loaded = loadFacts(cleaning, layout, filter);
  if (!loaded.ok || filter.turned === undefined) return loaded;
  const before = verdictsBefore(cleaning, layout, filter.turned.since);
  return before.ok ? ok(null) : before;
}

/** Returns the verdict code of each address in `earlier`: 0 for none, `NOT_IN_LIST` if it is not in that list. Cached. */
export function verdictsBefore(cleaning: OpenCleaning, layout: Layout, earlier: Earlier): Result<Uint8Array> {
  const known = cleaning.cache.earlier.get(earlier.cleaningId);
  if (known !== undefined) return ok(known);
  const { results } = layout.cleaning(earlier.cleaningId);
  const missing = missingResultsProblem(results);
  if (missing !== null) return fail(missing);
  const other = openCleaning(layout.list(earlier.listId), results, { readonly: true, lazy: true });
  try {
    const { bytes, ends } = other.folded;
    const index = indexAddresses(cleaning.folded, () => true);
    const before = new Uint8Array(cleaning.list.addresses).fill(NOT_IN_LIST);
    for (let at = 0, start = 0; at < ends.length; at++) {
      const end = ends[at] ?? start;
      const own = index.find(bytes, start, end);
      start = end;
      const verdict = other.results.verdict[at] ?? 0;
      if (own >= 0) before[own] = verdict < VERDICT_CODE_COUNT ? verdict : 0;
    }
    return ok(cleaning.cache.earlier.set(earlier.cleaningId, before));
  } finally {
    other.close();
  }
}
