import { describe, expect, it } from "vitest";
import type { Bridge } from "../../../../renderer/bridge.ts";
import { type StartLimit, startsAutomatically } from "../../../../renderer/stores/intake/open-lists.ts";
import { createIntakeStore } from "../../../../renderer/stores/intake.ts";
import type { Price } from "../../../../shared/bridge/cleanings.ts";
import { problem } from "../../../../shared/problems.ts";
import { fail, ok } from "../../../../shared/result.ts";

const PRICE = { credits: 60, available: 1_000, balance: 1_000, promised: 0 };
const PREFLIGHT = { addressColumn: 0, unique: 60, questions: [] };

/** Creates a page with account `a` in use that starts lists of up to 100 credits automatically. */
function createPage(more: Record<string, (input: never) => unknown> = {}) {
  const started: { accountId: string; agreedCredits: number }[] = [];
  const startLimit = { accountId: "a" as string | null, underCredits: 100 };
  const began: unknown[] = [];
  let lists = 0;
  const answers: Record<string, (input: never) => unknown> = {
    "lists.open": () => ok({ listId: `l-${++lists}`, name: "contacts.csv" }),
    "lists.read": () => ok(PREFLIGHT),
    "lists.preflight": () => ok(PREFLIGHT),
    "lists.discard": () => ok({}),
    "lists.merge": () =>
      ok({ listId: "l-merged", name: "both.csv", options: { column: 0, hasHeader: true } }),
    "cleanings.price": () => ok(PRICE),
    "cleanings.start": (input: { accountId: string; agreedCredits: number }) => {
      started.push({ accountId: input.accountId, agreedCredits: input.agreedCredits });
      return ok({ id: `c-${started.length}` });
    },
    ...more,
  };
  const bridge = {
    call: async (name: string, input: never) => answers[name]?.(input) ?? fail(problem("internal")),
  } as unknown as Bridge;
  const clock = { now: 0 };
  const store = createIntakeStore(bridge, {
    looksUpDomains: () => false,
    startLimit: () => startLimit,
    onStarted: (cleaning) => began.push(cleaning),
    now: () => clock.now,
  });
  const drop = async (files = 1) => {
    await store.getState().add(Array.from({ length: files }, () => ({ kind: "sample" as const })));
    return store.getState().intakes[0]?.key ?? "";
  };
  return { store, startLimit, started, began, drop, clock, ask: () => store.getState() };
}

describe("a new list", () => {
  it("starts automatically at its first price if the price is within the limit", async () => {
    const { started, began, drop, ask } = createPage();
    await drop();
    expect(started).toEqual([{ accountId: "a", agreedCredits: 60 }]);
    expect(began).toEqual([{ id: "c-1" }]);
    expect(ask().intakes).toEqual([]);
  });
});

describe("the automatic start of a list", () => {
  it.each([
    ["no limit was chosen", { underCredits: 0 }],
    ["the price is over the limit", { underCredits: 59 }],
  ])("does not happen when %s", async (_why, differs) => {
    const at = createPage();
    Object.assign(at.startLimit, differs);
    const key = await at.drop();
    Object.assign(at.startLimit, { accountId: "a", underCredits: 1_000 });
    await at.ask().price(key, "a");
    expect(at.started).toEqual([]);
  });

  const limit = { accountId: "a" as string | null, underCredits: 60 };
  const covered = { ...PRICE, available: 60 as number | null, perhapsPaid: 0 } as Price;
  it.each<[boolean, string, Partial<Price>, Partial<StartLimit>, Partial<StartLimit>]>([
    [true, "nothing is in the way", {}, {}, {}],
    [false, "its addresses may have been paid for", { perhapsPaid: 1 }, {}, {}],
    [false, "the balance is unknown", { available: null }, {}, {}],
    [false, "the balance is too low", { available: 59 }, {}, {}],
    [false, "it costs nothing", { credits: 0 }, {}, {}],
    [false, "another account was in use before", {}, { accountId: "b" }, {}],
    [false, "another account is in use now", {}, {}, { accountId: "b" }],
    [false, "the limit is lower now", {}, {}, { underCredits: 59 }],
  ])("happens (%s) when %s", (starts, _why, price, then, now) => {
    const given = [
      { ...limit, ...then },
      { ...limit, ...now },
    ] as const;
    expect(startsAutomatically({ ...covered, ...price }, "a", ...given)).toBe(starts);
  });

  it("does not happen after the user changed the list's options, reading or corrections", async () => {
    const dear = { ...PRICE, credits: 800 };
    const cheap = { ...PRICE, credits: 5 };
    const byHand = [
      (at: ReturnType<typeof createPage>, key: string) => at.ask().choose(key, { limit: 5 }),
      (at: ReturnType<typeof createPage>, key: string) => at.ask().read(key, {}),
      (at: ReturnType<typeof createPage>, key: string) => at.ask().read(key, { column: 1 }),
      (at: ReturnType<typeof createPage>, key: string) => at.ask().refresh(key),
    ];
    for (const change of byHand) {
      let price = dear;
      const at = createPage({ "cleanings.price": () => ok(price) });
      const key = await at.drop();
      price = cheap;
      await change(at, key);
      await at.ask().price(key, "a");
      expect(at.started).toEqual([]);
    }
  });

  it("does not happen while the list has open questions or after they are answered", async () => {
    const asking = { ...PREFLIGHT, questions: [{ kind: "header" }] };
    const { started, drop, ask } = createPage({
      "lists.read": ({ options }: { options: object }) =>
        ok(Object.keys(options).length === 0 ? asking : PREFLIGHT),
    });
    const key = await drop();
    await ask().read(key, { hasHeader: true });
    await ask().price(key, "a");
    expect(started).toEqual([]);
  });

  it("does not happen if the list was added with others, even after those are closed or merged", async () => {
    const { started, drop, ask, clock } = createPage();
    const key = await drop(2);
    const [, other] = ask().intakes;
    clock.now = 10_000;
    await ask().discard(other?.key ?? "");
    await ask().price(key, "a");
    expect(started).toEqual([]);
    await drop(2);
    await ask().merge(
      ask().intakes.map((one) => one.key),
      "merged",
      null,
    );
    await ask().price(ask().intakes[0]?.key ?? "", "a");
    expect(started).toEqual([]);
  });

  it("does not happen if the list is cleaned a second time or its price must be shown first", async () => {
    const { started, ask } = createPage();
    await ask().reopen("l-9");
    await ask().price(ask().intakes[0]?.key ?? "", "a");
    await ask().add([{ kind: "sample" }], { showsPrice: true });
    await ask().price(ask().intakes[0]?.key ?? "", "a");
    expect(started).toEqual([]);
  });
});

describe("agreeing to a price", () => {
  const createPageWithoutAutoStart = async () => {
    const at = createPage();
    at.startLimit.underCredits = 0;
    return { ...at, key: await at.drop() };
  };

  it("does nothing while a new price is being requested", async () => {
    const { started, ask, key } = await createPageWithoutAutoStart();
    await ask().price(key, "a");
    const asking = ask().price(key, "a");
    expect(await ask().start(key, "a")).toBeNull();
    await asking;
    expect(started).toEqual([]);
  });

  it("ignores the second click of a double click once the next list has moved into place", async () => {
    const { started, ask, drop, key, clock } = await createPageWithoutAutoStart();
    const other = await drop();
    for (const one of [key, other]) await ask().price(one, "a");
    await ask().start(key, "a");
    clock.now += 300;
    expect(await ask().start(other, "a")).toBeNull();
    expect(started).toHaveLength(1);
    clock.now += 300;
    await ask().start(other, "a");
    expect(started).toHaveLength(2);
  });
});
