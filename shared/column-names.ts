/**
 * Returns a distinct display name per column. A repeated name gets the lowest free number from 2 on, such as "Name
 * (2)". Exported headers keep the file's names.
 */
export function distinctNames(columns: readonly string[]): string[] {
  const taken = new Set(columns);
  /** The last number given to each name; 1 for its first column. */
  const numbers = new Map<string, number>();
  return columns.map((name) => {
    let number = numbers.get(name) ?? 0;
    let shown = name;
    do {
      number++;
      if (number > 1) shown = `${name} (${number})`;
    } while (number > 1 && taken.has(shown));
    numbers.set(name, number);
    taken.add(shown);
    return shown;
  });
}

export function distinctlyNamed<T extends { readonly name: string }>(columns: readonly T[]): T[] {
  const names = distinctNames(columns.map(({ name }) => name));
  return columns.map((column, at) => ({ ...column, name: names[at] ?? column.name }));
}
