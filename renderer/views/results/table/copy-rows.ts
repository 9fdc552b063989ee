import type { ResultFilter, ResultRow, ResultSort } from "../../../../shared/bridge/results.ts";
import { ok, type Result } from "../../../../shared/result.ts";
import type { Bridge } from "../../../bridge.ts";
import { cellText, type TableColumn } from "./columns.ts";
import { rowBatches } from "./rows-source.ts";
import { type Chosen, isChosen, sizeOf } from "./selection.ts";

/** Maximum number of rows to copy; larger selections must be exported. */
export const MAX_COPIED = 500;
/** Number of list rows per selected row above which rows are fetched one by one. */
const SPARSE = 500;

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
  if (chosen.kind === "some" && wanted < total / SPARSE) {
    for (const row of [...chosen.rows].sort((a, b) => a - b)) {
      const answer = await bridge.call("results.row", { cleaningId: query.cleaningId, row });
      if (!answer.ok) return answer;
      found.push(answer.value.row);
    }
    return ok(found);
  }
  for await (const batch of rowBatches(bridge, query, 0, total - 1)) {
    if (!batch.ok) return batch;
    found.push(...batch.value.filter(({ row }) => isChosen(chosen, row)));
    if (found.length >= wanted) break;
  }
  return ok(found);
}

/** Writes to the clipboard within the user gesture, which needs no permission; the page has none. Returns success. */
export function writeToClipboard(text: string): boolean {
  let isWritten = false;
  const fill = (event: ClipboardEvent) => {
    event.clipboardData?.setData("text/plain", text);
    event.preventDefault();
    isWritten = true;
  };
  document.addEventListener("copy", fill, { capture: true });
  document.execCommand("copy");
  document.removeEventListener("copy", fill, { capture: true });
  return isWritten;
}
