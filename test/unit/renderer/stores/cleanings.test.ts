import { describe, expect, it } from "vitest";
import type { Bridge } from "../../../../renderer/bridge.ts";
import { createCleaningsStore, newestCleanings } from "../../../../renderer/stores/cleanings.ts";
import type { Cleaning } from "../../../../shared/bridge/cleanings.ts";
import { problem } from "../../../../shared/problems.ts";
import { fail, ok } from "../../../../shared/result.ts";
import { cleaning } from "../../../fixtures/cleaning.ts";

const uploading = cleaning({ state: "running", stage: "uploading", revision: 1 });
const waiting = cleaning({ state: "waiting", waiting: { for: "credits", since: 0 }, revision: 7 });

/** Creates a bridge that returns `told` from every call, although later events have overtaken it. */
function staleBridge(told: Cleaning): Bridge {
  const call = async (name: string) => ok(name === "cleanings.list" ? { total: 1, cleanings: [told] } : told);
  return { call } as unknown as Bridge;
}

it("orders lists by age, without those in the bin", () => {
  const old = cleaning({ createdAt: 1 });
  const fresh = cleaning({ createdAt: 3 });
  expect(newestCleanings({ old, binned: cleaning({ createdAt: 2, deletedAt: 5 }), fresh })).toEqual([
    fresh,
    old,
  ]);
});

describe("a stale response", () => {
  const ways: [string, (store: ReturnType<typeof createCleaningsStore>) => unknown][] = [
    ["to a start", (store) => store.getState().put(uploading)],
    ["with the list of all", (store) => store.getState().load()],
  ];
  it.each(ways)("%s changes nothing on the card", async (_name, answer) => {
    const store = createCleaningsStore(staleBridge(uploading));
    store.getState().put(waiting);
    await answer(store);
    expect(store.getState().byId.c1).toBe(waiting);
  });
});

describe("a click that agrees to a price", () => {
  it("is ignored right after another card moved under the pointer, and works again later", async () => {
    const clock = { now: 10_000 };
    const agreed: string[] = [];
    const bridge = {
      async call(_name: string, { cleaningId }: { cleaningId: string }) {
        agreed.push(cleaningId);
        return ok(cleaning({ id: cleaningId }));
      },
    } as unknown as Bridge;
    const { getState } = createCleaningsStore(bridge, () => clock.now);
    const moves = [() => getState().watch("c2"), () => getState().dismiss("c2")];
    getState().watch("c1");
    await getState().act("c1", "start", 60);
    expect(agreed).toEqual(["c1"]);
    for (const move of moves) {
      agreed.length = 0;
      move();
      clock.now += 300;
      await getState().act("c1", "start", 60);
      expect(agreed).toEqual([]);
      await getState().act("c1", "cancel");
      expect(agreed).toEqual(["c1"]);
      clock.now += 300;
      await getState().act("c1", "start", 60);
      expect(agreed).toEqual(["c1", "c1"]);
    }
  });
});

describe("a reload after missed events", () => {
  /** Fakes an engine that knows these cleanings, newest first, and lists at most `limit` of them. */
  function engineOf(known: Map<string, Cleaning>, limit = 100) {
    const gets: string[] = [];
    const call = async (name: string, input: { cleaningId: string }) => {
      if (name === "cleanings.list") {
        const here = [...known.values()].filter((one) => one.deletedAt === null);
        return ok({ total: here.length, cleanings: here.slice(0, limit) });
      }
      gets.push(input.cleaningId);
      const one = known.get(input.cleaningId);
      return one === undefined ? fail(problem("cleaning_unknown", { cleaning: input.cleaningId })) : ok(one);
    };
    return { gets, bridge: { call } as unknown as Bridge };
  }
  const four = () =>
    new Map(["here", "binned", "erased", "old"].map((id) => [id, cleaning({ id, revision: 1 })]));

  it("removes the cards of cleanings that were deleted or erased in the meantime", async () => {
    const known = four();
    const { bridge } = engineOf(known);
    const { getState } = createCleaningsStore(bridge);
    await getState().load();
    known.set("binned", cleaning({ id: "binned", revision: 2, deletedAt: 5 }));
    known.delete("erased");
    await getState().load();
    const { byId, watched } = getState();
    expect(byId.binned?.deletedAt).toBe(5);
    expect(byId.erased).toBeUndefined();
    expect(watched).toEqual(["here", "binned", "old"]);
    expect(byId.here).toBeDefined();
  });
});

describe("a card", () => {
  const refused = problem("internal");
  const renamed = cleaning({ name: "renamed.csv", state: "done" });
  type State = ReturnType<ReturnType<typeof createCleaningsStore>["getState"]>;
  it.each<[string, (state: State) => unknown, unknown, Partial<State>]>([
    [
      "updated",
      (state) => state.update("c1", { name: "renamed.csv" }),
      ok(renamed),
      { byId: { c1: renamed } },
    ],
    ["restored", (state) => state.restore("c1"), ok(renamed), { byId: { c1: renamed } }],
    ["fetched", (state) => state.fetch("c1"), ok(renamed), { byId: { c1: renamed } }],
    ["erased", (state) => state.erase("c1"), ok({}), { watched: ["c2"], erasedIds: new Set(["c1"]) }],
    [
      "not erased",
      (state) => state.erase("c1"),
      fail(refused),
      { watched: ["c2", "c1"], erasedIds: new Set() },
    ],
    ["listed", (state) => state.load(), ok({ cleanings: [renamed] }), { loaded: true, problem: null }],
  ])("is %s", async (_name, act, answer, expected) => {
    const { getState } = createCleaningsStore({ call: async () => answer } as unknown as Bridge);
    for (const id of ["c1", "c2"]) getState().put({ ...uploading, id });
    await act(getState());
    expect(getState()).toMatchObject(expected);
  });

  it.each([
    ["running", null, ["c1"]],
    ["done", null, []],
    ["running", 5, []],
  ] as const)(
    "of a cleaning that is %s (deleted at %s) is shown after startup: %j",
    async (state, deletedAt, shown) => {
      const { getState } = createCleaningsStore(staleBridge(cleaning({ state, deletedAt })));
      await getState().load();
      expect(getState().watched).toEqual(shown);
    },
  );

  it("does not come back with a late event once its cleaning is erased", () => {
    const { getState } = createCleaningsStore(staleBridge(uploading));
    getState().put(uploading);
    getState().erased("c1");
    getState().put(waiting);
    expect(getState()).toMatchObject({ byId: {}, watched: [] });
    expect(getState().byId.c1).toBeUndefined();
  });
});
