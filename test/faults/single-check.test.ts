import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { createNodeFetch } from "../../electron/engine/service/index.ts";
import { sandboxVerdict } from "../../electron/sandbox/index.ts";
import type { Cleaning } from "../../shared/bridge/cleanings.ts";
import type { FaultySandbox } from "../support/faulty-sandbox/index.ts";
import { hasEnded, PAY_FOR_ALL, unwrap } from "../support/in-process.ts";
import { type OneList, setUpOneList } from "../support/one-list.ts";
import { quickSandbox } from "../support/quick-sandbox.ts";

const ADDRESS = "bounce.ann@firm.example";
const TEXT = `Name,Email\n"Ann, the first",${ADDRESS}\nAgain,${ADDRESS.toUpperCase()}\nNobody,\n`;

const REUSED = { ...PAY_FOR_ALL, reuseKnown: true };

const sandbox = await quickSandbox();

/** Returns a `fetch` that holds the responses to single checks, which are already charged, until `release`. */
function heldChecks() {
  const { fetch: real } = createNodeFetch();
  let release = () => {};
  let arrived = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const answered = new Promise<void>((resolve) => {
    arrived = resolve;
  });
  const fetch: typeof real = async (url, init) => {
    const answer = await real(url, init);
    if (!String(url).includes("/v1/verify")) return answer;
    arrived();
    await released;
    return answer;
  };
  return { fetch, answered, release: () => release() };
}

describe("a cleaning of one address", () => {
  let world: OneList;
  const open = async (list: Partial<Parameters<typeof setUpOneList>[1]> = {}) => {
    world = await setUpOneList(sandbox, { rows: 1, text: TEXT, ...list });
  };
  const fault = (name: Parameters<FaultySandbox["faults"]["add"]>[0]["name"], times?: number) =>
    sandbox.faults.add({ name, operation: "verify", account: world.label, ...(times ? { times } : {}) });
  const stateOf = ({ parts }: Cleaning) => parts.map((part) => part.state);

  it("uses a single check: no job, one credit and an ordinary result", async () => {
    await open();
    const { id } = unwrap(await world.start({ out: { withVerdicts: true } }));
    const done = await world.at.until(id, hasEnded);
    expect(done).toMatchObject({ state: "done", uploaded: 1, missing: 0, out: { rows: 2 } });
    expect(done.parts).toMatchObject([{ jobId: null, state: "done" }]);
    expect(done.actions).not.toContain("delete_at_service");
    expect(done.counts).toEqual({ deliverable: 0, accept_all: 0, unknown: 0, undeliverable: 1 });
    expect(sandboxVerdict(ADDRESS).verdict).toBe("undeliverable");
    expect(["upload", "start", "status", "download", "verify"].map(world.requestCount)).toEqual([
      0, 0, 0, 0, 1,
    ]);
    expect(world.charges()).toEqual([1]);
    expect(readFileSync(world.out, "utf8")).toMatch(
      /^"Ann, the first",bounce\.ann@firm\.example,undeliverable,[^\n]*\d{4}-\d\d-\d\dT[^\n]+$/m,
    );
    const again = await world.at.call("cleanings.price", {
      listId: world.listId,
      accountId: world.accountId,
      options: REUSED,
    });
    expect(unwrap(again)).toMatchObject({ credits: 0, known: 1 });
  });

  it("waits for credits after a 402, and continues after a top-up", async () => {
    await open({ credits: 0 });
    const { id } = unwrap(await world.start({ waitForCredits: true }));
    const waiting = await world.at.until(id, ({ parts }) => parts[0]?.waitingFor === "credits");
    expect(waiting.actions).toContain("cancel");
    sandbox.topUp(world.label, 5);
    unwrap(await world.at.call("accounts.refresh", { id: world.accountId }));
    expect(await world.at.until(id, hasEnded)).toMatchObject({ state: "done" });
    expect(world.charges()).toEqual([1]);
  });

  it.each(["drop-after", "nonsense-json"] as const)(
    "is not sent again automatically after a lost response (%s), also after a restart",
    async (name) => {
      await open();
      fault(name);
      const { id } = unwrap(await world.start());
      const asked = await world.at.until(id, (cleaning) => stateOf(cleaning)[0] === "uncertain");
      expect(asked).toMatchObject({ state: "waiting", problem: { code: "check_uncertain" } });
      expect(asked.actions.toSorted()).toEqual(["cancel", "upload_again"]);
      sandbox.faults.clear();
      await world.reopen();
      expect(stateOf(await world.get(id))).toEqual(["uncertain"]);
      expect(await world.at.act(id, "retry")).toMatchObject({ ok: false });
      expect(world.requestCount("verify")).toBe(1);
      const paid = world.charges().reduce((sum, times) => sum + times, 0);
      unwrap(await world.at.act(id, "upload_again"));
      expect(await world.at.until(id, hasEnded)).toMatchObject({ state: "done", credits: 2, spent: 2 });
      expect(world.charges()).toEqual([paid + 1]);
    },
  );

  describe("after a lost response", () => {
    const lost = async (options: typeof PAY_FOR_ALL) => {
      await open();
      fault("drop-after");
      const { id } = unwrap(await world.start({ options }));
      await world.at.until(id, (cleaning) => stateOf(cleaning)[0] === "uncertain");
      sandbox.faults.clear();
      return id;
    };
    /** Checks the address singly, with consent to pay again. */
    const check = async () => {
      const wish = { address: ADDRESS, accountId: world.accountId, again: true };
      expect(unwrap(await world.at.call("checks.check", wish))).toMatchObject({ verdict: "undeliverable" });
    };

    it("is reported if the same address is checked singly, and that check needs consent", async () => {
      await lost(REUSED);
      const wish = { address: ADDRESS.toUpperCase(), accountId: world.accountId };
      expect(unwrap(await world.at.call("checks.check", wish))).toMatchObject({
        verdict: null,
        problem: { code: "check_in_list" },
      });
      await world.reopen();
      expect(unwrap(await world.at.call("checks.check", wish))).toMatchObject({ verdict: null });
      expect(world.requestCount("verify")).toBe(1);
      await check();
      expect(world.charges()).toEqual([2]);
    });

    it("of a single check, counts as possibly paid in the price of a list", async () => {
      world = await setUpOneList(sandbox, {
        rows: 3,
        text: `Email\nann@firm.example\n${ADDRESS}\nbob@firm.example\n`,
      });
      const { listId, accountId } = world;
      const price = async (options = REUSED) =>
        unwrap(await world.at.call("cleanings.price", { listId, accountId, options }));
      expect(await price()).not.toHaveProperty("perhapsPaid");
      fault("drop-after", 1);
      const heard = await world.at.call("checks.check", { address: ADDRESS.toUpperCase(), accountId });
      expect(unwrap(heard)).toMatchObject({ problem: { code: "check_unheard" } });
      expect(await price()).toMatchObject({ credits: 3, perhapsPaid: 1 });
      expect(await price({ ...REUSED, limit: 1 })).not.toHaveProperty("perhapsPaid");
      await check();
      expect(await price()).not.toHaveProperty("perhapsPaid");
    });
  });

  it("keeps the paid verdict if it is paused and resumed during the check", async () => {
    const held = heldChecks();
    await open();
    await world.reopen({ fetch: held.fetch });
    const { id } = unwrap(await world.start());
    await held.answered;
    unwrap(await world.at.act(id, "stop_watching"));
    const resumed = unwrap(await world.at.act(id, "resume"));
    expect(stateOf(resumed)).toEqual(["checking"]);
    held.release();
    expect(await world.at.until(id, hasEnded)).toMatchObject({ state: "done", spent: 1 });
    expect([world.charges(), world.requestCount("verify")]).toEqual([[1], 1]);
  });
});
