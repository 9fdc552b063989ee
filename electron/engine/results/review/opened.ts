import { isAscii } from "node:buffer";
import { existsSync } from "node:fs";
import { ROW_CLASSES, type RowClass } from "../../../../shared/bridge/constants.ts";
import { foldText } from "../../../../shared/fold-addresses.ts";
import { foldSearch } from "../../../../shared/fold-search.ts";
import { VERDICT_CODE_COUNT } from "../../../../shared/verdicts.ts";
import { mailHostsOf } from "../../domains/index.ts";
import {
  type Calibration,
  type ListRates,
  lastCalibration,
  type PlannedGroup,
  ratesOfList,
} from "../../forecast/index.ts";
import { domainsMeant, EMPTY, type OpenList, type OpenListOptions, openList } from "../../lists/index.ts";
import { type ColumnStore, type Layout, type ListLayout, openColumns } from "../../store/index.ts";
import { type FoldedText, foldTexts } from "../../text/index.ts";
import { FATE } from "../format.ts";
import { type LineRanges, readLineRanges, readVerdicts, type VerdictColumns } from "../results-store.ts";
import { createReviewCache, type ReviewCache } from "./query/cache.ts";
import { type Marks, openMarks } from "./view/marks.ts";

/** Facts that are newer than the verdicts: suppressed addresses, and addresses that bounced. */
export interface PresentFacts {
  /** Version of the imports and suppression lists that were read. */
  readonly sources: string;
  /** 1 for each row whose address cell contains a suppressed address; `null` if there are none. */
  readonly rows: Uint8Array | null;
  /** 1 for each suppressed address; `null` if there are none. */
  readonly suppressed: Uint8Array | null;
  /** 1 for each address that bounced after its verdict; `null` if there are none. */
  readonly bounced: Uint8Array | null;
}

/** Rows of people who were erased on request. They are never written. */
export interface ErasedNow {
  readonly stamp: string;
  /** 1 for each row whose address cell contains an erased address; `null` if there are none. */
  readonly rows: Uint8Array | null;
}

/** Expected bounce rate of each address. */
export interface BounceRates {
  readonly from: string;
  readonly results: VerdictColumns;
  readonly calibration: Calibration;
  /** By address, 0 to 1. */
  readonly rates: Float64Array;
  readonly ofList: ListRates;
}

/** A cleaning open for review: its list and the results so far, as columns in memory. */
export interface OpenCleaning {
  readonly list: OpenList;
  readonly rows: number;
  /** The list's addresses, folded for equality. */
  readonly folded: FoldedText;
  /** The list's addresses as written except for case, for sorting. */
  readonly written: FoldedText;
  /** The list's addresses, folded for searching. */
  readonly searched: FoldedText;
  /** Folded address cells of rows without a usable address, by row. */
  readonly unusable: ReadonlyMap<number, string>;
  /** Folded domains of likely typos, with the domain probably meant. */
  readonly meant: ReadonlyMap<string, string>;
  readonly mailHosts: Uint8Array;
  /** The results as they were stored. */
  stored: VerdictColumns;
  /** The present verdicts: the stored ones, unless mail has bounced since; see present-facts.ts. */
  results: VerdictColumns;
  linePlaces(): LineRanges;
  /** Index in `ROW_CLASSES` of each row. */
  readonly classes: Uint8Array;
  marks: Marks;
  /** Sources of facts; `null` if unknown, then each user looks them up. */
  sources: string | null;
  /** `null` until looked up, see present-facts.ts. */
  facts: PresentFacts | null;
  /** `null` until looked up, see present-facts.ts. */
  erased: ErasedNow | null;
  /** `null` until looked up, see {@link lookUpExpected}. */
  expected: BounceRates | null;
  readonly cache: ReviewCache;
  /** Reloads what other threads have written since. Returns whether anything changed. */
  refresh(): boolean;
  close(): void;
}

export const CLASS_CODE: Readonly<Record<RowClass, number>> = {
  first: ROW_CLASSES.indexOf("first"),
  repeated: ROW_CLASSES.indexOf("repeated"),
  malformed: ROW_CLASSES.indexOf("malformed"),
  empty: ROW_CLASSES.indexOf("empty"),
  suppressed: ROW_CLASSES.indexOf("suppressed"),
  beyond_limit: ROW_CLASSES.indexOf("beyond_limit"),
};

/** Opens a cleaning. Without a results file, no row has a verdict. Throws if the list is missing. */
export function openCleaning(
  layout: ListLayout,
  results: string,
  options: { readonly: boolean; journal?: string } & OpenListOptions = { readonly: false },
): OpenCleaning {
  const list = openList(layout, options);
  let store: ColumnStore | null = null;
  let version = -1;
  let folded: FoldedText | null = null;
  let written: FoldedText | null = null;
  let searched: FoldedText | null = null;
  let unusable: ReadonlyMap<number, string> | null = null;
  let suggestedDomains: ReadonlyMap<string, string> | null = null;
  let mailHosts: Uint8Array | null = null;
  let classes: Uint8Array | null = null;

  function openStore(): void {
    if (store !== null || !existsSync(results)) return;
    store = openColumns(results, { readonly: options.readonly, mustExist: true });
    store.db.pragma("busy_timeout = 60000");
  }

  const noResults = readVerdicts(null, list.addresses);
  const opened: OpenCleaning = {
    list,
    rows: list.rows,
    get folded() {
      folded ??= foldTexts(list.addressText, list.addressEnd);
      return folded;
    },
    get written() {
      written ??= isAscii(list.addressText)
        ? opened.folded
        : foldTexts(list.addressText, list.addressEnd, foldText);
      return written;
    },
    get searched() {
      searched ??= isAscii(list.addressText)
        ? opened.folded
        : foldTexts(list.addressText, list.addressEnd, foldSearch);
      return searched;
    },
    get unusable() {
      unusable ??= foldUnusable(list);
      return unusable;
    },
    get meant() {
      suggestedDomains ??= domainsMeant(layout);
      return suggestedDomains;
    },
    get mailHosts() {
      mailHosts ??=
        options.journal === undefined ? new Uint8Array(list.domains) : mailHostsOf(options.journal, list);
      return mailHosts;
    },
    stored: noResults,
    results: noResults,
    linePlaces: () => readLineRanges(store, list.addresses),
    get classes() {
      classes ??= classesOf(list, opened.results);
      return classes;
    },
    marks: openMarks(null, list.rows),
    sources: null,
    facts: null,
    erased: null,
    expected: null,
    cache: createReviewCache(),
    refresh() {
      const wasOpen = store !== null;
      openStore();
      if (store === null) return false;
      if (!wasOpen) opened.marks = openMarks(store, list.rows);
      const now = Number(store.db.pragma("data_version", { simple: true }));
      if (wasOpen && now === version) return false;
      version = now;
      opened.stored = readVerdicts(store, list.addresses);
      opened.results = opened.stored;
      classes = null;
      // A bounce only counts if it is newer than the verdict.
      opened.facts = null;
      opened.cache.resultsChanged();
      return true;
    },
    close() {
      store?.close();
      store = null;
      list.close();
    },
  };

  opened.refresh();
  return opened;
}

function classesOf(list: OpenList, results: VerdictColumns): Uint8Array {
  const { rows, rowAddress, addressFirst } = list;
  const { fate } = results;
  const classes = new Uint8Array(rows);
  for (let row = 0; row < rows; row++) {
    const address = rowAddress[row] ?? EMPTY;
    if (address < 0) classes[row] = address === EMPTY ? CLASS_CODE.empty : CLASS_CODE.malformed;
    else if ((addressFirst[address] ?? 0) < row) classes[row] = CLASS_CODE.repeated;
    else if (fate[address] === FATE.suppressed) classes[row] = CLASS_CODE.suppressed;
    else if (fate[address] === FATE.beyondLimit) classes[row] = CLASS_CODE.beyond_limit;
    else classes[row] = CLASS_CODE.first;
  }
  return classes;
}

function foldUnusable(list: OpenList): Map<number, string> {
  const cells = new Map<number, string>();
  const column = list.meta.addressColumn ?? 0;
  for (let row = 0; row < list.rows; row++) {
    if ((list.rowAddress[row] ?? EMPTY) >= 0) continue;
    cells.set(row, foldText(list.cellsOf(list.recordBytes(row), column + 1)[column] ?? ""));
  }
  return cells;
}

/** Returns the expected bounce rate of each address, cached. */
export function lookUpExpected(cleaning: OpenCleaning, layout: Layout): BounceRates {
  const { from, calibration } = lastCalibration(layout);
  const { results, expected: known, list } = cleaning;
  if (known?.from === from && known.results === results) return known;
  const { mailHosts } = cleaning;
  const ofList = ratesOfList(calibration, {
    domains: list.domains,
    domain: (id) => list.domain(id),
    mailHosts,
  });
  const rates = new Float64Array(list.addresses);
  for (let address = 0; address < rates.length; address++)
    rates[address] = ofList.rate(list.addressDomain[address] ?? 0, results.verdict[address] ?? 0);
  cleaning.expected = { from, results, calibration, rates, ofList };
  cleaning.cache.expectedChanged();
  return cleaning.expected;
}

export function plannedIn(cleaning: OpenCleaning, { ofList }: BounceRates, mask: Uint8Array): PlannedGroup[] {
  const { rowAddress, addresses, addressDomain, domains } = cleaning.list;
  const { verdict } = cleaning.results;
  const isMeant = new Uint8Array(addresses);
  for (let row = 0; row < mask.length; row++) {
    const address = rowAddress[row] ?? -1;
    if (mask[row] === 1 && address >= 0) isMeant[address] = 1;
  }
  const counts = new Uint32Array(domains * VERDICT_CODE_COUNT);
  for (let address = 0; address < addresses; address++) {
    if (isMeant[address] !== 1) continue;
    const place = (addressDomain[address] ?? 0) * VERDICT_CODE_COUNT + (verdict[address] ?? 0);
    counts[place] = (counts[place] ?? 0) + 1;
  }
  return ofList.planned(counts);
}
