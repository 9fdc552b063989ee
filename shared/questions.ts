import type { Preflight, ReadQuestion } from "./bridge/lists.ts";

/**
 * Returns the questions that must be answered before a cleaning starts: those that change what is verified or what an
 * exact copy contains. If `writesAnew`, the output is re-encoded instead of copied, so encoding questions always count.
 */
export function questionsToAnswer(
  { questions = [] }: Pick<Preflight, "questions">,
  { isReencoded }: { isReencoded: boolean },
): ReadQuestion[] {
  return questions.filter((one) => one.kind !== "encoding" || one.changes === "addresses" || isReencoded);
}
