import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { InvalidationKey } from "../../../../renderer/stores/app.ts";
import { type ListSearch, useCall, useListSearch, useRefetch } from "../../../../renderer/stores/query.ts";
import { createStores } from "../../../../renderer/stores/winnow.tsx";
import { hostGone } from "../../../../renderer/words/common.ts";
import type { HoldingQuestion, ListSearchWindow } from "../../../../shared/bridge/results.ts";
import type { CallInput, CallOutput } from "../../../../shared/bridge.ts";
import type { Problem } from "../../../../shared/problems.ts";
import { fail, ok } from "../../../../shared/result.ts";
import { deferredReplies, fakeBridge, refused } from "../../../support/fake-bridge.ts";
import { renderHook } from "../../../support/render-hook.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const page = () => createStores(fakeBridge().bridge);

describe("useCall", () => {
  it("keeps the result while the call is repeated, and does not show it for another call", async () => {
    const { open, reply } = deferredReplies<CallInput<"checks.queue">, CallOutput<"checks.queue">>();
    const winnow = createStores(fakeBridge({ "checks.queue": reply }).bridge);
    const given = (accountId: string | null) => (accountId === null ? null : { accountId });
    const of = (accountId: string | null) => useCall("checks.queue", given(accountId), ["suppression"]);
    const hook = await renderHook(winnow, of, "a");
    const shown = () => {
      const { value, last, problem, isAsking } = hook.current();
      return [value?.waiting, last?.waiting, problem, isAsking, open.map(({ input }) => input.accountId)];
    };
    const none = undefined;
    const answer = (at: number, waiting: number | null) =>
      hook.act(() =>
        open[at]?.answer(waiting === null ? fail(refused) : ok({ waiting, perMinute: 60, secondsToLast: 1 })),
      );
    expect(shown()).toEqual([none, none, null, true, ["a"]]);
    await answer(0, 1);
    expect(shown()).toEqual([1, 1, null, false, ["a"]]);
    await hook.render("a");
    expect(shown()).toEqual([1, 1, null, false, ["a"]]);
    await hook.act(() => hook.current().reload());
    expect(shown()).toEqual([1, 1, null, true, ["a", "a"]]);
    await answer(1, null);
    expect(shown()).toEqual([1, 1, refused, false, ["a", "a"]]);
    await hook.act(() => winnow.app.getState().invalidate("suppression"));
    await answer(2, 2);
    expect(shown()).toEqual([2, 2, null, false, ["a", "a", "a"]]);
    await hook.render("b");
    expect(shown()).toEqual([none, 2, null, true, ["a", "a", "a", "b"]]);
    await hook.render("c");
    await answer(3, 3);
    expect(shown()).toEqual([none, 2, null, true, ["a", "a", "a", "b", "c"]]);
    await answer(4, null);
    expect(shown()).toEqual([none, 2, refused, false, ["a", "a", "a", "b", "c"]]);
    await hook.render(null);
    expect(shown()).toEqual([none, 2, null, false, ["a", "a", "a", "b", "c"]]);
  });
});

describe("useRefetch", () => {
  interface Props {
    readonly problem: Problem | null;
    readonly of: readonly InvalidationKey[];
    readonly ask: () => void;
  }
  const run = async (problem: Problem | null, of: readonly InvalidationKey[] = []) => {
    const winnow = page();
    const ask = vi.fn<() => void>();
    const hook = await renderHook(winnow, (now: Props) => useRefetch(now.problem, now.ask, now.of), {
      problem,
      of,
      ask,
    });
    return { ask, hook, app: winnow.app.getState() };
  };

  it("repeats the request once after each relevant change and after each interruption of the events", async () => {
    const { ask, hook, app } = await run(null, ["checks", "erased"]);
    const asked: number[] = [];
    for (const change of ["checks", "erased", "suppression", "resumed", "checks"] as const) {
      await hook.act(() => (change === "resumed" ? app.reconnected() : app.invalidate(change)));
      asked.push(ask.mock.calls.length);
    }
    expect(asked).toEqual([1, 2, 2, 3, 4]);
    const later = vi.fn<() => void>();
    await hook.render({ problem: null, of: ["suppression"], ask: later });
    expect(later).not.toHaveBeenCalled();
    await hook.act(() => app.invalidate("suppression"));
    expect([ask.mock.calls.length, later.mock.calls.length]).toEqual([4, 1]);
  });

  it("backs off while Winnow does not respond and stops once it responds", async () => {
    const { ask, hook } = await run(hostGone);
    const seconds: number[] = [];
    for (let second = 1; second <= 121; second++) {
      const before = ask.mock.calls.length;
      await hook.act(() => vi.advanceTimersByTime(1_000));
      if (ask.mock.calls.length > before) seconds.push(second);
    }
    expect(seconds).toEqual([1, 3, 7, 15, 31, 61, 91, 121]);
    const later = vi.fn<() => void>();
    await hook.render({ problem: hostGone, of: [], ask: later });
    await hook.act(() => vi.advanceTimersByTime(30_000));
    await hook.render({ problem: null, of: [], ask: later });
    await hook.act(() => vi.advanceTimersByTime(90_000));
    expect([ask.mock.calls.length, later.mock.calls.length]).toEqual([8, 1]);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe("useListSearch", () => {
  const list = (name: string, addresses: number): ListSearchWindow["lists"][number] => ({
    ...{ cleaningId: null, listId: name, name, inBin: false, sandbox: false, found: addresses },
    addresses: Array.from({ length: addresses }, (_, at) => ({
      ...{ address: `${at}@a.example`, isCell: false, class: "first", verdict: null, flags: [] },
      ...{ at: null, source: null },
    })),
  });
  const next = { at: 1, id: "l" };
  const start: ListSearch = { lists: [], looked: 0, of: 0, unread: 0, state: "looking", problem: null };

  it.each([
    [999, next, "looking"],
    [1000, next, "full"],
    [1, null, "done"],
  ] as const)("with %i addresses found and the next window at %j is %s", async (addresses, then, state) => {
    const { open, reply } = deferredReplies<CallInput<"results.holding">, ListSearchWindow>();
    const winnow = createStores(fakeBridge({ "results.holding": reply }).bridge);
    const question = (text: string): HoldingQuestion => ({ kind: "part", text });
    const ask = (text: string | null) => useListSearch(text === null ? null : question(text));
    const hook = await renderHook(winnow, ask, null);
    expect(hook.current()).toEqual(start);
    expect(open).toEqual([]);
    await hook.render("ann");
    const window = { lists: [list("one", 500)], looked: 1, of: 3, unread: 1, next };
    await hook.act(() => open[0]?.answer(ok(window)));
    const rest = addresses > 500 ? addresses - 500 : 0;
    const second = { ...window, lists: [list("two", rest)], looked: 2, next: then };
    await hook.act(() => open[1]?.answer(ok(second)));
    const both = { ...start, lists: [...window.lists, ...second.lists], looked: 2, of: 3, unread: 2, state };
    expect(hook.current()).toEqual(both);
    const isLooking = state === "looking";
    expect(open.map(({ input }) => input)).toEqual(
      [null, next, ...(isLooking ? [next] : [])].map((from) => ({ question: question("ann"), from })),
    );
    if (isLooking) await hook.act(() => open[2]?.answer(fail(refused)));
    if (isLooking) expect(hook.current()).toEqual({ ...both, state: "done", problem: refused });
    // A stale answer is neither shown nor followed by a request for the next window.
    await hook.render("bob");
    await hook.render("cat");
    const asked = open.length;
    await hook.act(() => open[asked - 2]?.answer(ok(window)));
    expect([hook.current(), open.length]).toEqual([start, asked]);
    await hook.unmount();
    await hook.act(() => open[asked - 1]?.answer(ok(window)));
    expect(open).toHaveLength(asked);
  });
});
