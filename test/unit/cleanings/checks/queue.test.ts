import { describe, expect, test } from "vitest";
import { unwrap } from "../../../support/unwrap.ts";
import { GOOD } from "../../accounts/set-up.ts";
import { rawResponse } from "../../service/scripted-service.ts";
import { account, answerWith, at, check, checksAsked, handlers, live, make } from "./check-room.ts";

describe("the queue of single checks", () => {
  test("pays once for an address that two accounts of one service ask for at the same time", async () => {
    const accounts = at.open();
    make({ accounts });
    const other = unwrap(await accounts.add({ label: "Other", baseUrl: null, apiKey: GOOD }));
    at.service.asked.length = 0;
    answerWith({ result: "deliverable" });
    const input = { accountId: other.id, address: "ann@b.c", again: false, anyway: false };
    const [own, others] = await Promise.all([
      check("ann@b.c"),
      handlers["checks.check"](input, { signal: live }),
    ]);
    expect([own.verdict, unwrap(others).verdict]).toEqual(["deliverable", "deliverable"]);
    expect(checksAsked(at.service.asked)).toHaveLength(1);
  });

  test("waits after a 429 and then continues automatically", async () => {
    let refusals = 2;
    at.service.answer(({ url }) => {
      if (!url.pathname.endsWith("/verify")) return { status: 500 };
      return refusals-- > 0
        ? {
            status: 429,
            headers: { "retry-after": "3" },
            body: { result: "Too many requests", success: "false" },
          }
        : { body: { success: true, result: "deliverable" } };
    });
    let result: unknown;
    void check("a@b.c").then((answer) => {
      result = answer;
    });
    await expect.poll(() => checksAsked(at.service.asked).length).toBe(1);
    await expect
      .poll(async () => unwrap(await handlers["checks.queue"]({ accountId: account.id }, { signal: live })))
      .toMatchObject({ waiting: 1, perMinute: 60, secondsToLast: 3 });
    await at.clock.advance(3_000);
    await expect.poll(() => checksAsked(at.service.asked).length).toBe(2);
    await expect
      .poll(
        async () =>
          unwrap(await handlers["checks.queue"]({ accountId: account.id }, { signal: live })).waiting,
      )
      .toBe(1);
    await at.clock.advance(3_000);
    await expect.poll(() => result).toMatchObject({ verdict: "deliverable" });
  });

  test("keeps waiting for a sent check after the caller has left, and a later check shares the response", async () => {
    let answerIt = () => {};
    const heard = new Promise<void>((resolve) =>
      at.service.answer(
        rawResponse((response) => {
          answerIt = () => response.end('{"success":true,"result":"deliverable"}');
          resolve();
        }),
      ),
    );
    const leaving = new AbortController();
    const left = check("a@b.c", { signal: leaving.signal });
    await heard;
    leaving.abort();
    expect(await left).toMatchObject({ verdict: null, problem: { code: "check_unheard" } });
    const next = check("a@b.c", { again: true });
    answerIt();
    expect(await next).toMatchObject({ verdict: "deliverable", source: "service" });
    expect(checksAsked(at.service.asked)).toHaveLength(1);
  });

  test("delays checks beyond the service's limit per minute, and alternates between batches", async () => {
    answerWith({ result: "deliverable" });
    const all = Array.from({ length: 150 }, (_, i) => check(`a${i}@b.c`, { batch: "many" }));
    await expect.poll(() => checksAsked(at.service.asked).length).toBe(120);
    const queue = unwrap(await handlers["checks.queue"]({ accountId: account.id }, { signal: live }));
    expect(queue).toMatchObject({ waiting: 30, perMinute: 120 });
    const late = check("late@b.c", { batch: "one" });
    await expect
      .poll(
        async () =>
          unwrap(await handlers["checks.queue"]({ accountId: account.id }, { signal: live })).waiting,
      )
      .toBe(31);
    await at.clock.advance(62_000);
    await Promise.all([...all, late]);
    const order = checksAsked(at.service.asked).map((one) => one.url.searchParams.get("email"));
    expect(order.indexOf("late@b.c")).toBeLessThan(125);
  });
});
