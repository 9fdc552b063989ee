import type { ServerResponse } from "node:http";
import { beforeEach, describe, expect, test } from "vitest";
import { unwrap } from "../../support/unwrap.ts";
import { acme, GOOD, keyIn, OTHER, refusal, setUp } from "./set-up.ts";

let at: Awaited<ReturnType<typeof setUp>>;
beforeEach(async () => {
  at = await setUp();
});

describe("adding an account", () => {
  test("checks the key, saves it in the keychain and keeps its last four characters", async () => {
    const accounts = at.open();
    const account = unwrap(await accounts.add(acme));
    expect(account).toEqual({
      id: account.id,
      label: "Acme",
      kind: "service",
      baseUrl: at.service.baseUrl,
      keyHint: "1234",
      keyState: "stored",
      balance: { credits: 100, readAt: at.clock.now() },
      reserved: 0,
    });
    expect([...at.keychain.keys.keys()]).toEqual([account.id]);
    expect(JSON.parse(at.keychain.keys.get(account.id) ?? "")).toEqual({
      version: 1,
      key: GOOD,
      origin: at.service.baseUrl,
    });
    expect(at.events).toEqual([{ event: "accounts.changed" }, { event: "account.changed", account }]);
    expect(await accounts.list()).toEqual([account]);
    expect(at.onDisk()).not.toContain(GOOD);
  });

  test("keeps the account and its key for the next run", async () => {
    const { id } = unwrap(await at.open().add(acme));
    await at.closeAll();
    const accounts = at.open();
    expect(await accounts.list()).toMatchObject([{ id, keyState: "stored" }]);
    expect(await unwrap(await accounts.client(id)).balance()).toEqual({ ok: true, value: { credits: 100 } });
  });

  test.each([
    ["a key that the service refuses", { ...acme, apiKey: "wrong-key-0000" }, "key_invalid"],
    ["plain HTTP", { ...acme, baseUrl: "http://api.example.com" }, "base_url_insecure"],
    ["an unreachable service", { ...acme, baseUrl: "http://127.0.0.1:9" }, "service_unreachable"],
    ["an empty address", { ...acme, baseUrl: " " }, "base_url_missing"],
  ])("stores nothing: %s", async (_what, input, code) => {
    const accounts = at.open();
    expect(await accounts.add(input)).toMatchObject(refusal(code));
    expect(await accounts.list()).toEqual([]);
    expect(at.keychain.keys.size).toBe(0);
    expect(at.events).toEqual([]);
  });
});

describe("replacing a key", () => {
  test("checks the new key first and uses it from then on", async () => {
    const accounts = at.open();
    const { id } = unwrap(await accounts.add(acme));
    expect(await accounts.replaceKey(id, "wrong-key-0000")).toMatchObject(refusal("key_invalid"));
    expect(keyIn(at.keychain, id)).toBe(GOOD);
    expect(unwrap(await accounts.replaceKey(id, OTHER))).toMatchObject({
      keyHint: "9876",
      balance: { credits: 7 },
    });
    expect(keyIn(at.keychain, id)).toBe(OTHER);
    expect(await unwrap(await accounts.client(id)).balance()).toEqual({ ok: true, value: { credits: 7 } });
  });
});

describe("changing the base URL", () => {
  test("moves the account when the service at the new URL accepts the key", async () => {
    const accounts = at.open();
    const { id } = unwrap(await accounts.add(acme));
    const moved = unwrap(
      await accounts.changeBaseUrl(id, { baseUrl: `${at.service.baseUrl}/eu/`, apiKey: OTHER }),
    );
    expect(moved.baseUrl).toBe(`${at.service.baseUrl}/eu`);
    expect(at.service.asked.at(-1)?.url.pathname).toBe("/eu/v1/info");
    expect(accounts.scope(id)).toEqual({ ok: true, value: `${at.service.baseUrl}/eu` });
    expect(keyIn(at.keychain, id)).toBe(OTHER);
    await unwrap(await accounts.client(id)).balance();
    expect(at.service.asked.at(-1)?.url.pathname).toBe("/eu/v1/info");
  });

  test("is refused if a cleaning starts while the key is checked", async () => {
    const accounts = at.open();
    const { id } = unwrap(await accounts.add(acme));
    at.service.answer(() => {
      at.usage.set(id, { reserved: 10, unfinished: 1, cleanings: 1 });
      return { body: { success: true, credits_info: { credits_remaining: 100 } } };
    });
    const elsewhere = { baseUrl: `${at.service.baseUrl}/eu`, apiKey: GOOD };
    expect(await accounts.changeBaseUrl(id, elsewhere)).toMatchObject(refusal("account_in_use"));
    expect(accounts.scope(id)).toEqual({ ok: true, value: at.service.baseUrl });
  });
});

describe("removing an account", () => {
  test("deletes the key and keeps the name for the history", async () => {
    const accounts = at.open();
    const { id } = unwrap(await accounts.add(acme));
    expect(await accounts.remove(id)).toEqual({ ok: true, value: {} });
    expect(at.keychain.keys.size).toBe(0);
    expect(await accounts.list()).toEqual([]);
    expect(accounts.label(id)).toBe("Acme");
    expect(accounts.scope(id).ok).toBe(true);
    expect(await accounts.client(id)).toMatchObject(refusal("account_unknown"));
    expect(await accounts.remove(id)).toMatchObject(refusal("account_unknown"));
    expect(unwrap(await accounts.add(acme)).id).not.toBe(id);
  });

  test("is refused while cleanings are under way", async () => {
    const accounts = at.open();
    const { id } = unwrap(await accounts.add(acme));
    at.usage.set(id, { reserved: 10, unfinished: 1, cleanings: 1 });
    expect(await accounts.remove(id)).toMatchObject(refusal("account_in_use"));
    expect(at.keychain.keys.size).toBe(1);
  });

  test("is refused while a locked keychain cannot delete the key", async () => {
    const accounts = at.open();
    const { id } = unwrap(await accounts.add(acme));
    at.keychain.state = "locked";
    expect(await accounts.remove(id)).toMatchObject(refusal("key_left_behind"));
    expect(await accounts.list()).toHaveLength(1);
    at.keychain.state = "available";
    expect((await accounts.remove(id)).ok).toBe(true);
    expect(at.keychain.keys.size).toBe(0);
  });
});

test("renaming an account requires a free name and changes the name in the history", async () => {
  const accounts = at.open();
  const { id } = unwrap(await accounts.add(acme));
  unwrap(await accounts.add({ ...acme, label: "Beta" }));
  expect(await accounts.rename(id, "beta")).toMatchObject(refusal("account_exists"));
  expect(unwrap(await accounts.rename(id, "ACME")).label).toBe("ACME");
  expect(accounts.label(id)).toBe("ACME");
  expect(await accounts.rename("nobody", "x")).toMatchObject(refusal("account_unknown"));
});

test("a refreshed balance is stored and announced; a failed refresh keeps the last one", async () => {
  const accounts = at.open();
  const { id } = unwrap(await accounts.add(acme));
  at.balances.set(GOOD, 55);
  at.usage.set(id, { reserved: 20, unfinished: 1, cleanings: 1 });
  at.events.length = 0;
  await at.clock.advance(1_000);
  expect(await accounts.refreshCredits(id)).toEqual({ ok: true, value: 55 });
  expect(at.events).toMatchObject([
    {
      event: "account.changed",
      account: { id, reserved: 20, balance: { credits: 55, readAt: at.clock.now() } },
    },
  ]);
  at.balances.delete(GOOD);
  expect(await accounts.refreshCredits(id)).toMatchObject(refusal("key_invalid"));
  expect(accounts.credits(id)).toBe(55);
  await at.closeAll();
  expect(at.open().credits(id)).toBe(55);
});

test("a balance that arrives after a newer one is dropped", async () => {
  const accounts = at.open();
  const { id } = unwrap(await accounts.add(acme));
  const balance = (credits: number) =>
    JSON.stringify({ success: true, credits_info: { credits_remaining: credits } });
  const held = Promise.withResolvers<ServerResponse>();
  at.service.answer(() => held.resolve);
  const older = accounts.refreshCredits(id);
  const response = await held.promise;
  at.service.answer({ body: balance(55) });
  unwrap(await accounts.refreshCredits(id));
  response.end(balance(100));
  await older;
  expect(accounts.credits(id)).toBe(55);
});
