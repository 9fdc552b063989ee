import { createStore } from "zustand/vanilla";
import {
  type Cleaning,
  type CleaningOptions,
  DEFAULT_CLEANING_OPTIONS,
  type Price,
} from "../../shared/bridge/cleanings.ts";
import type { ListSource, Preflight, ReadOptions } from "../../shared/bridge/lists.ts";
import { type Problem, problem } from "../../shared/problems.ts";
import type { Bridge } from "../bridge.ts";
import { isHostGone } from "../words/bridge.ts";
import { DOUBLE_CLICK_MS } from "./double-click.ts";
import { createRenewals } from "./renewals.ts";
import { isClear, type StartLimit, startsByItself } from "./start-rule.ts";
import { createTurns } from "./turns.ts";

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
  /** Why it could not be opened or read. */
  readonly problem: Problem | null;
  readonly options: CleaningOptions;
  readonly price: Price | null;
  /** The account that the price is of. */
  readonly pricedFor: string | null;
  readonly pricing: boolean;
  readonly priceProblem: Problem | null;
  readonly starting: boolean;
  readonly startProblem: Problem | null;
  /** How things stood when it came in, until it is decided whether it starts by itself: once, at its first price. */
  readonly undecided: StartLimit | null;
  /** It is being started as chosen in Settings, without a click. */
  readonly byItself: boolean;
}

export interface IntakeOptions {
  readonly startLimit: () => StartLimit;
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
  /** `showsPrice`: asks before it starts, whatever it costs. */
  add(sources: readonly ListSource[], onlyAddresses: boolean, how?: { showsPrice?: boolean }): Promise<void>;
  /** Takes in a list that was read before, as it was read then, to clean it once more. */
  again(listId: string, onlyAddresses: boolean): Promise<Problem | null>;
  /** Shows what was brought in earlier and neither cleaned nor closed, as it was left; once. Nothing of it starts by itself. */
  resume(onlyAddresses: boolean): Promise<void>;
  /** A cleaning was made of the list, here or elsewhere: it is no longer being prepared. */
  begun(listId: string): void;
  read(key: string, options: ReadOptions): Promise<void>;
  /** Takes up the list as it is after a correction was accepted or taken back: what is in it, and its price, are new. */
  refresh(key: string): Promise<void>;
  progress(listId: string, progress: { bytesRead: number; bytesTotal: number; rows: number }): void;
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
  /** Makes one list of several that have been read; they are closed once it is there. */
  merge(
    keys: readonly string[],
    name: string,
    sourceColumn: "first" | "last" | null,
  ): Promise<Problem | null>;
  cancel(key: string): Promise<void>;
  discard(key: string): Promise<void>;
}

function nameOf(source: ListSource): string {
  switch (source.kind) {
    case "path":
      return source.path.split(/[\\/]/).pop() || source.path;
    case "text":
      return source.name;
    case "upload":
    case "sample":
      return "";
  }
}

const OF_KEYS: ReadonlySet<string> = new Set([
  "key_missing",
  "key_of_environment",
  "key_invalid",
  "key_elsewhere",
  "keychain_locked",
  "keychain_refused",
  "keychain_silent",
  "keychain_closed",
  "balance_unread",
]);

/** Whether it was for want of a key or a balance that a cleaning was not started. */
function isOfKey(problem: Problem | null | undefined): boolean {
  return problem != null && OF_KEYS.has(problem.code);
}

/** So many prices are asked for at once, however many lists are open. */
const MOST_PRICED_AT_ONCE = 3;

/** As long as nobody has read a price that rose under the eyes: a yes by then was one to the price before. */
const UNREAD_MS = 1_000;

const NOTHING_READ = { bytesRead: 0, bytesTotal: 0, rows: 0 };

const ALWAYS_ASKING: IntakeOptions = {
  startLimit: () => ({ accountId: null, underCredits: 0 }),
  began: () => {},
  now: () => performance.now(),
};

/** Lists between the drop and the start of their cleaning. */
export function createIntakeStore(bridge: Bridge, options: IntakeOptions = ALWAYS_ASKING) {
  const { startLimit, began, now } = options;
  let nextKey = 1;
  // A price that was asked for earlier must never overwrite a later one.
  const asked = new Map<string, number>();
  // Whose price is asked for, or waits for that: nothing is agreed to meanwhile.
  const unpriced = new Set<string>();
  // What the user has just changed is priced before what the balance changed.
  const chosen = new Set<string>();
  const turns = createTurns(MOST_PRICED_AT_ONCE);
  // What a list cost before its price rose by itself, and when that was shown.
  const risen = new Map<string, { shown: number; at: number }>();
  // What was agreed to and not answered yet, by list: the same yes once more, should its answer be lost, is the same one.
  const agreed = new Map<string, { wish: string; requestId: string }>();
  // Where a card has gone, the next one slides under the pointer: a click that was meant for the first is not for that.
  let startedAt = Number.NEGATIVE_INFINITY;

  return createStore<IntakeState>()((set, get) => {
    const find = (key: string): Intake | undefined => get().intakes.find((one) => one.key === key);
    const change = (key: string, patch: Partial<Intake>): void =>
      set({ intakes: get().intakes.map((one) => (one.key === key ? { ...one, ...patch } : one)) });
    const drop = (key: string): void => set({ intakes: get().intakes.filter((one) => one.key !== key) });

    const fresh = (name: string, drop: string, onlyAddresses: boolean): Intake => ({
      key: `intake-${nextKey++}`,
      drop,
      name,
      listId: null,
      readOptions: {},
      reading: NOTHING_READ,
      preflight: null,
      problem: null,
      options: { ...DEFAULT_CLEANING_OPTIONS, allColumns: !onlyAddresses },
      price: null,
      pricedFor: null,
      pricing: false,
      priceProblem: null,
      starting: false,
      startProblem: null,
      undecided: null,
      byItself: false,
    });

    const readAs = async (key: string, options: ReadOptions): Promise<void> => {
      const intake = find(key);
      if (!intake?.listId) return;
      change(key, { readOptions: options, reading: NOTHING_READ, problem: null, price: null });
      const read = await bridge.call("lists.read", { listId: intake.listId, options });
      if (read.ok) change(key, { preflight: read.value, reading: null });
      else if (read.problem.code === "cancelled" && !find(key)?.preflight) drop(key);
      else change(key, { reading: null, problem: read.problem });
    };

    const open = async (intake: Intake, source: ListSource | undefined): Promise<void> => {
      if (source === undefined) return;
      const opened = await bridge.call("lists.open", { source });
      if (!opened.ok) return change(intake.key, { reading: null, problem: opened.problem });
      const { listId, name } = opened.value;
      // It may have been shown as left over from earlier before this answer came.
      set({ intakes: get().intakes.filter((one) => one.listId !== listId) });
      change(intake.key, { listId, name });
      await readAs(intake.key, intake.readOptions);
      const { preflight, undecided } = find(intake.key) ?? {};
      // Where no list starts by itself its price is asked for where it is shown, and not twice.
      if (!undecided?.accountId || undecided.underCredits === 0 || !preflight) return;
      if (isClear(preflight)) await get().price(intake.key, undecided.accountId);
      else change(intake.key, { undecided: null });
    };

    const agree = async (
      key: string,
      accountId: string,
      waitForCredits: boolean,
    ): Promise<Cleaning | null> => {
      const intake = find(key);
      if (!intake?.listId || !intake.price || intake.pricing || intake.starting) return null;
      if (unpriced.has(key)) return null;
      if (intake.pricedFor !== accountId) return null;
      const before = risen.get(key);
      if (before !== undefined && now() - before.at < UNREAD_MS) {
        const values = { shown: before.shown, now: intake.price.credits };
        change(key, { startProblem: problem("price_changed", values) });
        return null;
      }
      change(key, { starting: true, startProblem: null });
      const { listId, options, price } = intake;
      const revision = intake.preflight?.revision;
      const input = { listId, accountId, options, agreedCredits: price.credits, revision, waitForCredits };
      const wish = JSON.stringify(input);
      const earlier = agreed.get(key);
      const requestId = earlier?.wish === wish ? earlier.requestId : crypto.randomUUID();
      agreed.set(key, { wish, requestId });
      const started = await bridge.call("cleanings.start", { ...input, requestId });
      if (started.ok) {
        agreed.delete(key);
        drop(key);
        startedAt = now();
        began(started.value);
        return started.value;
      }
      change(key, { starting: false, byItself: false, startProblem: started.problem });
      if (started.problem.code === "price_changed" || started.problem.code === "price_outdated")
        await get().price(key, accountId);
      // Nobody has read it yet.
      if (started.problem.code === "price_changed") risen.set(key, { shown: price.credits, at: now() });
      // What is shown is not what is there any more: it is fetched, and its price with it.
      if (started.problem.code === "list_changed") await get().read(key, intake.readOptions);
      return null;
    };

    /** Shows of all lists at once that their price is asked for: each for itself would draw the page as often as there are lists. */
    const sayPricing = (): void => {
      const isSaid = (one: Intake) => one.pricing || !unpriced.has(one.key);
      if (get().intakes.every(isSaid)) return;
      set({ intakes: get().intakes.map((one) => (isSaid(one) ? one : { ...one, pricing: true })) });
    };

    /** Takes up what was answered, unless it was asked for anew since. */
    const answer = (key: string, turn: number, patch: Partial<Intake>): boolean => {
      if (asked.get(key) !== turn) return false;
      unpriced.delete(key);
      change(key, { ...patch, pricing: false, undecided: null });
      return true;
    };

    const pricedAt = (key: string, price: Price, accountId: string): Partial<Intake> => ({
      price,
      pricedFor: accountId,
      priceProblem: null,
      // A balance that was read says that the key works again.
      ...(price.available !== null && isOfKey(find(key)?.startProblem) && { startProblem: null }),
    });

    /** Answers whether the list starts by itself at that price. */
    const askPrice = async (key: string, accountId: string, turn: number): Promise<boolean> => {
      const intake = find(key);
      if (!intake?.listId) unpriced.delete(key);
      if (!intake?.listId || asked.get(key) !== turn) return false;
      renewals.forget(key);
      risen.delete(key);
      const { listId, options } = intake;
      const priced = await bridge.call("cleanings.price", { listId, accountId, options });
      const { undecided } = find(key) ?? {};
      if (!priced.ok) {
        answer(key, turn, { price: null, pricedFor: null, priceProblem: priced.problem });
        return false;
      }
      const isAnswered = answer(key, turn, pricedAt(key, priced.value, accountId));
      return (
        isAnswered && undecided != null && startsByItself(priced.value, accountId, undecided, startLimit())
      );
    };

    /** Looks whether the price is still what is shown, and shows what it is now; whether nothing was in the way of that. */
    const lookAnew = async (key: string, accountId: string): Promise<boolean> => {
      const before = find(key);
      if (!before?.listId || !before.preflight) return true;
      if (before.starting || unpriced.has(key)) return false;
      const { listId, options, preflight } = before;
      const turn = asked.get(key);
      const priced = await bridge.call("cleanings.price", { listId, accountId, options });
      const after = find(key);
      // What was chosen, or read anew, meanwhile has its own question.
      if (!after || asked.get(key) !== turn || after.options !== options || after.preflight !== preflight)
        return true;
      if (after.starting) return false;
      if (!priced.ok) {
        // Where nobody answered, nothing is known to have changed.
        if (!isHostGone(priced.problem))
          change(key, { price: null, pricedFor: null, priceProblem: priced.problem });
        return true;
      }
      const { price, pricedFor } = after;
      const isRisen = price !== null && pricedFor === accountId && priced.value.credits > price.credits;
      if (isRisen) risen.set(key, { shown: price.credits, at: now() });
      change(key, pricedAt(key, priced.value, accountId));
      return true;
    };
    const renewals = createRenewals(async (key, accountId) => {
      let isDone = true;
      const look = async () => {
        isDone = await lookAnew(key, accountId);
      };
      await turns.take(`${key} anew`, look).catch(() => {});
      return isDone;
    });

    return {
      intakes: [],
      receiving: [],
      resumed: false,
      receive: (names) => set({ receiving: names }),
      async add(sources, onlyAddresses, { showsPrice = false } = {}) {
        const drop = `drop-${nextKey}`;
        // Files that came in together may yet become one list: that is asked first.
        const undecided = showsPrice || sources.length > 1 ? null : startLimit();
        const added = sources.map((source) => ({
          ...fresh(nameOf(source), drop, onlyAddresses),
          undecided: undecided && { ...undecided },
        }));
        set({ intakes: [...added, ...get().intakes] });
        await Promise.all(added.map((intake, at) => open(intake, sources[at])));
      },
      async again(listId, onlyAddresses) {
        const found = await bridge.call("lists.preflight", { listId });
        if (!found.ok) return found.problem;
        const preflight = found.value;
        const intake = {
          ...fresh(preflight.name, `again-${nextKey}`, onlyAddresses),
          listId,
          preflight,
          reading: null,
        };
        set({ intakes: [intake, ...get().intakes.filter((one) => one.listId !== listId)] });
        return null;
      },
      async resume(onlyAddresses) {
        if (get().resumed) return;
        set({ resumed: true });
        const found = await bridge.call("lists.unfinished", {});
        if (!found.ok) return set({ resumed: false });
        const here = new Set(get().intakes.map((one) => one.listId));
        const left = found.value.lists.filter(({ listId }) => !here.has(listId));
        const taken = left.map(({ listId, name, options, preflight }) => ({
          ...fresh(name, `resumed-${nextKey}`, onlyAddresses),
          listId,
          readOptions: options,
          preflight,
          reading: null,
        }));
        set({ intakes: [...get().intakes, ...taken] });
        for (const one of taken) if (one.preflight === null) void get().read(one.key, one.readOptions);
      },
      begun(listId) {
        // A list that is being cleaned again was cleaned before, and stays.
        const isOver = (one: Intake) =>
          one.listId === listId && !one.starting && one.preflight?.settled !== true;
        if (get().intakes.some(isOver)) set({ intakes: get().intakes.filter((one) => !isOver(one)) });
      },
      async merge(keys, name, sourceColumn) {
        const merged = get().intakes.filter((one) => keys.includes(one.key));
        const listIds = merged.flatMap((one) => one.listId ?? []);
        const made = await bridge.call("lists.merge", { listIds, name, sourceColumn });
        if (!made.ok) return made.problem;
        const { listId, options } = made.value;
        const allColumns = merged[0]?.options.allColumns ?? false;
        const intake = { ...fresh(name, `merged-${nextKey}`, !allColumns), listId };
        set({ intakes: [intake, ...get().intakes] });
        await get().read(intake.key, options);
        // Without it, they are all there is.
        if (find(intake.key)?.preflight) await Promise.all(merged.map((one) => get().discard(one.key)));
        return null;
      },
      async read(key, options) {
        change(key, { undecided: null });
        await readAs(key, options);
      },
      async refresh(key) {
        const { listId, startProblem } = find(key) ?? {};
        if (!listId) return;
        // A press that came before the correction did was refused, and that stays said.
        const refused = startProblem?.code === "list_changed" ? startProblem : null;
        // Nothing is agreed to meanwhile: the price that is shown was that of the list before.
        change(key, { price: null, startProblem: refused, undecided: null });
        const found = await bridge.call("lists.preflight", { listId });
        if (found.ok) change(key, { preflight: found.value });
      },
      progress(listId, reading) {
        const intake = get().intakes.find((one) => one.listId === listId && one.reading !== null);
        if (intake) change(intake.key, { reading });
      },
      choose(key, options) {
        const intake = find(key);
        if (!intake) return;
        chosen.add(key);
        change(key, { options: { ...intake.options, ...options }, startProblem: null, undecided: null });
      },
      async price(key, accountId) {
        const intake = find(key);
        if (!intake?.listId || !intake.preflight) return;
        const turn = (asked.get(key) ?? 0) + 1;
        asked.set(key, turn);
        unpriced.add(key);
        queueMicrotask(sayPricing);
        const isFirst = chosen.delete(key);
        let begins = false;
        const ask = async () => {
          begins = await askPrice(key, accountId, turn);
        };
        try {
          await turns.take(key, ask, isFirst);
        } catch {
          // Whatever it was, the list says that it has no price, and can be tried again.
          answer(key, turn, { price: null, pricedFor: null, priceProblem: problem("internal") });
        }
        if (!begins) return;
        change(key, { byItself: true });
        await agree(key, accountId, false);
      },
      renew: (key, accountId) => renewals.note(key, accountId),
      async start(key, accountId, waitForCredits = false, byKey = false) {
        if (!byKey && now() - startedAt < DOUBLE_CLICK_MS) return null;
        return agree(key, accountId, waitForCredits);
      },
      async cancel(key) {
        const intake = find(key);
        if (intake?.listId) await bridge.call("lists.cancel", { listId: intake.listId });
        else drop(key);
      },
      async discard(key) {
        const intake = find(key);
        drop(key);
        if (intake?.listId) await bridge.call("lists.discard", { listId: intake.listId });
      },
    };
  });
}
