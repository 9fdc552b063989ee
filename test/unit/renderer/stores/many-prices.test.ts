import { expect, it } from "vitest";
import type { Bridge } from "../../../../renderer/bridge.ts";
import { createIntakeStore } from "../../../../renderer/stores/intake.ts";
import { problem } from "../../../../shared/problems.ts";
import { fail, ok } from "../../../../shared/result.ts";

const LISTS = 60;
const MOST_AT_ONCE = 3;
const tick = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Sixty lists that have been read, over a bridge whose prices the test gives out by hand. */
async function sixty() {
  const waiting: { listId: string; answer: (value: unknown) => void }[] = [];
  let opened = 0;
  const bridge = {
    async call(name: string, input: { listId: string }) {
      if (name === "lists.open") return ok({ listId: `l-${opened++}`, name: "contacts.csv" });
      if (name === "lists.read") return ok({ listId: input.listId, addressColumn: 0, unique: 5 });
      if (name !== "cleanings.price") return fail(problem("internal"));
      return new Promise((answer) => waiting.push({ listId: input.listId, answer }));
    },
  } as unknown as Bridge;
  const store = createIntakeStore(bridge);
  await store.getState().add(Array.from({ length: LISTS }, () => ({ kind: "sample" as const })));
  const keys = store.getState().intakes.map(({ key }) => key);
  const priceAll = () => keys.map((key) => store.getState().price(key, "a-1"));
  return { store, waiting, priceAll };
}

it("sixty prices are requested a few at a time, each once, and each list gets its own", async () => {
  const { store, waiting, priceAll } = await sixty();
  const all = Promise.all(priceAll());
  const asked: string[] = [];
  await tick();
  for (let answered = 0; answered < LISTS; answered++) {
    expect(waiting.length).toBeLessThanOrEqual(MOST_AT_ONCE);
    const one = waiting.shift();
    asked.push(one?.listId ?? "");
    one?.answer(ok({ credits: 5, available: 10, of: one.listId }));
    await tick();
  }
  await all;
  expect(new Set(asked).size).toBe(LISTS);
  for (const one of store.getState().intakes)
    expect(one).toMatchObject({ pricing: false, priceProblem: null, price: { of: one.listId } });
});
