/** A cell as it stands in CSV: quoted where it holds the delimiter, a quote, a line break or blanks at an end. */
export function quoteCell(cell: string, delimiter: string): string {
  const needsQuotes =
    cell.includes(delimiter) ||
    cell.includes('"') ||
    cell.includes("\n") ||
    cell.includes("\r") ||
    cell.startsWith(" ") ||
    cell.endsWith(" ") ||
    cell.startsWith("\t") ||
    cell.endsWith("\t");
  return needsQuotes ? `"${cell.replaceAll('"', '""')}"` : cell;
}
