import type { Check } from "../../../shared/bridge/checks.ts";
import type { Problem } from "../../../shared/problems.ts";
import type { Flag, Verdict } from "../../../shared/verdicts.ts";
import { adviceFor, KEEP_AWAITED, KEEP_UNCHECKED, KEEP_UNHEARD, NO_ADDRESS, NOT_VERIFIED } from "./advice.ts";

/** What is answered of a single address. */
export interface Answers {
  /** With its verdict. `checkedAt`: Unix milliseconds. */
  checked(
    address: string,
    verdict: Verdict,
    flags: readonly Flag[],
    checkedAt: number,
    source: "service" | "known",
  ): Check;
  /** On a suppression list, and not verified for that. */
  held(address: string): Check;
  /** Without a verdict, and why. */
  unchecked(address: string, why: Problem): Check;
}

/** `suggest`: the address that may have been meant, or null. */
export function createAnswers(suggest: (address: string) => string | null): Answers {
  return { checked, held, unchecked };

  function checked(
    address: string,
    verdict: Verdict,
    flags: readonly Flag[],
    checkedAt: number,
    source: "service" | "known",
  ): Check {
    const advice = adviceFor(verdict, flags);
    const suggestion = suggest(address);
    return {
      address,
      verdict,
      flags: [...flags],
      checkedAt,
      source,
      advice,
      suggestion,
      suppressed: false,
      problem: null,
    };
  }

  function held(address: string): Check {
    return { ...WITHOUT_VERDICT, address, advice: NOT_VERIFIED, suppressed: true };
  }

  function unchecked(address: string, why: Problem): Check {
    return {
      ...WITHOUT_VERDICT,
      address,
      advice: adviceWithout(why),
      suggestion: suggest(address),
      problem: why,
    };
  }
}

const WITHOUT_VERDICT = {
  verdict: null,
  flags: [],
  checkedAt: null,
  source: null,
  suggestion: null,
  suppressed: false,
  problem: null,
} satisfies Partial<Check>;

/** One sentence on what to do with an address without a verdict. */
function adviceWithout(why: Problem): string {
  if (why.code === "address_required") return NO_ADDRESS;
  if (why.code === "check_in_list") return KEEP_AWAITED;
  const isUnheard = why.code === "check_unheard" || why.code === "check_unheard_before";
  return isUnheard ? KEEP_UNHEARD : KEEP_UNCHECKED;
}
