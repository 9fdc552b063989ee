import { VERDICTS, type Verdict } from "../../shared/verdicts.ts";
import type { ActiveFaults } from "./faults.ts";

/** Returns the verdict as sent. `acceptAll` is the spelling of `accept_all` unless faults change it. */
export function spellVerdict(verdict: Verdict, acceptAll: string, faults: ActiveFaults): string {
  let text: string = verdict;
  if (verdict === "accept_all") {
    text = acceptAll;
    if (faults.has("verdict-hyphen")) text = "accept-all";
    if (faults.has("verdict-space")) text = "accept all";
    if (faults.has("verdict-underscore")) text = "accept_all";
  }
  if (verdict === "unknown" && faults.has("verdict-unheard-of")) text = "risky";
  if (faults.has("verdict-case"))
    text = text.charAt(0).toUpperCase() + text.slice(1, -1) + text.slice(-1).toUpperCase();
  return faults.has("verdict-padded") ? `  ${text} ` : text;
}

export function isVerdict(value: unknown): value is Verdict {
  return VERDICTS.some((verdict) => verdict === value);
}
