/** Keeps what arrives before there is somebody to take it. */
export interface Inbox<T> {
  put(item: T): void;
  /** Hands over what is there, and from now on everything as it comes. */
  open(take: (item: T) => void): void;
}

export function createInbox<T>(): Inbox<T> {
  const waiting: T[] = [];
  let taker: ((item: T) => void) | null = null;
  return {
    put(item) {
      if (taker === null) waiting.push(item);
      else taker(item);
    },
    open(take) {
      taker = take;
      for (const item of waiting.splice(0)) take(item);
    },
  };
}
