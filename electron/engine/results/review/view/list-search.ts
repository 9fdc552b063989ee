import { existsSync } from "node:fs";
import type { HeldAddress, HoldingQuestion, ListSearchWindow } from "../../../../../shared/bridge/results.ts";
import { foldAddress, foldText } from "../../../../../shared/fold-addresses.ts";
import { foldSearch } from "../../../../../shared/fold-search.ts";
import { flagsOf, sourceOf, verdictOf } from "../../../../../shared/verdicts.ts";
import { MALFORMED, type OpenList, openList } from "../../../lists/index.ts";
import { hardBounces } from "../../../memory/index.ts";
import { type Layout, openColumns } from "../../../store/index.ts";
import {
  type FoldedText,
  foldedAt,
  foldedColumns,
  foldTexts,
  lookupKeysOf,
  unicodeForm,
} from "../../../text/index.ts";
import { FATE } from "../../format.ts";
import { readVerdicts, type VerdictColumns } from "../../results-store.ts";
import type { CooperativeTask } from "../thread/steps.ts";

/** A stored list and its cleaning; `cleaningId` is `null` if it has none. */
export interface KeptList {
  readonly cleaningId: string | null;
  readonly listId: string;
}

/** Matches in a list: the first `addresses`, and the total number of addresses and cells. */
export type ListMatches = Pick<ListSearchWindow["lists"][number], "addresses" | "found">;

const NAMED = 200;
const SHOWN_CELL = 400;
const ROWS_IN_STEP = 256;
const IN_ASCII = Buffer.from("xn--");

/** Searches one list. Throws if it cannot be opened. */
export function* searchList(
  layout: Layout,
  kept: KeptList,
  question: HoldingQuestion,
): CooperativeTask<ListMatches> {
  const list = openList(layout.list(kept.listId), { lazy: true });
  try {
    yield;
    const seek = question.kind === "address" ? matchExact(question.address) : matchPartial(question.text);
    const isHit = new Uint8Array(list.addresses);
    seek.inTexts(foldTexts(list.addressText, list.addressEnd), isHit);
    for (const [typed, meant] of list.corrections) {
      const id = seek.matches(typed) ? list.find(foldAddress(meant)) : -1;
      if (id >= 0) isHit[id] = 1;
    }
    yield;
    const cells = yield* cellsWith(list, seek.matches, isHit);
    const found = isHit.reduce((sum, one) => sum + one, cells.found);
    if (found === 0) return { addresses: [], found };
    const results = kept.cleaningId === null ? null : resultsOf(layout, kept.cleaningId, list.addresses);
    const named: HeldAddress[] = [];
    for (let id = isHit.indexOf(1); id >= 0 && named.length < NAMED; id = isHit.indexOf(1, id + 1))
      named.push(heldAddress(list, results, id));
    return { addresses: [...named, ...cells.named.slice(0, NAMED - named.length)], found };
  } finally {
    list.close();
  }
}

/** Replaces the verdicts of addresses that bounced after them, in all lists at once. */
export function withBounces(layout: Layout, lists: readonly (ListMatches | null)[]): (ListMatches | null)[] {
  const all = lists.flatMap((one) => one?.addresses ?? []);
  const keys = () => lookupKeysOf(foldedColumns(all.map(({ address }) => address)));
  const bounces = hardBounces(layout, keys);
  // Without readable imports, the stored verdicts are shown.
  const times = bounces.ok ? bounces.value : null;
  let next = 0;
  const present = (held: HeldAddress): HeldAddress => {
    const at = times?.[next++] ?? 0;
    const isNewer = held.at !== null && held.verdict !== null && at > held.at;
    return isNewer ? { ...held, verdict: "undeliverable", source: "bounced", at } : held;
  };
  return lists.map((one) => (one === null ? null : { ...one, addresses: one.addresses.map(present) }));
}

interface Seek {
  /** Sets `isHit` to 1 for each matching text. */
  inTexts(texts: FoldedText, isHit: Uint8Array): void;
  matches(text: string): boolean;
}

/** Matches texts that contain `text`, with the domain in Unicode or ASCII form. */
function matchPartial(text: string): Seek {
  const needle = foldText(text.trim());
  const searched = foldSearch(needle);
  const isIn = (folded: string) =>
    folded.includes(needle) || foldSearch(unicodeForm(folded)).includes(searched);
  return {
    inTexts(texts, isHit) {
      scan(texts, Buffer.from(needle, "utf8"), () => true, isHit);
      scan(texts, IN_ASCII, isIn, isHit);
    },
    matches: (cell) =>
      needle !== "" && (foldSearch(cell).includes(searched) || isIn(foldAddress(cell.trim()))),
  };
}

function matchExact(address: string): Seek {
  const needle = foldAddress(address.trim());
  return {
    inTexts: (texts, isHit) => scan(texts, Buffer.from(needle, "utf8"), (text) => text === needle, isHit),
    // The cell may contain another address or a name too.
    matches: (cell) =>
      needle !== "" && (foldAddress(cell.trim()) === needle || containsWhole(foldText(cell), needle)),
  };
}

function containsWhole(text: string, address: string): boolean {
  const PART = /[\w.!#$%&'*+/=?^`{|}~@-]/;
  for (let at = text.indexOf(address); at >= 0; at = text.indexOf(address, at + 1)) {
    const after = text.slice(at + address.length);
    const isOver = !PART.test(after.charAt(0)) || /^\.(?![\w-])/.test(after);
    if ((at === 0 || !PART.test(text.charAt(at - 1)) || text.slice(0, at).endsWith("mailto:")) && isOver)
      return true;
  }
  return false;
}

function scan(texts: FoldedText, needle: Buffer, passes: (text: string) => boolean, isHit: Uint8Array): void {
  const { bytes, ends } = texts;
  if (needle.length === 0) return;
  let id = 0;
  for (let at = bytes.indexOf(needle); at >= 0; ) {
    while ((ends[id] ?? bytes.length) <= at) id++;
    const end = ends[id] ?? bytes.length;
    const isWithin = at + needle.length <= end;
    if (isWithin && passes(foldedAt(texts, id))) isHit[id] = 1;
    at = bytes.indexOf(needle, isWithin ? end : at + 1);
  }
}

/** Returns matching cells that contain no usable address, or more text than the address. */
function* cellsWith(
  list: OpenList,
  matches: (cell: string) => boolean,
  isHit: Uint8Array,
): CooperativeTask<{ named: HeldAddress[]; found: number }> {
  const column = list.meta.addressColumn ?? 0;
  const named: HeldAddress[] = [];
  let found = 0;
  let read = 0;
  for (let row = 0; row < list.rows; row++) {
    const address = list.rowAddress[row] ?? 0;
    const isOther = address >= 0 && list.hasDifferingCells && list.cellDiffers(row);
    if (address !== MALFORMED && !isOther) continue;
    if (++read % ROWS_IN_STEP === 0) yield;
    if (isOther && isHit[address] === 1) continue;
    const cell = list.cellsOf(list.recordBytes(row), column + 1)[column] ?? "";
    if (!matches(cell)) continue;
    found++;
    if (named.length === NAMED) continue;
    named.push({
      ...NOTHING,
      address: cell.trim().slice(0, SHOWN_CELL),
      class: isOther ? "first" : "malformed",
      isCell: true,
    });
  }
  return { named, found };
}

const NOTHING = { verdict: null, flags: [], at: null, source: null } satisfies Partial<HeldAddress>;

function heldAddress(list: OpenList, results: VerdictColumns | null, id: number): HeldAddress {
  const address = unicodeForm(foldAddress(list.address(id)));
  if (results === null) return { ...NOTHING, address, class: "first", isCell: false };
  const fate = results.fate[id] ?? 0;
  const at = results.verifiedAt[id] ?? 0;
  return {
    address,
    class: fate === FATE.suppressed ? "suppressed" : fate === FATE.beyondLimit ? "beyond_limit" : "first",
    isCell: false,
    verdict: verdictOf(results.verdict[id] ?? 0),
    flags: flagsOf(results.flags[id] ?? 0),
    at: at === 0 ? null : at,
    source: sourceOf(results.source[id] ?? 0),
  };
}

/** Reads in one transaction, because a part may be ingested concurrently. `null` if there are no results. */
function resultsOf(layout: Layout, cleaningId: string, addresses: number): VerdictColumns | null {
  const path = layout.cleaning(cleaningId).results;
  if (!existsSync(path)) return null;
  const store = openColumns(path, { readonly: true });
  try {
    const columns = readVerdicts(store, addresses);
    return columns.fate.length === addresses ? columns : readVerdicts(null, addresses);
  } finally {
    store.close();
  }
}
