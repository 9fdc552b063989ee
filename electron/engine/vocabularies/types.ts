import type { Outcome, SenderFault } from "../../../shared/mail-outcomes.ts";
import type { Flag, Verdict } from "../../../shared/verdicts.ts";

/**
 * Contents of files: verdicts, outcomes, addresses a service doesn't mail, or an audience of which some have opted out.
 */
export type SourceKind = "verdicts" | "outcomes" | "suppression" | "audience";

/** Alternative names of a column. If a file has several, a row's first non-blank cell counts. */
export type ColumnNames = string | readonly string[];

interface SourceBase<Kind extends SourceKind> {
  readonly id: string;
  readonly name: string;
  readonly kind: Kind;
  readonly requiredColumns: readonly ColumnNames[];
  /** Proof of the source: the header alone, or matching words below it. */
  readonly proof: "header" | "words";
  /** The files have no other columns. */
  readonly exact?: true;
  /** Columns of a complete file; if one is missing, the source is not certain. */
  readonly completeColumns?: readonly ColumnNames[];
  /** Columns with the recipient's address, by priority. Absent if the source adds its columns to the user's file. */
  readonly recipient?: ColumnNames;
  /** Columns with addresses that the source suggests as corrections, never the recipient's. */
  readonly suggestions?: readonly ColumnNames[];
  /**
   * Columns with the time of a row; the first that holds a time counts. Absent if no column has it. Times of creation,
   * change or consent don't count.
   */
  readonly at?: ColumnNames;
}

export interface SaidVerdict {
  readonly verdict: Verdict;
  readonly flags?: readonly Flag[];
}

/**
 * Meaning of a verification service's word. `none`: nothing about the address. `by`: another column decides,
 * `otherwise` if it is blank; words not in `when` are unrecognised.
 */
export type VerdictMeaning =
  | "none"
  | SaidVerdict
  | {
      readonly by: ColumnNames;
      readonly when: Readonly<Record<string, "none" | SaidVerdict>>;
      readonly otherwise: SaidVerdict;
    };

export interface VerdictSource extends SourceBase<"verdicts"> {
  readonly status: ColumnNames;
  readonly words: Readonly<Record<string, VerdictMeaning>>;
  readonly remarks?: readonly ColumnNames[];
  readonly flags?: Readonly<Partial<Record<Flag, ColumnNames>>>;
  /** Column and words that mark rows as not verified. */
  readonly skippedRows?: { readonly column: ColumnNames; readonly words: readonly string[] };
}

/** Meaning of a mailing service's word. `none`: mail may be sent. `goes on`: the next sign decides. */
export type OutcomeMeaning = "none" | "goes on" | Outcome;

/**
 * Sign of an outcome; the first that says something counts. `reply`: a mail server's reply. `word`: one of a few words.
 * `filled`: any value. `yes`: yes or no, `text` otherwise. `item`: one of several words in a cell. `row`: always.
 */
export type OutcomeSign =
  | { readonly read: "reply"; readonly columns: readonly ColumnNames[] }
  | {
      readonly read: "word";
      readonly column: ColumnNames;
      readonly words: Readonly<Record<string, OutcomeMeaning>>;
      /** Outcome if the column holds a time; absent if times are words like any other. */
      readonly times?: OutcomeMeaning;
      /** Meaning of other words; absent if they are unrecognised. */
      readonly otherwise?: OutcomeMeaning;
    }
  | { readonly read: "filled"; readonly column: ColumnNames; readonly means: OutcomeMeaning }
  | {
      readonly read: "yes";
      readonly column: ColumnNames;
      readonly means: OutcomeMeaning;
      readonly text?: OutcomeMeaning;
    }
  /** One of several words in a cell with a meaning. */
  | {
      readonly read: "items";
      readonly column: ColumnNames;
      readonly words: Readonly<Record<string, OutcomeMeaning>>;
    }
  | {
      readonly read: "item";
      readonly column: ColumnNames;
      readonly item: string;
      readonly means: OutcomeMeaning;
    }
  | { readonly read: "row"; readonly means: OutcomeMeaning };

export interface OutcomeSource extends SourceBase<"outcomes" | "suppression" | "audience"> {
  readonly signs: readonly OutcomeSign[];
  /** Columns with the time of the last consent. Consent after an opt-out at the same source cancels it. */
  readonly optIn?: ColumnNames;
}

export type Source = VerdictSource | OutcomeSource;

/** Time of a row in Unix ms, `null` if unknown, and the text of its date column if that could not be read. */
export interface RowTime {
  readonly at: number | null;
  readonly unreadDate: string | null;
}

/** Meaning of a row. `word` is the deciding word; `words` is everything the source says. */
export type Translation =
  | ({
      readonly says: "verdict";
      readonly verdict: Verdict;
      readonly flags: readonly Flag[];
      readonly word: string;
      readonly words: string;
    } & RowTime)
  | ({
      readonly says: "outcome";
      readonly outcome: Outcome;
      readonly word: string;
      /** For `policy`: what the reply names as the cause. */
      readonly fault: SenderFault | null;
    } & RowTime)
  | { readonly says: "nothing"; readonly word: string }
  | { readonly says: "unrecognised"; readonly word: string };

export const DELIVERABLE: SaidVerdict = { verdict: "deliverable" };
export const UNDELIVERABLE: SaidVerdict = { verdict: "undeliverable" };
export const ACCEPT_ALL: SaidVerdict = { verdict: "accept_all" };
/** Also used for "risky": the source doesn't confirm the address, but rejecting it would drop it. */
export const UNKNOWN: SaidVerdict = { verdict: "unknown" };
export const ROLE: SaidVerdict = { verdict: "unknown", flags: ["role"] };
export const DISPOSABLE: SaidVerdict = { verdict: "unknown", flags: ["disposable"] };
export const FREE: SaidVerdict = { verdict: "unknown", flags: ["free"] };
export const MALFORMED: SaidVerdict = { verdict: "undeliverable", flags: ["syntax_error"] };
export const TRAP: SaidVerdict = { verdict: "undeliverable", flags: ["trap"] };
export const MAYBE_TRAP: SaidVerdict = { verdict: "unknown", flags: ["trap"] };
/** The recipient complains or opted out; nothing is known about the mailbox. */
export const UNWANTED: SaidVerdict = { verdict: "unknown", flags: ["unwanted"] };

export function each<Meaning>(words: readonly string[], meaning: Meaning): Record<string, Meaning> {
  return Object.fromEntries(words.map((word) => [word, meaning]));
}

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
