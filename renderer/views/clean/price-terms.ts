import type { CleaningOptions, Price } from "../../../shared/bridge/cleanings.ts";

export type TermName =
  | "rows"
  | "repeated"
  | "malformed"
  | "empty"
  | "suppressed"
  | "known"
  | "inFile"
  | "withoutVerdict"
  | "beyondLimit";

export interface Term {
  readonly name: TermName;
  readonly value: number;
  /** The choice that takes this term away; null when there is none. */
  readonly choice: "reuseKnown" | "suppress" | "limit" | null;
  /** The user has switched it off. */
  readonly off: boolean;
}

/**
 * The terms of a price in the order of the line: rows first, then what is taken off. Terms of zero are left out,
 * unless the user has switched them off: then they stay, so that they can be switched on again.
 */
export function priceTerms(price: Price, options: CleaningOptions): Term[] {
  const all: Term[] = [
    { name: "rows", value: price.rows, choice: null, off: false },
    { name: "repeated", value: price.repeated, choice: null, off: false },
    { name: "malformed", value: price.malformed, choice: null, off: false },
    { name: "empty", value: price.empty, choice: null, off: false },
    { name: "suppressed", value: price.suppressed, choice: "suppress", off: !options.suppress },
    { name: "known", value: price.known, choice: "reuseKnown", off: !options.reuseKnown },
    { name: "inFile", value: price.inFile ?? 0, choice: null, off: false },
    { name: "withoutVerdict", value: price.withoutVerdict ?? 0, choice: null, off: false },
    { name: "beyondLimit", value: price.beyondLimit, choice: "limit", off: false },
  ];
  return all.filter((term) => term.name === "rows" || term.value > 0 || term.off);
}

/** What `term` becomes when its choice is switched. */
export function switched(term: Term): Partial<CleaningOptions> {
  switch (term.choice) {
    case "reuseKnown":
      return { reuseKnown: term.off };
    case "suppress":
      return { suppress: term.off };
    case "limit":
      return { limit: null };
    case null:
      return {};
  }
}
