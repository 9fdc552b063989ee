import type { Preflight, ReadQuestion } from "./bridge/lists.ts";

/**
 * The questions about a reading that must be answered before a cleaning starts: those that change what is verified or
 * what an exact copy holds. `writesAnew`: the cleaned list is not copied byte for byte, so that every word counts.
 */
export function questionsToAnswer(
  { questions = [] }: Pick<Preflight, "questions">,
  { writesAnew }: { writesAnew: boolean },
): ReadQuestion[] {
  return questions.filter((one) => one.kind !== "encoding" || one.changes === "addresses" || writesAnew);
}
