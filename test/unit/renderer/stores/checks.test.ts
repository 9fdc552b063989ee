import { describe, expect, it } from "vitest";
import type { Bridge } from "../../../../renderer/bridge.ts";
import { createChecksStore } from "../../../../renderer/stores/checks.ts";
import { checkCutOff, hostGone } from "../../../../renderer/words/bridge.ts";
import { problem } from "../../../../shared/problems.ts";
import { fail, ok } from "../../../../shared/result.ts";

describe("single checks", () => {
  it("are sent all at once and answered one by one, with failures among the answers", async () => {
    const bridge = {
      call: async (_name: string, input: { address: string }) =>
        input.address.startsWith("bad")
          ? fail(problem("service_timeout", { host: "x" }))
          : ok({ address: input.address, verdict: "deliverable" }),
    } as unknown as Bridge;
    const store = createChecksStore(bridge);
    const done = store.getState().check("a-1", ["ann@a.example", "bad@b.example"]);
    expect(store.getState().asked.map((one) => one.state)).toEqual(["asked", "asked"]);
    await done;
    expect(store.getState().asked.map((one) => one.state)).toEqual(["answered", "failed"]);
  });
});

describe("single checks without an answer", () => {
  it("are looked up before anything is paid for, and not sent again unasked, after a crash", async () => {
    const asked: unknown[] = [];
    let isGone = true;
    const bridge = {
      async call(_name: string, input: { address: string }) {
        asked.push(input);
        return isGone ? fail(hostGone) : ok({ address: input.address, verdict: "deliverable" });
      },
    } as unknown as Bridge;
    const store = createChecksStore(bridge, () => asked.length * 1_000);
    await store.getState().check("a-1", ["ann@a.example"]);
    expect(store.getState().asked[0]?.problem).toBe(checkCutOff);
    isGone = false;
    const key = store.getState().asked[0]?.key ?? "";
    await store.getState().again(key);
    expect(asked.at(-1)).toMatchObject({ again: false });
    await store.getState().again(key);
    expect(asked.at(-1)).toMatchObject({ again: true });
  });
});

describe("a single check that waits for a list", () => {
  it("shows the verdict that the list brought once it ends, without asking the service", async () => {
    let brought: object | null = null;
    const asked: string[] = [];
    const bridge = {
      async call(name: string, input: { address: string }) {
        asked.push(name);
        if (name === "checks.known") return ok({ check: brought });
        return ok({ address: input.address, verdict: null, problem: { code: "check_in_list" } });
      },
    } as unknown as Bridge;
    const store = createChecksStore(bridge);
    await store.getState().check("a-1", ["ann@a.example"]);
    await store.getState().listEnded();
    expect(store.getState().asked[0]?.check).toMatchObject({ problem: { code: "check_in_list" } });
    brought = { address: "ann@a.example", verdict: "deliverable", problem: null };
    await store.getState().listEnded();
    expect(store.getState().asked[0]?.check).toEqual(brought);
    expect(asked).toEqual(["checks.check", "checks.known", "checks.known"]);
  });
});

describe("repeating a single check", () => {
  /** Three answered checks, and a service that answers once it is told to. */
  async function answered(check: object = { verdict: "deliverable", suggestion: "cat@c.example" }) {
    const asked: { address: string; again?: boolean; anyway?: boolean }[] = [];
    let held = false;
    let release = () => {};
    const bridge = {
      async call(_name: string, input: { address: string }) {
        asked.push(input);
        if (held) await new Promise<void>((resolve) => (release = resolve));
        return ok({ address: input.address, ...check });
      },
    } as unknown as Bridge;
    const clock = { now: 0 };
    const store = createChecksStore(bridge, () => clock.now);
    await store.getState().check("a-1", ["ann@a.example", "bob@b.example", "dan@d.example"]);
    asked.length = 0;
    held = true;
    const shown = () => store.getState().asked.map((one) => one.address);
    return {
      store,
      asked,
      clock,
      shown,
      release: () => release(),
      key: (at: number) => store.getState().asked[at]?.key ?? "",
    };
  }

  it("happens once after a double click, or when the address is typed meanwhile", async () => {
    const { store, asked, release, key } = await answered();
    const twice = [store.getState().again(key(1)), store.getState().again(key(1))];
    const typed = store.getState().check("a-1", ["BOB@b.example"]);
    expect(asked).toEqual([
      expect.objectContaining({ address: "bob@b.example", again: true, anyway: false }),
    ]);
    release();
    await Promise.all([...twice, typed]);
    expect(store.getState().asked).toHaveLength(3);
  });

  it("happens once, also if the answer arrives before the second click", async () => {
    const { store, asked, clock, release, key } = await answered({ verdict: null, suppressed: true });
    for (const now of [0, 100, 5_000]) {
      clock.now = now;
      const again = store.getState().again(key(0));
      release();
      await again;
    }
    expect(asked).toMatchObject([
      { again: false, anyway: true },
      { again: false, anyway: true },
    ]);
  });

  it("checks a suggested address next to the card that suggests it, once", async () => {
    const { store, asked, shown, release, key } = await answered();
    const twice = [store.getState().suggested(key(1)), store.getState().suggested(key(0))];
    release();
    await Promise.all(twice);
    expect(asked).toHaveLength(1);
    expect(shown()).toEqual(["ann@a.example", "bob@b.example", "cat@c.example", "dan@d.example"]);
  });

  it("replaces the cards of the same addresses and account alone, and clears only answered ones", async () => {
    const { store, asked, shown } = await answered();
    void store.getState().check("a-1", ["ANN@a.example"]);
    void store.getState().check("a-2", ["ann@a.example"]);
    expect(asked).toHaveLength(2);
    expect(shown()).toEqual(["ann@a.example", "ANN@a.example", "bob@b.example", "dan@d.example"]);
    store.getState().clear("a-1");
    expect(shown()).toEqual(["ann@a.example", "ANN@a.example"]);
  });

  it.each([
    ["check_unheard", "check_unheard_before", [false, true]],
    ["check_in_list", "check_in_list", [false, true]],
    ["check_in_list", "check_unheard_before", [false]],
    ["check_unheard_before", "check_unheard", [false]],
  ] as const)(
    "after %s, when the engine answers %s, sends it only if the user was shown that reason",
    async (told, met, sent) => {
      const asked: (boolean | undefined)[] = [];
      let why: string | null = told;
      const bridge = {
        async call(_name: string, input: { address: string; again?: boolean }) {
          asked.push(input.again);
          const known = why === null ? { verdict: "deliverable" } : { verdict: null, problem: { code: why } };
          return ok({ address: input.address, ...known });
        },
      } as unknown as Bridge;
      const store = createChecksStore(bridge, () => 0);
      await store.getState().check("a-1", ["ann@a.example"]);
      asked.length = 0;
      why = met;
      await store.getState().again(store.getState().asked[0]?.key ?? "");
      expect(asked).toEqual(sent);
      expect(store.getState().asked[0]?.state).toBe("answered");
    },
  );
});

describe("checks that were never answered", () => {
  it("are shown beneath the others, once, and are read again if that failed", async () => {
    const answers = [
      fail(problem("internal")),
      ok({ checks: ["ann", "bob"].map((a) => ({ address: `${a}@a.example` })) }),
    ];
    const bridge = {
      call: async (name: string, input: { address: string }) =>
        name === "checks.unanswered"
          ? answers.shift()
          : ok({ address: input.address, verdict: "deliverable" }),
    } as unknown as Bridge;
    const store = createChecksStore(bridge);
    await store.getState().check("a-1", ["ann@a.example"]);
    for (let times = 0; times < 3; times++) await store.getState().recall("a-1");
    expect(store.getState().asked.map(({ address }) => address)).toEqual(["ann@a.example", "bob@a.example"]);
  });
});

describe("forgetting a single check", () => {
  it("removes its card once it is erased, and keeps it with the reason when it was not", async () => {
    let refusal = true;
    const asked: unknown[] = [];
    const bridge = {
      async call(name: string, input: { address: string }) {
        asked.push([name, input.address]);
        if (name === "checks.check") return ok({ address: input.address, verdict: "deliverable" });
        return refusal ? fail(problem("check_under_way")) : ok({ forgotten: 1 });
      },
    } as unknown as Bridge;
    const store = createChecksStore(bridge);
    await store.getState().check("a-1", ["ann@a.example", "bob@b.example"]);
    const key = store.getState().asked[0]?.key ?? "";
    expect(await store.getState().forget(key)).toMatchObject({ code: "check_under_way" });
    expect(store.getState().asked).toHaveLength(2);
    refusal = false;
    expect(await store.getState().forget(key)).toBeNull();
    expect(store.getState().asked.map(({ address }) => address)).toEqual(["bob@b.example"]);
    expect(asked.at(-1)).toEqual(["checks.forget", "ann@a.example"]);
  });
});
