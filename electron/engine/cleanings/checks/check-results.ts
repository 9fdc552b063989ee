import type { Check } from "../../../../shared/bridge/checks.ts";
import { type Problem, problem } from "../../../../shared/problems.ts";
import { assertNever } from "../../../../shared/result.ts";
import type { Flag, Verdict } from "../../../../shared/verdicts.ts";
import { readCell } from "../../text/index.ts";

export type Answers = ReturnType<typeof createCheckResults>;

/** Creates the builders. `suggest` returns the address that may have been meant, or `null`. */
export function createCheckResults(suggest: (address: string) => string | null) {
  return { checked, bounced, held, unchecked };

  /** Returns a check with a verdict. `checkedAt` is in Unix ms. */
  function checked(
    address: string,
    verdict: Verdict,
    flags: readonly Flag[],
    checkedAt: number,
    source: "service" | "known",
  ): Check {
    const suggestion = suggest(address);
    const warning = caution(flags, suggestion !== null);
    return {
      address,
      verdict,
      flags: [...flags],
      checkedAt,
      source,
      advice: adviceFor(verdict, flags, warning),
      isCautioned: verdict !== "undeliverable" && warning !== null,
      suggestion,
      suppressed: false,
      problem: null,
    };
  }

  /** Returns an undeliverable check after a bounce at `at` (Unix ms), reported by the source `by`. */
  function bounced(address: string, at: number, by: string): Check {
    const advice = `Leave it out: mail to it bounced, according to ${by}.`;
    const verdict = "undeliverable" as const;
    return { ...WITHOUT_VERDICT, address, verdict, checkedAt: at, source: "bounced", advice };
  }

  function held(address: string): Check {
    return { ...WITHOUT_VERDICT, address, advice: NOT_VERIFIED, suppressed: true };
  }

  function unchecked(address: string, why: Problem): Check {
    return {
      ...WITHOUT_VERDICT,
      address,
      advice: adviceWithout(why),
      suggestion: suggest(address) ?? proposed(address),
      problem: why,
    };
  }
}

/** Returns the address that an invalid text probably means; `null` if it is unclear. */
function proposed(text: string): string | null {
  const reading = readCell(text);
  return reading.kind === "fixable" ? reading.address : null;
}

const WITHOUT_VERDICT = {
  verdict: null,
  flags: [],
  checkedAt: null,
  source: null,
  isCautioned: false,
  suggestion: null,
  suppressed: false,
  problem: null,
} satisfies Partial<Check>;

function adviceWithout(why: Problem): string {
  if (why.code === "address_required") return NO_ADDRESS;
  if (why.code === "check_in_list") return KEEP_PENDING;
  const isUnheard = why.code === "check_unheard" || why.code === "check_unheard_before";
  return isUnheard ? KEEP_WITHOUT_VERDICT : KEEP_UNCHECKED;
}

const KEEP_UNCHECKED = "It could not be checked, so there is no reason to drop it: you may keep it.";

/** Used if the answer was lost and may have been paid for. */
const KEEP_WITHOUT_VERDICT = "No verdict was returned, so there is no reason to drop it: you may keep it.";

const KEEP_PENDING = "Its verdict is not here yet, so there is no reason to drop it: you may keep it.";

const KEEP_UNSENT =
  "It was not sent, so nothing was charged and there is no reason to drop it: you may keep it.";

/** Returns the result of a check that was not sent because an earlier one failed. */
export function unsentCheck(address: string): Check {
  return { ...WITHOUT_VERDICT, address, advice: KEEP_UNSENT, problem: problem("check_unsent") };
}

const NO_ADDRESS = "Correct it, or leave it out: it is not an email address.";

export const DO_NOT_MAIL = "Do not mail it: it is on a suppression list.";

const NOT_VERIFIED =
  "Do not mail it: it is on a suppression list, so it was not verified and nothing was charged.";

export const NOT_LOOKED_UP = "Do not mail it yet: Winnow cannot tell whether it is on a suppression list.";

/** Maximum length of the service's own text shown to the user, in characters. */
const MAX_WORDS = 60;

export function adviceForWord(word: string): string {
  const shown = word.replace(/[\p{Cc}\p{Cf}]/gu, " ").slice(0, MAX_WORDS);
  return `Keep it, and check it again later: the service answered '${shown}', which is not a verdict that Winnow knows.`;
}

/** Returns the advice on a verdict. Only `undeliverable` is advised against (service-spec, 'Client guidance'). */
function adviceFor(verdict: Verdict, flags: readonly Flag[], warning: string | null): string {
  switch (verdict) {
    case "undeliverable":
      return flags.includes("syntax_error")
        ? "Leave it out: it is not a valid address."
        : "Leave it out: mail to it would bounce.";
    case "deliverable":
      return warning ?? "Safe to send to.";
    case "accept_all":
      return warning ?? "Keep it: its host takes mail for any address, so this one cannot be confirmed.";
    case "unknown":
      return warning ?? "Keep it, and check it again later: its mail server gave no clear answer.";
    default:
      return assertNever(verdict);
  }
}

function caution(flags: readonly Flag[], isLikelyTypo: boolean): string | null {
  if (flags.includes("unwanted"))
    return "Leave it out: according to a results file that was opened here, it is not to be mailed.";
  if (flags.includes("trap"))
    return "Better to leave it out: it is a known spam trap and can harm your reputation.";
  if (isLikelyTypo) return "Better to ask before you mail it: it looks mistyped.";
  if (flags.includes("disposable"))
    return "Keep it only for mail that you send soon: it is a temporary address.";
  if (flags.includes("role"))
    return "Keep it if you know who reads it: it belongs to a role, not to a person.";
  return null;
}
