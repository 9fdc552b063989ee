/** Key of a column of the user's list, by index, among the keys of facets and of columns that Winnow adds. */
export type ListColumnKey = `c${number}`;

export function listColumnKey(index: number): ListColumnKey {
  return `c${index}`;
}

/** Returns the index of a list column; `null` for other keys. */
export function listColumnIndex(key: string): number | null {
  return /^c\d+$/.test(key) ? Number(key.slice(1)) : null;
}
