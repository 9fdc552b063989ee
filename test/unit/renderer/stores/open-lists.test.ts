import { describe, expect, it } from "vitest";
import { asksForPurpose, canBePriced } from "../../../../renderer/stores/intake/open-lists.ts";
import { createIntakeStore, type Intake, type IntakeState } from "../../../../renderer/stores/intake.ts";
import type { DomainLookup } from "../../../../shared/bridge/domains.ts";
import type { ListSource, ReadQuestion } from "../../../../shared/bridge/lists.ts";
import type { CallName } from "../../../../shared/bridge.ts";
import type { Problem } from "../../../../shared/problems.ts";
import { ok } from "../../../../shared/result.ts";
import { preflight, price } from "../../../fixtures/page.ts";
import { deferredReplies, fakeBridge, type Replies, refused } from "../../../support/fake-bridge.ts";

const TEXT: ListSource = { kind: "text", name: "pasted", text: "a@b.example" };

/** Opens and reads two lists: `l-1`, and above it `l-2`, which must stay unchanged. */
async function twoLists(replies: Replies = {}, seed: Partial<Intake> = {}) {
  let opened = 0;
  let isReady = false;
  const { bridge, asked } = fakeBridge({
    ...replies,
    "lists.open": () => ok({ listId: `l-${++opened}`, name: `${opened}.csv` }),
    "lists.read": (input) =>
      isReady
        ? (replies["lists.read"]?.(input) ?? { ok: false, problem: refused })
        : ok(preflight({ listId: input.listId })),
  });
  const store = createIntakeStore(bridge);
  for (const source of [TEXT, TEXT]) await store.getState().add([source]);
  const [other, one] = store.getState().intakes;
  if (!one || !other) throw new Error("the lists were not opened");
  const list: Intake = { ...one, autoStartLimit: null, ...seed };
  store.setState({ intakes: [other, list] });
  asked.length = 0;
  isReady = true;
  return { store, asked, list, other, state: store.getState() };
}

const found: DomainLookup = {
  ...{ domains: 1, unclear: 0, noLook: null, deadDomains: 1, deadAddresses: 1, dead: [] },
  deadTypos: ["a@typo.example"],
};
const changed: Problem = { ...refused, code: "list_changed" };
const rereadPreflight = preflight({ revision: 2 });
const looked = { kind: "looked", found } as const;
const looking = { kind: "looking", done: 1, total: 3 } as const;
const domains = { kind: "not_asked" } as const;
const initial = { price: price(), domains: looked, autoStartLimit: { accountId: "a", underCredits: 1 } };
const reset = { price: null, domains, autoStartLimit: null };
const corrected = { ...reset, preflight: rereadPreflight };
const reading = { bytesRead: 5, bytesTotal: 9, rows: 2 };
const more = { ...reading, rows: 3 };
const failed = { kind: "failed", problem: refused } as const;
const limited = { reuseKnown: true, suppress: true, limit: 5 };
const reread = { ...reset, readOptions: { column: 1 }, problem: refused };

type Act = (at: IntakeState, key: string) => unknown;
const progress: Act = (at) => at.progress("l-1", more);
const lookedAt: Act = (at) => at.domainsProgress("l-1", { done: 2, total: 3 });
const lookUp: Act = (at, key) => at.lookUpDomains(key);
const correct: Act = (at, key) => at.correctDeadTypos(key);
const refresh: Act = (at, key) => at.refresh(key);
const begun: Act = (at) => at.begun("l-1");
const ask: Act = (at, key) => at.price(key, "a");
const cancel: Act = (at, key) => at.cancel(key);
const close: Act = (at, key) => at.discard(key);

// Name, initial state, action, expected calls, expected changes (`null` if the list is closed), returned value.
it.each<[string, Partial<Intake>, Act, CallName[], Partial<Intake> | null, unknown?]>([
  ["progress of a reading", { reading }, progress, [], { reading: more }],
  ["progress of a look-up", { domains: looking }, lookedAt, [], { domains: { ...looking, done: 2 } }],
  ["a look-up", {}, lookUp, ["domains.look"], { domains: looked }],
  ["a refused look-up", {}, lookUp, ["domains.look"], { domains: failed }],
  ["a second look-up", { domains: looking }, lookUp, [], {}],
  ["a correction of dead typos", initial, correct, ["lists.acceptTypos", "lists.preflight"], corrected, null],
  ["a refused correction of dead typos", initial, correct, ["lists.acceptTypos"], {}, refused],
  [
    "a correction",
    { ...initial, startProblem: refused },
    refresh,
    ["lists.preflight"],
    { ...corrected, startProblem: null },
  ],
  ["a refused correction", initial, refresh, ["lists.preflight"], reset],
  [
    "a choice",
    { startProblem: refused },
    (at, key) => at.choose(key, { limit: 5 }),
    [],
    { options: limited, startProblem: null },
  ],
  ["a refused reading", initial, (at, key) => at.read(key, { column: 1 }), ["lists.read"], reread],
  ["a price before it is read", { preflight: null }, ask, [], {}],
  ["a cleaning of it", {}, begun, [], null],
  ["a cleaning that is being started here", { starting: true }, begun, [], {}],
  ["a second cleaning of it", { preflight: preflight({ settled: true }) }, begun, [], {}],
  ["cancelling", {}, cancel, ["lists.cancel"], {}],
  ["closing", {}, close, ["lists.discard"], null],
  ["a refused second cleaning", {}, (at) => at.reopen("l-1"), ["lists.preflight"], {}, refused],
  ["a refused merge", {}, (at, key) => at.merge([key], "m", "last"), ["lists.merge"], {}, refused],
])("%s changes only the fields that it concerns", async (name, seed, act, asked, patch, answer) => {
  const replies: Replies = {
    "domains.look": () => ok(found),
    "lists.acceptTypos": ({ addresses, accept }) =>
      accept && addresses === found.deadTypos ? ok({}) : { ok: false, problem: changed },
    "lists.preflight": () => ok(rereadPreflight),
  };
  const at = await twoLists(name.includes("refused") ? {} : replies, seed);
  expect(await act(at.state, at.list.key)).toEqual(answer);
  expect(at.asked.map(([call]) => call)).toEqual(asked);
  const ofMerge = { listIds: ["l-1"], name: "m", sourceColumn: "last" };
  for (const [call, input] of at.asked)
    expect(input).toMatchObject(call === "lists.merge" ? ofMerge : { listId: "l-1" });
  const after = patch === null ? [at.other] : [at.other, { ...at.list, ...patch }];
  expect(at.store.getState()).toEqual({ ...at.state, intakes: after });
});

it("a list that is cleaned again replaces its earlier entry and moves to the top", async () => {
  const settled = preflight({ name: "again.csv", settled: true });
  const { store, other, list, state } = await twoLists({ "lists.preflight": () => ok(settled) });
  expect(await state.reopen("l-1")).toBeNull();
  const again = { ...list, key: "intake-3", drop: "again-3", name: "again.csv", preflight: settled };
  expect(store.getState().intakes).toEqual([again, other]);
});

it.each([true, false])(
  "merging closes the merged lists only if the new list is read (%s)",
  async (isRead) => {
    const made = { listId: "l-3", name: "m", options: { delimiter: "^" } };
    const { store, asked, list, other, state } = await twoLists({
      "lists.merge": () => ok(made),
      ...(isRead && { "lists.read": () => ok(rereadPreflight) }),
    });
    expect(await state.merge([list.key], "m", null)).toBeNull();
    const { intakes } = store.getState();
    expect(intakes.slice(1)).toEqual(isRead ? [other] : [other, list]);
    expect(intakes[0]).toMatchObject({
      listId: "l-3",
      drop: "merged-3",
      preflight: isRead ? rereadPreflight : null,
    });
    expect(asked.slice(1)).toEqual([
      ["lists.read", { listId: "l-3", options: made.options }],
      ...(isRead ? [["lists.discard", { listId: "l-1" }]] : []),
    ]);
  },
);

it("unfinished lists are requested until there is a response, and no list is shown twice", async () => {
  const left = { listId: "l-9", name: "9.csv", options: { column: 1 }, preflight: null };
  const lists = [{ ...left, listId: "l-1", name: "1.csv", preflight: preflight() }, left];
  const replies: Replies = {};
  const { bridge, asked } = fakeBridge(replies);
  const { getState } = createIntakeStore(bridge);
  await getState().resume();
  replies["lists.open"] = () => ok({ listId: "l-8", name: "8.csv" });
  await getState().add([TEXT]);
  asked.length = 0;
  replies["lists.unfinished"] = () => ok({ lists: [...lists, { ...left, listId: "l-8" }] });
  for (let times = 0; times < 2; times++) await getState().resume();
  expect(getState().intakes).toMatchObject([
    { listId: "l-8", drop: "drop-1" },
    { listId: "l-1", drop: "resumed-2", readOptions: { column: 1 }, preflight: preflight() },
    { listId: "l-9", readOptions: { column: 1 } },
  ]);
  expect(asked.slice(1)).toEqual([["lists.read", { listId: "l-9", options: { column: 1 } }]]);
  // Opening the same file again returns the id of the list that is already shown.
  const opened = deferredReplies<unknown, { listId: string; name: string }>();
  replies["lists.open"] = opened.reply;
  replies["lists.read"] = () => ok(preflight());
  const adding = getState().add([
    { kind: "path", path: "C:\\lists\\1.csv" },
    TEXT,
    { kind: "path", path: "/" },
  ]);
  getState().receive(["2.csv"]);
  expect(getState().intakes.map(({ name }) => name)).toEqual([
    "1.csv",
    "pasted",
    "/",
    "8.csv",
    "1.csv",
    "9.csv",
  ]);
  opened.open[0]?.answer(ok({ listId: "l-1", name: "1.csv" }));
  for (const one of opened.open.slice(1)) one.answer({ ok: false, problem: refused });
  expect(await adding).toBe(false);
  expect(getState().intakes.map(({ name, problem }) => [name, problem])).toEqual(
    ["1.csv", "pasted", "/", "8.csv", "9.csv"].map((name) => [name, name === "1.csv" ? null : refused]),
  );
  expect(getState().receiving).toEqual(["2.csv"]);
});

describe("a preflight", () => {
  const results: ReadQuestion = { kind: "results", assumed: "list", looked: 1, verdicts: 1, sources: [] };
  const sheet: ReadQuestion = { kind: "sheet", assumed: "a", alternatives: [] };
  const encoding = (changes: "addresses" | "other_cells"): ReadQuestion => ({
    kind: "encoding",
    assumed: "utf-8",
    changes,
    alternatives: [],
  });
  it.each<[Parameters<typeof preflight>[0], boolean, boolean]>([
    [{}, false, true],
    [{ addressColumn: null }, false, false],
    [{ questions: [sheet] }, false, false],
    [{ questions: [sheet], settled: true }, false, true],
    [{ questions: [encoding("other_cells")] }, false, true],
    [{ questions: [encoding("addresses")] }, false, false],
    [{ questions: [sheet, results] }, true, false],
    [{ questions: [results], settled: true }, false, true],
  ])("%j asks what the file is for (%s) and can be priced (%s)", (changes, asks, clear) => {
    const read = preflight(changes);
    expect([asksForPurpose(read), canBePriced(read)]).toEqual([asks, clear]);
  });
});
