/**
 * Where the entries of the list at `path` lie while it is being removed: its row says whether it still
 * counts.
 */
export function removedOf(path: string): string {
  return `${path}.removed`;
}
