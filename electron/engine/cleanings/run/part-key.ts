/** What a part is called where requests are planned. */
export const keyOf = (cleaningId: string, ordinal: number) => `${cleaningId}/${ordinal}`;

/** The part that {@link keyOf} named. */
export function partOf(key: string): { cleaningId: string; ordinal: number } {
  const slash = key.lastIndexOf("/");
  return { cleaningId: key.slice(0, slash), ordinal: Number(key.slice(slash + 1)) };
}
