import type { Problem } from "../../../../shared/problems.ts";

/** What is stored here keeps a part from going on: it is said, and tried again. */
export class Stuck extends Error {
  readonly problem: Problem;
  constructor(problem: Problem) {
    super(problem.code);
    this.problem = problem;
  }
}
