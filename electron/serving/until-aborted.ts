/**
 * What comes out of `source`, until `signal`, whose reason it then throws: a source that is silent for ever is left, not
 * waited for.
 */
export async function* untilAborted<T>(source: AsyncIterable<T>, signal: AbortSignal): AsyncGenerator<T> {
  const iterator = source[Symbol.asyncIterator]();
  let giveUp = (_reason: unknown) => {};
  const aborted = () => giveUp(signal.reason);
  signal.addEventListener("abort", aborted, { once: true });
  try {
    while (true) {
      signal.throwIfAborted();
      // One promise for each step: to race each against the same one would keep all that ever came in memory.
      const next = await new Promise<IteratorResult<T>>((resolve, reject) => {
        giveUp = reject;
        iterator.next().then(resolve, reject);
      });
      if (next.done) return;
      yield next.value;
    }
  } finally {
    signal.removeEventListener("abort", aborted);
  }
}
