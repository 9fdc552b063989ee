import { describe, expect, it } from "vitest";
import type { Bridge } from "../../../../renderer/bridge.ts";
import { createIntakeStore } from "../../../../renderer/stores/intake.ts";
import { hostGone } from "../../../../renderer/words/common.ts";
import { problem } from "../../../../shared/problems.ts";
import { fail, ok, type Result } from "../../../../shared/result.ts";

type Answers = Record<string, (input: never) => unknown>;

function bridgeAnswering(answers: Answers) {
  const calls: { name: string; input: unknown }[] = [];
  const bridge = {
    async call(name: string, input: never) {
      calls.push({ name, input });
      return answers[name]?.(input) ?? fail(problem("internal"));
    },
  } as unknown as Bridge;
  return { bridge, calls };
}

const preflight = { listId: "l-1", addressColumn: 0, unique: 3 };
const opened = () => ok({ listId: "l-1", name: "contacts.csv" });

async function withList(answers: Answers) {
  const { bridge, calls } = bridgeAnswering({
    "lists.open": opened,
    "lists.read": () => ok(preflight),
    ...answers,
  });
  const store = createIntakeStore(bridge);
  await store.getState().add([{ kind: "sample" }]);
  const first = () => store.getState().intakes[0];
  return { store, calls, first, key: first()?.key ?? "" };
}

describe("an intake", () => {
  it("is kept with its problem if the file cannot be read", async () => {
    const { first } = await withList({ "lists.read": () => fail(problem("file_empty", { name: "a" })) });
    expect(first()).toMatchObject({ reading: null, problem: { code: "file_empty" } });
  });

  it("disappears when its first reading is cancelled", async () => {
    const { store } = await withList({ "lists.read": () => fail(problem("cancelled")) });
    expect(store.getState().intakes).toEqual([]);
  });

  it("starts once when the button is pressed twice", async () => {
    const { store, calls, key } = await withList({
      "cleanings.price": () => ok({ credits: 3, available: 10 }),
      "cleanings.start": () => ok({ id: "c-1" }),
    });
    await store.getState().price(key, "a-1");
    await Promise.all([store.getState().start(key, "a-1"), store.getState().start(key, "a-1")]);
    expect(calls.filter((call) => call.name === "cleanings.start")).toHaveLength(1);
  });

  it("keeps the reason for a refused start when it is priced again", async () => {
    const { store, key, first } = await withList({
      "cleanings.price": () => ok({ credits: 3, available: 200 }),
      "cleanings.start": () => fail(problem("disk_full", { path: "/data" })),
    });
    await store.getState().price(key, "a-1");
    await store.getState().start(key, "a-1");
    await store.getState().price(key, "a-1");
    expect(first()?.startProblem?.code).toBe("disk_full");
  });

  it.each([
    ["price_changed", "cleanings.price"],
    ["list_changed", "lists.preflight"],
  ] as const)(
    "that was refused with %s calls %s again and shows the refusal without starting",
    async (code, again) => {
      let credits = 3;
      const { store, calls, first, key } = await withList({
        "cleanings.price": () => ok({ credits, available: 10 }),
        "cleanings.start": () => fail({ code, title: "", detail: "" }),
      });
      await store.getState().price(key, "a-1");
      credits = 5;
      expect(await store.getState().start(key, "a-1")).toBeNull();
      expect(calls.at(-1)?.name).toBe(again);
      expect(first()).toMatchObject({ starting: false, startProblem: { code } });
      if (again === "cleanings.price") expect(first()?.price?.credits).toBe(5);
      // The second click of a double click does not agree to a price that has just risen.
      if (code === "price_changed") {
        await store.getState().start(key, "a-1");
        expect(calls.filter(({ name }) => name === "cleanings.start")).toHaveLength(1);
      }
    },
  );

  it("is not started while corrections are accepted, nor at the price before them", async () => {
    let end = (_: Result<object>) => {};
    const accepting = new Promise<Result<object>>((resolve) => {
      end = resolve;
    });
    const { store, calls, first, key } = await withList({
      "cleanings.price": () => ok({ credits: 3, available: 10 }),
      "lists.acceptTypos": () => accepting,
    });
    await store.getState().price(key, "a-1");
    const accepted = store.getState().correct(key, { addresses: [], meant: "all", accept: true });
    await store.getState().price(key, "a-1");
    expect(await store.getState().start(key, "a-1")).toBeNull();
    end(ok({}));
    expect(await accepted).toBeNull();
    expect(first()).toMatchObject({ correcting: false, price: null });
    expect(await store.getState().start(key, "a-1")).toBeNull();
    expect(calls.map(({ name }) => name)).not.toContain("cleanings.start");
  });

  it("is not started at a price of another account", async () => {
    const { store, calls, key } = await withList({
      "cleanings.price": () => ok({ credits: 3, available: 10 }),
    });
    await store.getState().price(key, "a-1");
    await store.getState().start(key, "a-2");
    expect(calls.map(({ name }) => name)).not.toContain("cleanings.start");
  });

  it("repeats a request with a lost response under the same id, and uses a new id for other options", async () => {
    const { store, calls, key } = await withList({
      "cleanings.price": () => ok({ credits: 3, available: 10 }),
      "cleanings.start": () => fail(hostGone),
    });
    for (const limit of [null, null, 2]) {
      store.getState().choose(key, { limit });
      await store.getState().price(key, "a-1");
      await store.getState().start(key, "a-1");
    }
    const starts = calls.filter(({ name }) => name === "cleanings.start");
    const ids = starts.map(({ input }) => (input as { requestId: string }).requestId);
    expect(ids).toEqual([ids[0], ids[0], expect.not.stringContaining(ids[0] ?? "")]);
  });
});
