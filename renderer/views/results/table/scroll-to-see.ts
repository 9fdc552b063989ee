/** Where to scroll, from `offset`, for a stretch that begins at `from` and is `length` long to be seen in `room`; its beginning at least. */
export function scrollToSee(from: number, length: number, offset: number, room: number): number {
  if (from < offset || length > room) return from;
  return Math.max(offset, from + length - room);
}
