import { isAscii } from "node:buffer";
import { existsSync } from "node:fs";
import { foldText } from "../../../../shared/addresses.ts";
import { ROW_CLASSES, type RowClass } from "../../../../shared/bridge/constants.ts";
import { foldSearch } from "../../../../shared/fold.ts";

import { mailHostsOf } from "../../domains/index.ts";
import type { Calibration, ListRates } from "../../forecast/index.ts";
import { domainsMeant, EMPTY, type OpenList, type OpenListOptions, openList } from "../../lists/index.ts";
import { type ColumnStore, type ListLayout, openColumns } from "../../store/index.ts";
import { type FoldedText, foldTexts } from "../../text/index.ts";
import { FATE } from "../format.ts";
import { type LinePlaces, readLinePlaces, readVerdicts, type VerdictColumns } from "../results-file.ts";
import { createReviewCache, type ReviewCache } from "./query/cache.ts";
import { type Marks, openMarks } from "./view/marks.ts";

/** Which of a cleaning's rows are on a suppression list now, whatever was so when it was started. */
export interface SuppressedNow {
  /** The lists that were looked at. */
  readonly lists: string;
  /** n: 1 for each whose address cell holds an address that is; null: none does. */
  readonly rows: Uint8Array | null;
}

/** How likely mail to each address is to bounce. */
export interface Expected {
  /** What it was worked out from. */
  readonly from: string;
  readonly results: VerdictColumns;
  readonly calibration: Calibration;
  /** u: 0..1 */
  readonly rates: Float64Array;
  readonly ofList: ListRates;
}

/** A cleaning open for review: its list and what is home of its results, as columns in memory. */
export interface OpenedCleaning {
  readonly list: OpenList;
  /** n */
  readonly rows: number;
  /** The list's addresses, folded: by these they are the same as others. */
  readonly folded: FoldedText;
  /** The list's addresses as they are written, but for their case: by these they are found and sorted. */
  readonly written: FoldedText;
  /** The list's addresses, folded for searching. */
  readonly searched: FoldedText;
  /** The address cells of rows without a usable address, folded, by row. */
  readonly unusable: ReadonlyMap<number, string>;
  /** The domains of the list's likely typos, folded, each with the one that may be meant. */
  readonly meant: ReadonlyMap<string, string>;
  /** By number of the domain, see mailHostsOf. */
  readonly mailHosts: Uint8Array;
  results: VerdictColumns;
  /** Where the service's own line of each address stands in its part's file. */
  linePlaces(): LinePlaces;
  /** n: place of each row's class in ROW_CLASSES. */
  readonly classes: Uint8Array;
  marks: Marks;
  /** Which sources of facts there are; null: nobody said, whoever needs to know looks. */
  sources: string | null;
  /** Null: not looked up yet, see suppressed.ts. */
  suppressed: SuppressedNow | null;
  /** Null: not looked up yet, see expected.ts. */
  expected: Expected | null;
  readonly cache: ReviewCache;
  /** Takes in what other threads have written since. True when something has changed. */
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

/**
 * Opens the cleaning whose results are (or will be) at `results`; `journal`: what DNS said stands there. While nothing is there yet every row is
 * without a verdict. Throws when the list is not there.
 */
export function openCleaning(
  layout: ListLayout,
  results: string,
  options: { readonly: boolean; journal?: string } & OpenListOptions = { readonly: false },
): OpenedCleaning {
  const list = openList(layout, options);
  let store: ColumnStore | null = null;
  let version = -1;
  let folded: FoldedText | null = null;
  let written: FoldedText | null = null;
  let searched: FoldedText | null = null;
  let unusable: ReadonlyMap<number, string> | null = null;
  let meant: ReadonlyMap<string, string> | null = null;
  let mailHosts: Uint8Array | null = null;
  let classes: Uint8Array | null = null;

  function openStore(): void {
    if (store !== null || !existsSync(results)) return;
    store = openColumns(results, { readonly: options.readonly, mustExist: true });
    store.db.pragma("busy_timeout = 60000");
  }

  const opened: OpenedCleaning = {
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
      meant ??= domainsMeant(layout);
      return meant;
    },
    get mailHosts() {
      mailHosts ??=
        options.journal === undefined ? new Uint8Array(list.domains) : mailHostsOf(options.journal, list);
      return mailHosts;
    },
    results: readVerdicts(null, list.addresses),
    linePlaces: () => readLinePlaces(store, list.addresses),
    get classes() {
      classes ??= classesOf(list, opened.results);
      return classes;
    },
    marks: openMarks(null, list.rows),
    sources: null,
    suppressed: null,
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
      opened.results = readVerdicts(store, list.addresses);
      classes = null;
      // Mail that bounced before a verdict came says nothing against it.
      opened.suppressed = null;
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
