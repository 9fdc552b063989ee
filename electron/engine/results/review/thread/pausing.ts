/** Work that hands control back now and then, so that it can be given up. */
export type Steps<T> = Generator<void, T>;

/** Does all the work at once. */
export function finish<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}
