import type { Problem } from "../../shared/problems.ts";

export const hostGone: Problem = {
  code: "internal",
  title: "Winnow does not answer",
  detail: "The part of Winnow that does the work has stopped or was closed. What is stored is safe.",
  action:
    "It is asked again by itself. If Winnow was closed, start it again and open the address that it prints.",
};

/** What is said of a check whose answer the page's own host did not live to give. */
export const checkCutOff: Problem = {
  code: "internal",
  title: "Winnow stopped before the answer came",
  detail: "If the check had been sent, it may have cost one credit.",
  action:
    "Once Winnow runs again, ask again: a check that was sent is not paid for twice, and one that was not costs one credit.",
};

/** Whether it is that the host did not answer: asked once more, it may. */
export function isHostGone(problem: Problem): boolean {
  return problem.code === hostGone.code && problem.title === hostGone.title;
}
