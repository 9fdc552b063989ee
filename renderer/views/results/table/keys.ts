/** The row that a key leads to from row `active` of `total`, by steps or whole pages; null for keys that do not move. */
export function nextActive(key: string, active: number, total: number, page: number): number | null {
  const to = (index: number): number => Math.max(0, Math.min(total - 1, index));
  switch (key) {
    case "ArrowDown":
    case "j":
    case "J":
      return to(active + 1);
    case "ArrowUp":
    case "k":
    case "K":
      return to(active - 1);
    case "PageDown":
      return to(active + page);
    case "PageUp":
      return to(active - page);
    case "Home":
      return 0;
    case "End":
      return to(total - 1);
    default:
      return null;
  }
}
