import type { Cleaning, CleaningOptions, Price } from "../../../shared/bridge/cleanings.ts";
import type { DomainsLooked } from "../../../shared/bridge/domains.ts";
import type { ListSource, Preflight, ReadOptions } from "../../../shared/bridge/lists.ts";
import type { Problem } from "../../../shared/problems.ts";
import type { StartLimit } from "../start-rule.ts";

/** A list on its way in: opened, being read, or read and waiting for the user's go. */
export interface Intake {
  readonly key: string;
  /** What came in together with it shares this. */
  readonly drop: string;
  readonly name: string;
  readonly listId: string | null;
  /** What the user chose instead of the guesses. */
  readonly readOptions: ReadOptions;
  readonly reading: { bytesRead: number; bytesTotal: number; rows: number } | null;
  readonly preflight: Preflight | null;
  readonly problem: Problem | null;
  readonly options: CleaningOptions;
  readonly price: Price | null;
  /** The account that the price is of. */
  readonly pricedFor: string | null;
  readonly pricing: boolean;
  readonly priceProblem: Problem | null;
  readonly starting: boolean;
  readonly startProblem: Problem | null;
  readonly domains: DomainLook;
  /** How things stood when it came in, until it is decided whether it starts by itself: once, at its first price. */
  readonly undecided: StartLimit | null;
  /** It is being started as chosen in Settings, without a click. */
  readonly byItself: boolean;
}

/** What DNS says of its domains. */
export type DomainLook =
  | { readonly kind: "not_asked" }
  | { readonly kind: "looking"; readonly done: number; readonly total: number }
  | { readonly kind: "looked"; readonly found: DomainsLooked }
  | { readonly kind: "failed"; readonly problem: Problem };

export interface IntakeOptions {
  readonly startLimit: () => StartLimit;
  /** Whether DNS is asked about the domains of every list. */
  readonly looksUpDomains: () => boolean;
  /** Told of every cleaning that was started here. */
  readonly began: (cleaning: Cleaning) => void;
  /** Milliseconds, from any start. */
  readonly now: () => number;
}

export interface IntakeState {
  intakes: readonly Intake[];
  /** Names of files that are on their way from the browser to its host. */
  receiving: readonly string[];
  /** What was left unfinished earlier was asked for. */
  resumed: boolean;
  receive(names: readonly string[]): void;
  /** Opens and reads lists. Returns whether all could be read. `showsPrice`: asks before a start at any price. */
  add(sources: readonly ListSource[], how?: { showsPrice?: boolean }): Promise<boolean>;
  /** Takes in a list that was read before, as it was read then, to clean it once more. */
  again(listId: string): Promise<Problem | null>;
  /** Shows what was brought in earlier and neither cleaned nor closed, as it was left; once. Nothing of it starts by itself. */
  resume(): Promise<void>;
  /** A cleaning was made of the list, here or elsewhere: it is no longer being prepared. */
  begun(listId: string): void;
  read(key: string, options: ReadOptions): Promise<void>;
  /** Takes up the list as it is after a correction was accepted or taken back: what is in it, and its price, are new. */
  refresh(key: string): Promise<void>;
  progress(listId: string, progress: { bytesRead: number; bytesTotal: number; rows: number }): void;
  /** Asks DNS about the domains of a list. */
  lookUpDomains(key: string): Promise<void>;
  domainsProgress(listId: string, progress: { done: number; total: number }): void;
  /** Accepts the correction of every likely typo at a domain that cannot receive mail. */
  correctDeadTypos(key: string): Promise<Problem | null>;
  choose(key: string, options: Partial<CleaningOptions>): void;
  /** Asks for the price of what was chosen: until it is there, nothing is agreed to. */
  price(key: string, accountId: string): Promise<void>;
  /** The account or other lists moved, and with them perhaps the price: what is shown may be agreed to until it is known. */
  renew(key: string, accountId: string): void;
  /** `waitForCredits`: go on although the credits do not suffice; it is verified once they do. */
  start(
    key: string,
    accountId: string,
    waitForCredits?: boolean,
    /** From the keyboard nothing comes under the pointer: each press is meant for the list that has the focus. */
    byKey?: boolean,
  ): Promise<Cleaning | null>;
  /** Starts several lists, one after the other, each at no more than is shown; stops at one that costs more by then. */
  startAll(keys: readonly string[], accountId: string): Promise<void>;
  /** Makes one list of several that have been read; they are closed once it is there. */
  merge(
    keys: readonly string[],
    name: string,
    sourceColumn: "first" | "last" | null,
  ): Promise<Problem | null>;
  cancel(key: string): Promise<void>;
  discard(key: string): Promise<void>;
}
