import { ROW_CLASSES } from "../../../../../shared/bridge/constants.ts";
import type { ResultRow } from "../../../../../shared/bridge/results.ts";
import { domainOf } from "../../../../../shared/fold-addresses.ts";
import { MAIL_HOSTS } from "../../../../../shared/mail-hosts.ts";
import { flagsOf, sourceOf, verdictOf } from "../../../../../shared/verdicts.ts";
import { ADDRESS_BIT } from "../../../lists/index.ts";
import type { OpenCleaning } from "../opened.ts";
import { reasonOf } from "../query/traits.ts";
import { MARK } from "./marks.ts";
import { isSuppressed } from "./present-facts.ts";

/** Maximum characters of a cell shown in the page; files and exports are not cut. */
const SHOWN_CELL = 2000;
/** Maximum cells and characters of a row shown in the page, not counting the address cell. */
const SHOWN_CELLS = 2000;
const SHOWN_ROW = 100_000;

export function rowView(cleaning: OpenCleaning, row: number): ResultRow {
  const { list, results } = cleaning;
  const address = list.rowAddress[row] ?? -1;
  const at = address < 0 ? 0 : (results.verifiedAt[address] ?? 0);
  const shown = (cell: string, most = SHOWN_CELL) => (cell.length > most ? `${cell.slice(0, most)}…` : cell);
  const record = list.recordBytes(row);
  const corrected = list.corrected(row, record);
  const column = list.meta.addressColumn ?? 0;
  const before = corrected === null ? undefined : list.cellsOf(record, column + 1)[column];
  let left = SHOWN_ROW;
  const shownWithin = (cell: string, at: number) => {
    const text = shown(cell, at === column ? SHOWN_CELL : Math.min(SHOWN_CELL, left));
    left = Math.max(0, left - text.length);
    return text;
  };
  return {
    row,
    cells: list.cellsOf(corrected ?? record, SHOWN_CELLS).map(shownWithin),
    ...(before === undefined ? {} : { corrected: { column, before: shown(before) } }),
    ...(isSuppressed(cleaning, row) ? { suppressed: true } : {}),
    class: ROW_CLASSES[cleaning.classes[row] ?? 0] ?? "first",
    verdict: address < 0 ? null : verdictOf(results.verdict[address] ?? 0),
    flags: address < 0 ? [] : flagsOf(results.flags[address] ?? 0),
    ...likelyTypo(cleaning, address),
    verifiedAt: at === 0 ? null : at,
    source: address < 0 ? null : sourceOf(results.source[address] ?? 0),
    reason: reasonOf(cleaning, address),
    ...mailHost(cleaning, address),
    mark: markOf(cleaning.marks.byRow[row] ?? 0),
  };
}

function likelyTypo({ list, meant }: OpenCleaning, address: number): Pick<ResultRow, "likelyTypo"> {
  if (address < 0 || ((list.addressBits[address] ?? 0) & ADDRESS_BIT.typo) === 0) return {};
  const text = list.address(address);
  const domain = meant.get(domainOf(text));
  const before = text.slice(0, text.lastIndexOf("@") + 1);
  return { likelyTypo: { meant: domain === undefined ? null : before + domain } };
}

function mailHost({ list, mailHosts }: OpenCleaning, address: number): Pick<ResultRow, "mailHost"> {
  const host = address < 0 ? undefined : MAIL_HOSTS[(mailHosts[list.addressDomain[address] ?? 0] ?? 0) - 1];
  return host === undefined ? {} : { mailHost: host };
}

function markOf(mark: number): "keep" | "drop" | null {
  if (mark === MARK.keep) return "keep";
  return mark === MARK.drop ? "drop" : null;
}
