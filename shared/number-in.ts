const PLAIN = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i;
const THOUSANDS = /^[+-]?\d{1,3}(,\d{3})+(\.\d+)?$/;
const COMMA = /^[+-]?(\d+|\d{1,3}(\.\d{3})+),\d+$/;

/**
 * Parses the number in a cell: `1234.5`, `1,234.5`, `1.234,5`, `12,5`. Blanks, currency signs and percent signs are
 * ignored. Returns `null` if the cell is not a number.
 */
export function numberIn(cell: string): number | null {
  const bare = cell.replace(/[\s\u00a0\u202f'’]|\p{Sc}|%/gu, "");
  if (PLAIN.test(bare)) return Number(bare);
  if (THOUSANDS.test(bare)) return Number(bare.replaceAll(",", ""));
  if (COMMA.test(bare)) return Number(bare.replaceAll(".", "").replace(",", "."));
  return null;
}
