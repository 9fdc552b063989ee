import type { Cleaning, CleaningOptions, Price } from "../../../shared/bridge/cleanings.ts";
import { DEFAULT_CLEANING_OPTIONS } from "../../../shared/bridge/defaults.ts";
import type { DomainLookup } from "../../../shared/bridge/domains.ts";
import type { Mailing } from "../../../shared/bridge/forecast.ts";
import type { ListSource, Preflight, ReadOptions } from "../../../shared/bridge/lists.ts";
import type { CallOutput, CallRequest } from "../../../shared/bridge.ts";
import type { Problem } from "../../../shared/problems.ts";
import { questionsToAnswer } from "../../../shared/questions.ts";
import type { Bridge } from "../../bridge.ts";

/** The current account and its automatic start limit in credits; 0 to always ask. */
export interface StartLimit {
  readonly accountId: string | null;
  readonly underCredits: number;
}

/** Returns whether the user must first say if the file is a list to verify or an export to import. */
export function asksForPurpose({ questions, settled }: Preflight): boolean {
  if (settled === true) return false;
  return questions?.some(({ kind }) => kind === "outcomes" || kind === "results") === true;
}

/** Returns whether the list can be priced without answering questions first. */
export function canBePriced(preflight: Preflight): boolean {
  if (preflight.addressColumn === null) return false;
  return preflight.settled === true || questionsToAnswer(preflight, { isReencoded: false }).length === 0;
}

/**
 * Returns whether a list starts automatically at its first price. Requires that the user set a limit, that the account
 * is still the one in use when the list was opened, that the price is within the limit both then and now and covered by
 * the balance, and that no address may have been paid for already.
 */
export function startsAutomatically(
  price: Price,
  accountId: string,
  then: StartLimit,
  now: StartLimit,
): boolean {
  if (accountId !== then.accountId || accountId !== now.accountId) return false;
  if (price.available === null || price.credits > price.available) return false;
  if ((price.perhapsPaid ?? 0) > 0) return false;
  return price.credits > 0 && price.credits <= Math.min(then.underCredits, now.underCredits);
}

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
  /** `true` while corrections are accepted or reverted: the list can't be started. */
  readonly correcting: boolean;
  readonly starting: boolean;
  readonly startProblem: Problem | null;
  readonly domains: DomainLook;
  /** The automatic start limit at the time of opening; `null` once decided, at the first price. */
  readonly autoStartLimit: StartLimit | null;
  /** `true` if it was started without asking, because the price was within the limit in Settings. */
  readonly isAutoStarted: boolean;
}

/** The result of an import, shown in place of the imported list. */
export interface ImportResult extends CallOutput<"memory.import"> {
  /** Mailings whose bounces the import reports. */
  readonly mailings: readonly Mailing[];
}

export type Corrections = Omit<CallRequest<"lists.acceptTypos">, "listId">;

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
  /** Results of imports since the page was loaded, newest first, until they are hidden. */
  imported: readonly ImportResult[];
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
  /** Accepts or reverts proposed corrections. The list can't be started until it is priced again. */
  correct(key: string, corrections: Corrections): Promise<Problem | null>;
  correctDeadTypos(key: string): Promise<Problem | null>;
  choose(key: string, options: Partial<CleaningOptions>): void;
  /** Requests the price of the current options. The list can't be started until it arrives. */
  price(key: string, accountId: string): Promise<void>;
  /** Refreshes the price after the account or other lists changed. The displayed price stays valid until then. */
  refreshPrice(key: string, accountId: string): void;
  /**
   * `waitForCredits`: start even if the credits don't suffice, and verify once they do. `withoutTeam`: start although the
   * team's server cannot be asked. `byKey`: the keyboard was used.
   */
  start(
    key: string,
    accountId: string,
    how?: {
      readonly waitForCredits?: boolean;
      readonly withoutTeam?: boolean;
      readonly byKey?: boolean;
    },
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
  showImported(result: ImportResult): void;
  hideImported(id: string): void;
}

export const NOTHING_READ = { bytesRead: 0, bytesTotal: 0, rows: 0 };

export type OpenLists = ReturnType<typeof createOpenLists>;

/** Shared by the parts of the intake store. */
export interface IntakeContext extends IntakeOptions {
  readonly bridge: Bridge;
  readonly lists: OpenLists;
}

export function createOpenLists(
  get: () => Pick<IntakeState, "intakes">,
  set: (state: Pick<IntakeState, "intakes">) => void,
) {
  let nextKey = 1;
  return {
    all: () => get().intakes,
    find: (key: string): Intake | undefined => get().intakes.find((one) => one.key === key),
    change: (key: string, patch: Partial<Intake>): void =>
      set({ intakes: get().intakes.map((one) => (one.key === key ? { ...one, ...patch } : one)) }),
    drop: (key: string): void => set({ intakes: get().intakes.filter((one) => one.key !== key) }),
    show: (intakes: readonly Intake[]): void => set({ intakes }),
    /** Returns a new id for lists that are added together, such as `resumed-3`. */
    nextDrop: (what: string): string => `${what}-${nextKey}`,
    fresh: (name: string, drop: string): Intake => ({
      key: `intake-${nextKey++}`,
      drop,
      name,
      listId: null,
      readOptions: {},
      reading: NOTHING_READ,
      preflight: null,
      problem: null,
      options: DEFAULT_CLEANING_OPTIONS,
      price: null,
      pricedFor: null,
      pricing: false,
      priceProblem: null,
      correcting: false,
      starting: false,
      startProblem: null,
      domains: { kind: "not_asked" },
      autoStartLimit: null,
      isAutoStarted: false,
    }),
  };
}
