import type { Problem } from "../../shared/problems.ts";

export const hostGone: Problem = {
  code: "internal",
  title: "Winnow is not responding",
  detail: "Winnow's background process has stopped or was closed. What is stored is safe.",
  action: "This page keeps trying. If you closed Winnow, start it again and open the address that it prints.",
};

/** What is said of a check whose answer the page's own host did not live to give. */
export const checkCutOff: Problem = {
  code: "internal",
  title: "Winnow stopped before the answer came",
  detail: "If the check was already sent, it may have cost one credit.",
  action:
    "Once Winnow runs again, ask again: you do not pay twice for a check that was sent. One that was not sent costs one credit.",
};

/** Whether it is that the host did not answer: asked once more, it may. */
export function isHostGone(problem: Problem): boolean {
  return problem.code === hostGone.code && problem.title === hostGone.title;
}
