import type { HeaderAlternative } from "../../../../shared/bridge/lists.ts";
import type { SampleRecord } from "../../csv/index.ts";
import type { Beginning } from "./header.ts";

const ABOVE_SHOWN = 3;
const ROWS_SHOWN = 3;
const CELLS_SHOWN = 8;
const CELL_SHOWN = 60;

/** What each way to begin makes of the same lines, to be shown side by side. */
export function headerAlternatives(
  records: readonly SampleRecord[],
  beginnings: readonly Beginning[],
): HeaderAlternative[] {
  const shown = (record: SampleRecord) =>
    record.cells.slice(0, CELLS_SHOWN).map((cell) => cell.slice(0, CELL_SHOWN));
  return beginnings.map(({ header, first }) => {
    const own = header === null ? undefined : records[header];
    return {
      headerLine: own?.line ?? null,
      firstLine: records[first]?.line ?? 1,
      above: records
        .slice(0, header ?? first)
        .slice(-ABOVE_SHOWN)
        .map(shown),
      header: own === undefined ? null : shown(own),
      rows: records.slice(first, first + ROWS_SHOWN).map(shown),
    };
  });
}
