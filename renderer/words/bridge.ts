import type { Problem } from "../../shared/problems.ts";

export const hostGone: Problem = {
  code: "internal",
  title: "Winnow is not responding",
  detail: "Winnow's background process has stopped or was closed. What is stored is safe.",
  action: "This page keeps trying. If you closed Winnow, start it again and open the address that it prints.",
};

export const checkCutOff: Problem = {
  code: "internal",
  title: "Winnow stopped before the answer came",
  detail: "If the check was already sent, it may have cost one credit.",
  action:
    "Once Winnow runs again, ask again: you do not pay twice for a check that was sent. One that was not sent costs one credit.",
};

/** Returns whether the host was unreachable, so that a retry may succeed. */
export function isHostGone(problem: Problem): boolean {
  return problem.code === hostGone.code && problem.title === hostGone.title;
}
