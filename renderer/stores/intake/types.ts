import type { Cleaning, CleaningOptions, Price } from "../../../shared/bridge/cleanings.ts";
import type { DomainLookup } from "../../../shared/bridge/domains.ts";
import type { ListSource, Preflight, ReadOptions } from "../../../shared/bridge/lists.ts";
import type { Problem } from "../../../shared/problems.ts";
import type { StartLimit } from "../auto-start.ts";

/** A list being prepared: opened, being read, or waiting for the user to start it. */
export interface Intake {
  readonly key: string;
  /** Shared by lists that were added together. */
  readonly drop: string;
  readonly name: string;
  readonly listId: string | null;
  /** Options chosen by the user in place of the detected ones. */
  readonly readOptions: ReadOptions;
  readonly reading: { bytesRead: number; bytesTotal: number; rows: number } | null;
  readonly preflight: Preflight | null;
  readonly problem: Problem | null;
  readonly options: CleaningOptions;
  readonly price: Price | null;
  /** Id of the account that was priced. */
  readonly pricedFor: string | null;
  readonly pricing: boolean;
  readonly priceProblem: Problem | null;
  readonly starting: boolean;
  readonly startProblem: Problem | null;
  readonly domains: DomainLook;
  /** The automatic start limit at the time of opening; `null` once decided, at the first price. */
  readonly autoStartLimit: StartLimit | null;
  /** `true` if the start was automatic, by the limit in Settings. */
  readonly isAutoStarted: boolean;
}

export type DomainLook =
  | { readonly kind: "not_asked" }
  | { readonly kind: "looking"; readonly done: number; readonly total: number }
  | { readonly kind: "looked"; readonly found: DomainLookup }
  | { readonly kind: "failed"; readonly problem: Problem };

export interface IntakeOptions {
  readonly startLimit: () => StartLimit;
  /** Returns whether every list is looked up in DNS. */
  readonly looksUpDomains: () => boolean;
  readonly onStarted: (cleaning: Cleaning) => void;
  /** Returns a monotonic time in milliseconds. */
  readonly now: () => number;
}

export interface IntakeState {
  intakes: readonly Intake[];
  receiving: readonly string[];
  /** `true` if unfinished lists were requested from the engine. */
  resumed: boolean;
  receive(names: readonly string[]): void;
  /** Opens and reads lists. Returns whether all could be read. `showsPrice`: never start automatically. */
  add(sources: readonly ListSource[], how?: { showsPrice?: boolean }): Promise<boolean>;
  /** Reopens a list with its earlier reading, to clean it again. */
  reopen(listId: string): Promise<Problem | null>;
  /** Adds lists that were left unfinished earlier; runs once. They never start automatically. */
  resume(): Promise<void>;
  /** Removes a list whose cleaning was started, here or elsewhere. */
  begun(listId: string): void;
  read(key: string, options: ReadOptions): Promise<void>;
  /** Reloads the list after its corrections changed, which also reprices it. */
  refresh(key: string): Promise<void>;
  progress(listId: string, progress: { bytesRead: number; bytesTotal: number; rows: number }): void;
  lookUpDomains(key: string): Promise<void>;
  domainsProgress(listId: string, progress: { done: number; total: number }): void;
  correctDeadTypos(key: string): Promise<Problem | null>;
  choose(key: string, options: Partial<CleaningOptions>): void;
  /** Requests the price of the current options. The list can't be started until it arrives. */
  price(key: string, accountId: string): Promise<void>;
  /** Refreshes the price after the account or other lists changed. The displayed price stays valid until then. */
  refreshPrice(key: string, accountId: string): void;
  /** `waitForCredits`: start even if the credits don't suffice, and verify once they do. */
  start(
    key: string,
    accountId: string,
    waitForCredits?: boolean,
    /** A key press always goes to the focused list, so the double click check is skipped. */
    byKey?: boolean,
  ): Promise<Cleaning | null>;
  /** Starts lists sequentially, each at no more than its displayed price. Stops at the first that costs more. */
  startAll(keys: readonly string[], accountId: string): Promise<void>;
  /** Merges lists that have been read; closes them once the merged list is read. */
  merge(
    keys: readonly string[],
    name: string,
    sourceColumn: "first" | "last" | null,
  ): Promise<Problem | null>;
  cancel(key: string): Promise<void>;
  discard(key: string): Promise<void>;
}
