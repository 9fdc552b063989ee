/** Cooperative work that yields regularly, so that it can be cancelled. */
export type CooperativeTask<T> = Generator<void, T>;

/** Runs all steps synchronously. */
export function runToEnd<T>(steps: CooperativeTask<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}
