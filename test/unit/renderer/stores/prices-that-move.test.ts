import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Bridge } from "../../../../renderer/bridge.ts";
import { createIntakeStore } from "../../../../renderer/stores/intake.ts";
import { hostGone } from "../../../../renderer/words/common.ts";
import { priceChanged } from "../../../../shared/problems/page.ts";
import { problem } from "../../../../shared/problems.ts";
import { fail, ok } from "../../../../shared/result.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

type Store = ReturnType<typeof createIntakeStore>;
const LISTS = 12;
const MAX_AT_ONCE = 3;

/** Creates twelve lists priced at 5 credits on a bridge that returns `service.price` and records its calls. */
async function createTwelveLists() {
  const service = {
    price: ok({ credits: 5, available: 100 }) as unknown,
    start: (_listId: string): unknown => fail(problem("internal")),
    underWay: 0,
    most: 0,
  };
  const asked: string[] = [];
  const started: unknown[] = [];
  const clock = { now: 10_000 };
  let opened = 0;
  const bridge = {
    async call(name: string, input: { listId: string }) {
      if (name === "lists.open") return ok({ listId: `l-${opened++}`, name: "contacts.csv" });
      if (name === "lists.read") return ok({ listId: input.listId, addressColumn: 0, unique: 5 });
      if (name === "cleanings.price") {
        asked.push(input.listId);
        service.most = Math.max(service.most, ++service.underWay);
        // Lets all concurrent requests be counted before the first is answered.
        await null;
        service.underWay -= 1;
        if (service.price instanceof Error) throw service.price;
        return service.price;
      }
      started.push(input);
      return service.start(input.listId);
    },
  } as unknown as Bridge;
  const store = createIntakeStore(bridge, {
    looksUpDomains: () => false,
    startLimit: () => ({ accountId: null, underCredits: 0 }),
    onStarted: () => {},
    now: () => clock.now,
  });
  await store.getState().add(Array.from({ length: LISTS }, () => ({ kind: "sample" as const })));
  const keys = store.getState().intakes.map(({ key }) => key);
  for (const key of keys) void store.getState().price(key, "a");
  await vi.runAllTimersAsync();
  expect([new Set(asked).size, asked.length, service.most]).toEqual([LISTS, LISTS, MAX_AT_ONCE]);
  asked.length = 0;
  service.most = 0;
  const first = () => store.getState().intakes[0];
  const renewAll = () => {
    for (const key of keys) store.getState().refreshPrice(key, "a");
  };
  return { store, service, asked, started, clock, key: keys[0] ?? "", first, renewAll };
}

it("twenty changes of the balance cause one background request per list, one after another", async () => {
  const { store, service, asked, renewAll } = await createTwelveLists();
  const waited: unknown[] = [];
  store.subscribe(({ intakes }) => waited.push(...intakes.filter((one) => one.pricing || !one.price)));
  for (let change = 0; change < 20; change++) renewAll();
  await vi.runAllTimersAsync();
  expect(asked).toHaveLength(LISTS);
  expect(service.most).toBe(1);
  expect(waited).toEqual([]);
});

it("a price that just rose must be shown before it is agreed to; a lower price need not", async () => {
  const { store, service, started, clock, key, first, renewAll } = await createTwelveLists();
  service.price = ok({ credits: 8, available: 100 });
  renewAll();
  await vi.runAllTimersAsync();
  expect(first()).toMatchObject({ price: { credits: 8 }, pricing: false });
  expect(await store.getState().start(key, "a")).toBeNull();
  expect(first()?.startProblem).toMatchObject({
    code: "price_changed",
    ...priceChanged({ shown: 5, now: 8 }),
  });
  expect(started).toEqual([]);
  clock.now += 1_000;
  await store.getState().start(key, "a");
  expect(started).toMatchObject([{ agreedCredits: 8 }]);

  service.price = ok({ credits: 2, available: 100 });
  renewAll();
  await vi.runAllTimersAsync();
  await store.getState().start(key, "a");
  expect(started.at(-1)).toMatchObject({ agreedCredits: 2 });
});

it("a price that the user requests replaces a renewal and can be agreed to at once", async () => {
  const { store, service, asked, started, key, first, renewAll } = await createTwelveLists();
  service.price = ok({ credits: 8, available: 100 });
  renewAll();
  await vi.runAllTimersAsync();
  asked.length = 0;
  store.getState().refreshPrice(key, "a");
  void store.getState().price(key, "a");
  await vi.runAllTimersAsync();
  expect([asked, first()?.price?.credits]).toEqual([["l-0"], 8]);
  await store.getState().start(key, "a");
  expect(started).toMatchObject([{ listId: "l-0", agreedCredits: 8, waitForCredits: false }]);
});

const refused = problem("keychain_locked");
it.each([
  ["removed if renewing it is refused", "refreshPrice", fail(refused), null, refused],
  [
    "kept if Winnow does not respond while it is renewed",
    "refreshPrice",
    fail(hostGone),
    { credits: 5 },
    null,
  ],
  ["kept if renewing it breaks", "refreshPrice", new Error("broken"), { credits: 5 }, null],
] as const)("a shown price is %s", async (_name, how, answer, price, priceProblem) => {
  const { store, service, started, key, first } = await createTwelveLists();
  service.price = answer;
  void store.getState()[how](key, "a");
  await vi.runAllTimersAsync();
  expect(first()).toMatchObject({ price, pricing: false, priceProblem });
  await store.getState().start(key, "a");
  expect(started).toHaveLength(price === null ? 0 : 1);
});

it.each<[string, (at: Store, key: string) => void]>([
  ["other options are chosen", (at, key) => at.getState().choose(key, { limit: 3 })],
  ["a price is requested", (at, key) => void at.getState().price(key, "a")],
  ["the list is started", (at, key) => void at.getState().start(key, "a")],
])("a renewed price is ignored if %s before it arrives", async (_name, act) => {
  const { store, service, key, first } = await createTwelveLists();
  const renewed = Promise.withResolvers<unknown>();
  service.price = renewed.promise;
  service.start = () => new Promise(() => {});
  store.getState().refreshPrice(key, "a");
  await vi.runAllTimersAsync();
  service.price = ok({ credits: 7, available: 100 });
  act(store, key);
  await vi.runAllTimersAsync();
  const before = first()?.price;
  renewed.resolve(ok({ credits: 9, available: 100 }));
  await vi.runAllTimersAsync();
  expect(first()?.price).toEqual(before);
});

it("starting all lists agrees to the current price of each and stops at the first that rose", async () => {
  const { store, service, started } = await createTwelveLists();
  const keys = store.getState().intakes.map(({ key }) => key);
  const prices = [3, 6];
  service.start = () => {
    service.price = ok({ credits: prices.shift() ?? 0, available: 100 });
    return ok({ id: "c", state: "running" });
  };
  const all = store.getState().startAll(keys, "a");
  await vi.runAllTimersAsync();
  await all;
  expect(started).toMatchObject([{ agreedCredits: 5 }, { agreedCredits: 3 }]);
  expect(store.getState().intakes).toHaveLength(LISTS - 2);
  expect(store.getState().intakes[0]).toMatchObject({
    price: { credits: 6 },
    startProblem: { code: "price_changed" },
  });
});
