import type { ResultFilter, ResultRow, ResultSort } from "../../../../shared/bridge/results.ts";
import { ok, type Result } from "../../../../shared/result.ts";
import type { Bridge } from "../../../bridge.ts";
import { useWinnow } from "../../../stores/winnow.tsx";
import { resultsWords } from "../../../words/results.ts";
import { cellText, type TableColumn } from "./columns.ts";
import { type Chosen, isChosen, sizeOf } from "./selection.ts";

/** Maximum number of rows to copy; larger selections must be exported. */
const MAX_COPIED = 500;
const AT_ONCE = 500;

/** Escapes a cell of tab-separated text for spreadsheets. */
function tabbed(text: string): string {
  return /[\t\r\n"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Returns rows as tab-separated text with headers and the table's `columns`. `sandbox`: verdicts are simulated. */
export function rowsText(
  rows: readonly ResultRow[],
  columns: readonly Pick<TableColumn, "key" | "name">[],
  sandbox: boolean,
): string {
  const lines = rows.map((row) => columns.map(({ key }) => cellText(row, key, sandbox)));
  return [columns.map(({ name }) => name), ...lines].map((line) => line.map(tabbed).join("\t")).join("\n");
}

export function addressesText(rows: readonly ResultRow[], addressColumn: number): string {
  return rows.map(({ cells }) => tabbed(cells[addressColumn] ?? "")).join("\n");
}

/** Fetches the selected rows; `null` if there are too many. If far apart, they are in list order. */
export async function chosenRows(
  bridge: Bridge,
  query: { cleaningId: string; filter: ResultFilter; sort: ResultSort },
  chosen: Chosen,
  total: number,
): Promise<Result<ResultRow[] | null>> {
  const wanted = sizeOf(chosen, total);
  if (wanted > MAX_COPIED) return ok(null);
  const found: ResultRow[] = [];
  if (chosen.kind === "some" && wanted < total / AT_ONCE) {
    for (const row of [...chosen.rows].sort((a, b) => a - b)) {
      const answer = await bridge.call("results.row", { cleaningId: query.cleaningId, row });
      if (!answer.ok) return answer;
      found.push(answer.value.row);
    }
    return ok(found);
  }
  // A separate page id, so that this request and the table's don't cancel each other.
  const page = crypto.randomUUID();
  for (let offset = 0, sequence = 1; offset < total && found.length < wanted; offset += AT_ONCE, sequence++) {
    const answer = await bridge.call("results.rows", { ...query, offset, limit: AT_ONCE, sequence, page });
    if (!answer.ok) return answer;
    found.push(...answer.value.rows.filter(({ row }) => isChosen(chosen, row)));
  }
  return ok(found);
}

/** Writes to the clipboard within the user gesture, which needs no permission; the page has none. */
function toClipboard(text: string): boolean {
  let isTaken = false;
  const fill = (event: ClipboardEvent) => {
    event.clipboardData?.setData("text/plain", text);
    event.preventDefault();
    isTaken = true;
  };
  document.addEventListener("copy", fill, { capture: true });
  document.execCommand("copy");
  document.removeEventListener("copy", fill, { capture: true });
  return isTaken;
}

/** Returns a function that copies the selected rows, or the given row if there are none or `isAlone`. */
export function useCopy(at: {
  query: { cleaningId: string; filter: ResultFilter; sort: ResultSort };
  chosen: Chosen;
  total: number;
  columns: readonly TableColumn[];
  addressColumn: number;
  sandbox: boolean;
  onSaid: (said: string) => void;
}): (row: number | null, what: "rows" | "addresses", isAlone?: boolean) => Promise<void> {
  const { bridge } = useWinnow();
  const { onSaid: say } = at;
  return async (row, what, isAlone = false) => {
    const isChoice = !isAlone && sizeOf(at.chosen, at.total) > 0;
    const which: Chosen = isChoice ? at.chosen : { kind: "some", rows: new Set(row === null ? [] : [row]) };
    const rows = await chosenRows(bridge, at.query, which, at.total);
    if (!rows.ok) return say(rows.problem.title);
    if (rows.value === null) return say(resultsWords.copyTooMany(MAX_COPIED));
    if (rows.value.length === 0) return;
    const text =
      what === "rows"
        ? rowsText(rows.value, at.columns, at.sandbox)
        : addressesText(rows.value, at.addressColumn);
    const isTaken = toClipboard(text);
    say(isTaken ? resultsWords.copied(rows.value.length) : resultsWords.copyRefused);
  };
}
