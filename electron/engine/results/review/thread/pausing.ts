/** Cooperative work that yields regularly, so that it can be cancelled. */
export type Steps<T> = Generator<void, T>;

/** Runs all steps synchronously. */
export function finish<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}
