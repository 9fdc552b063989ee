import type { Outcome } from "../../../shared/mail-outcomes.ts";
import type { Flag, Verdict } from "../../../shared/verdicts.ts";

/**
 * What a file of a source is about: verdicts of a verification service; what became of mail; addresses that a mailing service
 * does not send to; or everybody on a list, of whom some may have left it.
 */
export type SourceKind = "verdicts" | "outcomes" | "suppression" | "audience";

/** A column by its name, or by any of its names. Where a file has several of them, a row's first filled one counts. */
export type ColumnNames = string | readonly string[];

/**
 * How a source writes times. `iso`: with an offset or Z, or else in UTC. `plain`: year first, in UTC; an offset may follow.
 * `epoch`: seconds since 1970. `rfc`: as mail does (RFC 1123). `any`: in
 * one of these, which nobody said.
 */
export type TimeWriting = "iso" | "plain" | "epoch" | "rfc" | "any";

/** When what a row says happened: the first of these columns that holds a time. */
export interface TimeColumns {
  readonly column: ColumnNames;
  readonly written: TimeWriting;
}

/** What every source says of its files. */
interface SourceBase<Kind extends SourceKind> {
  readonly id: string;
  /** As its users call it. */
  readonly name: string;
  readonly kind: Kind;
  /** The columns without which a file is not of this source. */
  readonly tells: readonly ColumnNames[];
  /**
   * What proves that a file is of this source: its header alone, words below it that agree, or that any row says something
   * (`any`).
   */
  readonly proof: "header" | "words" | "any";
  /** Its files have no other columns. */
  readonly exact?: true;
  /** Columns of a complete file: without one of them it is not certain whose it is. */
  readonly whole?: readonly ColumnNames[];
  /**
   * The column with the recipient's address. Of several names, a row's recipient is in the first column that isn't blank.
   * Absent if the source appends its columns to the user's own: then the column is found by header and contents.
   */
  readonly recipient?: ColumnNames;
  /** Columns with addresses that the source suggests instead of the recipient's. Never the recipient. */
  readonly suggestions?: readonly ColumnNames[];
  /** Absent: no column of it says when. When an address was added, changed or asked for consent is none of it. */
  readonly at?: TimeColumns;
}

/** A verdict as Winnow takes it from a word. */
export interface SaidVerdict {
  readonly verdict: Verdict;
  readonly flags?: readonly Flag[];
}

/**
 * What a word of a verification service means; `none`: the row says nothing of its address. By another column, where the
 * word alone does not say it: `otherwise` is for a blank there, and a word that is not in `when` is not recognised.
 */
export type VerdictMeaning =
  | "none"
  | SaidVerdict
  | {
      readonly by: ColumnNames;
      readonly when: Readonly<Record<string, "none" | SaidVerdict>>;
      readonly otherwise: SaidVerdict;
    };

/** A verification service. */
export interface VerdictSource extends SourceBase<"verdicts"> {
  readonly status: ColumnNames;
  readonly words: Readonly<Record<string, VerdictMeaning>>;
  /** Columns in which it says more, in its own words. */
  readonly remarks?: readonly ColumnNames[];
  /** Columns with yes or no. */
  readonly flags?: Readonly<Partial<Record<Flag, ColumnNames>>>;
  /** Rows that were not looked at: the words of a column that say so. */
  readonly notLookedAt?: { readonly column: ColumnNames; readonly words: readonly string[] };
}

/** What a word of a mailing service means. `none`: mail may be sent. `goes on`: the next sign says it. */
export type OutcomeMeaning = "none" | "goes on" | Outcome;

/**
 * One way in which a row says what became of mail; the first that says something counts. `reply`: the words of a mail server.
 * `word`: one of a few. `filled`: anything at all. `yes`: yes or no; `text` is for anything else that stands there. `item`:
 * one of several words in a cell. `row`: that the row is in the file.
 */
export type OutcomeSign =
  | { readonly read: "reply"; readonly columns: readonly ColumnNames[] }
  | {
      readonly read: "word";
      readonly column: ColumnNames;
      readonly words: Readonly<Record<string, OutcomeMeaning>>;
      /** Outcome if the column holds a time in place of a word; absent if times are words like any other. */
      readonly times?: OutcomeMeaning;
      /** What other words mean; absent: they are reported as unrecognised. */
      readonly otherwise?: OutcomeMeaning;
    }
  | { readonly read: "filled"; readonly column: ColumnNames; readonly means: OutcomeMeaning }
  | {
      readonly read: "yes";
      readonly column: ColumnNames;
      readonly means: OutcomeMeaning;
      readonly text?: OutcomeMeaning;
    }
  | {
      readonly read: "item";
      readonly column: ColumnNames;
      readonly item: string;
      readonly means: OutcomeMeaning;
    }
  | { readonly read: "row"; readonly means: OutcomeMeaning };

/** A mailing service's export. */
export interface OutcomeSource extends SourceBase<"outcomes" | "suppression" | "audience"> {
  readonly signs: readonly OutcomeSign[];
}

export type Source = VerdictSource | OutcomeSource;

/**
 * What a row says. `at`: Unix milliseconds, null where the row does not say when. `word` is what was gone by, `words` all
 * that the source says of it.
 */
export type Translation =
  | {
      readonly says: "verdict";
      readonly verdict: Verdict;
      readonly flags: readonly Flag[];
      readonly at: number | null;
      readonly word: string;
      readonly words: string;
    }
  | {
      readonly says: "outcome";
      readonly outcome: Outcome;
      readonly at: number | null;
      readonly word: string;
    }
  | { readonly says: "nothing"; readonly word: string }
  | { readonly says: "unrecognised"; readonly word: string };

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
