import { createStore } from "zustand/vanilla";
import type { Bridge } from "../bridge.ts";
import { createDomainLooks, createReading } from "./intake/list-reading.ts";
import { createOpenLists, type Intake, type IntakeOptions, type IntakeState } from "./intake/open-lists.ts";
import { createPriceRequests } from "./intake/price-requests.ts";
import { createStarting } from "./intake/starting.ts";

export type { ImportResult, Intake, IntakeState } from "./intake/open-lists.ts";

const ALWAYS_ASKING: IntakeOptions = {
  startLimit: () => ({ accountId: null, underCredits: 0 }),
  looksUpDomains: () => false,
  onStarted: () => {},
  now: () => performance.now(),
};

export function createIntakeStore(bridge: Bridge, options: IntakeOptions = ALWAYS_ASKING) {
  return createStore<IntakeState>()((set, get) => {
    const lists = createOpenLists(get, set);
    const context = { ...options, bridge, lists };
    const { find, change, drop, fresh } = lists;
    const pricing = createPriceRequests(context, async (key, accountId) => {
      change(key, { isAutoStarted: true });
      await starting.agree(key, accountId);
    });
    const domains = createDomainLooks(context, (key, corrections) => get().correct(key, corrections));
    const reading = createReading(context, pricing.ask, domains.ask);
    const starting = createStarting(context, pricing, (key) => get().refresh(key));

    return {
      intakes: [],
      receiving: [],
      imported: [],
      resumed: false,
      receive: (names) => set({ receiving: names }),
      add: (sources, { showsPrice = false } = {}) => reading.add(sources, showsPrice),
      async reopen(listId) {
        const found = await bridge.call("lists.preflight", { listId });
        if (!found.ok) return found.problem;
        const preflight = found.value;
        const intake = {
          ...fresh(preflight.name, lists.nextDrop("again")),
          listId,
          preflight,
          reading: null,
        };
        set({ intakes: [intake, ...get().intakes.filter((one) => one.listId !== listId)] });
        return null;
      },
      async resume() {
        if (get().resumed) return;
        set({ resumed: true });
        const found = await bridge.call("lists.unfinished", {});
        if (!found.ok) return set({ resumed: false });
        const here = new Set(get().intakes.map((one) => one.listId));
        const left = found.value.lists.filter(({ listId }) => !here.has(listId));
        const taken = left.map(({ listId, name, options, preflight }) => ({
          ...fresh(name, lists.nextDrop("resumed")),
          listId,
          readOptions: options,
          preflight,
          reading: null,
        }));
        set({ intakes: [...get().intakes, ...taken] });
        for (const one of taken) if (one.preflight === null) void get().read(one.key, one.readOptions);
      },
      begun(listId) {
        // A list that is cleaned again is already settled and stays open.
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
        const intake = { ...fresh(name, lists.nextDrop("merged")), listId };
        set({ intakes: [intake, ...get().intakes] });
        await get().read(intake.key, options);
        // If reading failed, the original lists are still needed.
        if (find(intake.key)?.preflight) await Promise.all(merged.map((one) => get().discard(one.key)));
        return null;
      },
      async read(key, options) {
        change(key, { autoStartLimit: null, domains: { kind: "not_asked" } });
        await reading.readAs(key, options);
      },
      async refresh(key) {
        const { listId, startProblem } = find(key) ?? {};
        if (!listId) return;
        // Keep showing that a start was refused because of this change.
        const refused = startProblem?.code === "list_changed" ? startProblem : null;
        // No start is possible until repriced: the old price was for the previous content.
        change(key, {
          price: null,
          startProblem: refused,
          autoStartLimit: null,
          domains: { kind: "not_asked" },
        });
        const found = await bridge.call("lists.preflight", { listId });
        if (found.ok) change(key, { preflight: found.value });
      },
      progress(listId, read) {
        const intake = get().intakes.find((one) => one.listId === listId && one.reading !== null);
        if (intake) change(intake.key, { reading: read });
      },
      async correct(key, corrections) {
        const { listId } = find(key) ?? {};
        if (!listId) return null;
        change(key, { correcting: true });
        const done = await bridge.call("lists.acceptTypos", { listId, ...corrections });
        if (done.ok) await get().refresh(key);
        change(key, { correcting: false });
        return done.ok ? null : done.problem;
      },
      lookUpDomains: domains.ask,
      domainsProgress: domains.progress,
      correctDeadTypos: domains.correctTypos,
      choose(key, options) {
        const intake = find(key);
        if (!intake) return;
        change(key, { options: { ...intake.options, ...options }, startProblem: null, autoStartLimit: null });
      },
      price: pricing.ask,
      refreshPrice: pricing.renew,
      async start(key, accountId, { byKey = false, ...how } = {}) {
        return !byKey && starting.isSecondClick() ? null : starting.agree(key, accountId, how);
      },
      startAll: (keys, accountId) => starting.agreeToAll(keys, accountId),
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
      showImported: (result) =>
        set({ imported: [result, ...get().imported.filter(({ id }) => id !== result.id)] }),
      hideImported: (hidden) => set({ imported: get().imported.filter(({ id }) => id !== hidden) }),
    };
  });
}
