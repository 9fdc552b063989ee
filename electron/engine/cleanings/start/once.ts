import { isDeepStrictEqual } from "node:util";
import { problem } from "../../../../shared/problems.ts";
import { fail, type Result } from "../../../../shared/result.ts";

/** Requests of which an earlier answer is remembered; more than any page clicks while it waits for one. */
const REMEMBERED = 1_000;

interface Asked<T> {
  readonly wish: unknown;
  readonly answer: Promise<Result<T>>;
}

/**
 * Does what a request asks for once, however often it comes under the same id: the answer may have been lost on its way
 * to the page. What failed is forgotten, so that it can be asked for again.
 */
export function createOnce<T>() {
  const asked = new Map<string, Asked<T>>();

  return async (
    id: string | undefined,
    wish: unknown,
    signal: AbortSignal,
    work: () => Promise<Result<T>>,
  ): Promise<Result<T>> => {
    if (id === undefined) return work();
    for (;;) {
      const earlier = asked.get(id);
      if (earlier === undefined) break;
      if (!isDeepStrictEqual(earlier.wish, wish)) return fail(problem("price_outdated"));
      const answer = await earlier.answer;
      // Whoever asked first has left before it was done; who asks now still wants it.
      if (answer.ok || answer.problem.code !== "cancelled" || signal.aborted) return answer;
    }
    const answer = work();
    asked.set(id, { wish, answer });
    const [oldest] = asked.keys();
    if (asked.size > REMEMBERED && oldest !== undefined) asked.delete(oldest);
    const forget = () => {
      if (asked.get(id)?.answer === answer) asked.delete(id);
    };
    answer.then((result) => {
      if (!result.ok) forget();
    }, forget);
    return answer;
  };
}
