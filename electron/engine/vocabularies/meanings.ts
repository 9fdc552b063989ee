import type { ColumnNames, SaidVerdict, VerdictMeaning } from "./types.ts";

/** What sources' words mean, by Winnow's own. */
export const DELIVERABLE: SaidVerdict = { verdict: "deliverable" };
export const UNDELIVERABLE: SaidVerdict = { verdict: "undeliverable" };
export const ACCEPT_ALL: SaidVerdict = { verdict: "accept_all" };
/** Also what a source calls risky: it refused to say yes, and no would drop the address. */
export const UNKNOWN: SaidVerdict = { verdict: "unknown" };
export const ROLE: SaidVerdict = { verdict: "unknown", flags: ["role"] };
export const DISPOSABLE: SaidVerdict = { verdict: "unknown", flags: ["disposable"] };
export const FREE: SaidVerdict = { verdict: "unknown", flags: ["free"] };
export const MALFORMED: SaidVerdict = { verdict: "undeliverable", flags: ["syntax_error"] };
export const TRAP: SaidVerdict = { verdict: "undeliverable", flags: ["trap"] };
export const MAYBE_TRAP: SaidVerdict = { verdict: "unknown", flags: ["trap"] };
/** The address complains, or asked not to be written to: nothing is said of its mailbox. */
export const UNWANTED: SaidVerdict = { verdict: "unknown", flags: ["unwanted"] };

/** The same meaning for each of several words. */
export function each<Meaning>(words: readonly string[], meaning: Meaning): Record<string, Meaning> {
  return Object.fromEntries(words.map((word) => [word, meaning]));
}

/** One meaning where a column says yes, another where it says no, or nothing. */
export function ifYes(by: ColumnNames, yes: SaidVerdict, otherwise: SaidVerdict): VerdictMeaning {
  return {
    by,
    when: {
      ...each(["yes", "true", "1", "y"], yes),
      ...each(["no", "false", "0", "n", "unknown"], otherwise),
    },
    otherwise,
  };
}
