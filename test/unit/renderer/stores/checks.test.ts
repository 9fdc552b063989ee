import { describe, expect, it } from "vitest";
import { createChecksStore } from "../../../../renderer/stores/checks.ts";
import { checkCutOff, hostGone } from "../../../../renderer/words/common.ts";
import type { Check } from "../../../../shared/bridge/checks.ts";
import type { CallInput } from "../../../../shared/bridge.ts";
import type { ProblemCode } from "../../../../shared/problems.ts";
import { fail, ok, type Result } from "../../../../shared/result.ts";
import { check } from "../../../fixtures/page.ts";
import { deferredReplies, fakeBridge, type Replies, refused } from "../../../support/fake-bridge.ts";

const ADDRESSES = ["ann@a.example", "bob@b.example", "dan@d.example"];
const CAT = "cat@c.example";
const withProblem = (code: ProblemCode): Partial<Check> => ({ problem: { ...refused, code } });

/** Checks the account's three addresses with this result. The test answers later checks through `open`. */
async function checked(
  result: Partial<Check> = { verdict: "deliverable", suggestion: CAT },
  replies: Replies = {},
) {
  const { open, reply } = deferredReplies<CallInput<"checks.check">, Check>();
  let first = true;
  const { bridge, asked } = fakeBridge({
    ...replies,
    "checks.check": (input) => (first ? ok(check(input.address, result)) : reply(input)),
  });
  const clock = { now: 0 };
  const { getState } = createChecksStore(bridge, () => clock.now);
  await getState().check("a-1", ADDRESSES);
  first = false;
  asked.length = 0;
  const key = (at: number) => getState().cards[at]?.key ?? "";
  const shown = () =>
    getState().cards.map(({ accountId, address, state }) => `${accountId} ${address} ${state}`);
  return { getState, open, asked, clock, key, shown };
}

const answered = (addresses: readonly string[]) => addresses.map((address) => `a-1 ${address} answered`);

it("checks are sent at once as one batch, and a failed check shows its problem", async () => {
  const { open, reply } = deferredReplies<CallInput<"checks.check">, Check>();
  const { getState } = createChecksStore(fakeBridge({ "checks.check": reply }).bridge);
  const done = getState().check("a-1", ADDRESSES);
  const card = { accountId: "a-1", state: "asked", check: null, problem: null };
  expect(getState()).toMatchObject({ loadedUnanswered: [], queue: null });
  expect(getState().cards).toEqual(
    ADDRESSES.map((address, at) => ({ ...card, address, key: `check-${at + 1}` })),
  );
  const results: Result<Check>[] = [ok(check("ann@a.example")), fail(refused), fail(hostGone)];
  for (const [at, result] of results.entries()) open[at]?.answer(result);
  await done;
  expect(getState().cards.map(({ state, problem }) => [state, problem])).toEqual([
    ["answered", null],
    ["failed", refused],
    ["failed", checkCutOff],
  ]);
  expect(new Set(open.map(({ input }) => input.batch)).size).toBe(1);
  void getState().recheck("check-3");
  // The answer was lost: the engine looks for it before anything is paid for again.
  expect(open.at(-1)?.input).toMatchObject({ again: false, anyway: false });
  expect(open.at(-1)?.input.batch).not.toBe(open[0]?.input.batch);
});

it("a check that waits for a list shows the list's verdict without asking the service", async () => {
  let brought: Check | null = null;
  const { getState, asked, open, key } = await checked(withProblem("check_in_list"), {
    "checks.known": ({ address }) => ok({ check: address === "ann@a.example" ? brought : null }),
  });
  const again = getState().recheck(key(2));
  open[0]?.answer(ok(check("dan@d.example")));
  await again;
  const before = getState().cards;
  await getState().listEnded();
  expect(getState().cards).toEqual(before);
  brought = check("ann@a.example", { verdict: "deliverable" });
  await getState().listEnded();
  expect(getState().cards.map((one) => one.check)).toEqual([brought, before[1]?.check, before[2]?.check]);
  expect(asked.slice(1).map(([name]) => name)).toEqual(Array(4).fill("checks.known"));
});

describe("repeating a check", () => {
  it("sends one check after a double click or if the address is entered again", async () => {
    const { getState, open, clock, key, shown } = await checked();
    const asking = [getState().recheck("none"), getState().recheck(key(1))];
    clock.now = 5_000;
    asking.push(getState().recheck(key(1)), getState().check("a-1", ["BOB@b.example"]));
    expect(open.map(({ input }) => input)).toMatchObject([
      { address: "bob@b.example", again: true, anyway: false },
    ]);
    open[0]?.answer(ok(check("bob@b.example")));
    await Promise.all(asking);
    expect(shown()).toEqual(answered(ADDRESSES));
  });

  it("sends one check even if the result arrives between the two clicks", async () => {
    const { getState, open, clock, key } = await checked({ suppressed: true });
    for (const [now, times] of [
      [0, 1],
      [499, 1],
      [500, 2],
    ] as const) {
      clock.now = now;
      const again = getState().recheck(key(0));
      open.at(-1)?.answer(ok(check("ann@a.example", { suppressed: true })));
      await again;
      expect(open).toHaveLength(times);
    }
    expect(open.map(({ input }) => input)).toMatchObject(Array(2).fill({ again: false, anyway: true }));
  });

  it("checks a suggested address once, on a card next to the one that suggests it", async () => {
    const { getState, open, key, shown } = await checked();
    const asking = [key(1), key(0), "none"].map((one) => getState().checkSuggestion(one));
    open[0]?.answer(ok(check(CAT)));
    await Promise.all(asking);
    const [ann = "", bob = "", dan = ""] = ADDRESSES;
    expect(shown()).toEqual(answered([ann, bob, CAT, dan]));
    await getState().checkSuggestion(key(2));
    expect([open.length, shown().length]).toEqual([1, 4]);
  });

  it("replaces only cards of the same address and account, and clears only answered cards", async () => {
    const { getState, open, shown } = await checked();
    for (const account of ["a-1", "a-2"]) void getState().check(account, ["ANN@a.example"]);
    const asking = ["a-2 ANN@a.example asked", "a-1 ANN@a.example asked"];
    expect(shown()).toEqual([...asking, ...answered(ADDRESSES.slice(1))]);
    getState().clear("a-2");
    expect(shown()).toHaveLength(4);
    getState().clear("a-1");
    expect([shown(), open.length]).toEqual([asking, 2]);
  });

  it.each([
    ["check_unheard", "check_unheard_before", [false, true]],
    ["check_unheard_before", "check_unheard_before", [false, true]],
    ["check_in_list", "check_in_list", [false, true]],
    ["check_unheard_before", "check_in_list", [false]],
    [null, "check_unheard_before", [false]],
  ] as const)(
    "after %s, when the engine returns %s, sends requests with `again` set to %j",
    async (told, met, sent) => {
      const { getState, open, key } = await checked(told === null ? {} : withProblem(told));
      const again = getState().recheck(key(0));
      const answer = check("ann@a.example", met === null ? { verdict: "deliverable" } : withProblem(met));
      for (const at of sent.keys()) {
        open[at]?.answer(ok(answer));
        await new Promise<void>((resolve) => setImmediate(resolve));
      }
      await again;
      expect(open.map(({ input }) => input.again)).toEqual(sent);
      expect(getState().cards[0]).toMatchObject({ state: "answered", check: answer });
    },
  );
});

it("unanswered checks are shown once, below the others, and are read again after a failure", async () => {
  const checks = ["ANN@a.example", CAT].map((address) => check(address));
  const replies: Result<{ checks: Check[] }>[] = [fail(refused), ok({ checks })];
  const { getState, asked, shown } = await checked(
    {},
    { "checks.unanswered": () => replies.shift() ?? fail(refused) },
  );
  for (const [recalled, addresses] of [
    [[], ADDRESSES],
    [["a-1"], [...ADDRESSES, CAT]],
    [["a-1"], [...ADDRESSES, CAT]],
  ]) {
    await getState().loadUnanswered("a-1");
    expect([getState().loadedUnanswered, shown()]).toEqual([recalled, answered(addresses ?? [])]);
  }
  expect(asked).toHaveLength(2);
  await getState().loadUnanswered("a-2");
  expect(getState().loadedUnanswered).toEqual(["a-1"]);
});

it("forgetting a check removes its card once it is erased, and keeps the card if erasing fails", async () => {
  let isRefused = true;
  const { getState, asked, key, shown } = await checked(
    {},
    {
      "checks.forget": () => (isRefused ? fail(refused) : ok({ forgotten: 1 })),
    },
  );
  expect(await getState().forget("none")).toBeNull();
  expect(await getState().forget(key(1))).toBe(refused);
  expect(shown()).toHaveLength(3);
  isRefused = false;
  expect(await getState().forget(key(1))).toBeNull();
  expect(shown()).toEqual(answered([ADDRESSES[0] ?? "", ADDRESSES[2] ?? ""]));
  expect(asked).toEqual(Array(2).fill(["checks.forget", { address: "bob@b.example" }]));
});
