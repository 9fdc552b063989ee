import { beforeEach, describe, expect, test } from "vitest";
import { unwrap } from "../../support/unwrap.ts";
import { setUp } from "./set-up.ts";

let at: Awaited<ReturnType<typeof setUp>>;
beforeEach(async () => {
  at = await setUp();
});

describe("the sandbox account", () => {
  test("launches the sandbox once, when it is first needed, and closes it with the accounts", async () => {
    const accounts = at.open();
    expect(at.sandbox.launches).toBe(0);
    const [first, second] = await Promise.all([accounts.sandbox(), accounts.sandbox()]);
    expect(unwrap(first)).toMatchObject({
      id: "sandbox",
      kind: "sandbox",
      label: "Sandbox",
      keyState: "stored",
    });
    expect(second.ok).toBe(true);
    expect(at.sandbox.launches).toBe(1);
    expect(accounts.scope("sandbox")).toEqual({ ok: true, value: "sandbox" });
    expect(accounts.isSandbox("sandbox")).toBe(true);
    expect(at.keychain.keys.size).toBe(0);
    await at.closeAll();
    expect(at.sandbox.closed).toBe(1);
  });

  test("is found by the next run, which launches the sandbox when a client is needed", async () => {
    unwrap(await at.open().sandbox());
    await at.closeAll();
    const accounts = at.open();
    expect(await accounts.list()).toMatchObject([{ id: "sandbox" }]);
    expect(at.sandbox.launches).toBe(1);
    await unwrap(await accounts.client("sandbox")).balance();
    expect(at.service.asked.at(-1)?.url.pathname).toBe("/sandbox-2/v1/info");
  });
});
