import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { GOOD, keyIn, OTHER, setUp, unwrap } from "./set-up.ts";

let at: Awaited<ReturnType<typeof setUp>>;
beforeEach(async () => {
  at = await setUp();
});
afterEach(() => at.tearDown());

const acme = { label: "Acme", baseUrl: null, apiKey: GOOD };
const refusal = (code: string) => ({ ok: false, problem: { code } });

describe("adding", () => {
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

  test("the next run finds it, with its key", async () => {
    const { id } = unwrap(await at.open().add(acme));
    await at.closeAll();
    const accounts = at.open();
    expect(await accounts.list()).toMatchObject([{ id, keyState: "stored" }]);
    expect(await unwrap(await accounts.client(id)).balance()).toEqual({ ok: true, value: { credits: 100 } });
  });

  test.each([
    ["a key that the service refuses", { ...acme, apiKey: "wrong-key-0000" }, "key_invalid"],
    ["plain HTTP", { ...acme, baseUrl: "http://api.example.com" }, "base_url_insecure"],
    ["no address at all", { ...acme, baseUrl: "acme" }, "base_url_invalid"],
    ["nobody there", { ...acme, baseUrl: "http://127.0.0.1:9" }, "service_unreachable"],
    ["an empty address", { ...acme, baseUrl: " " }, "base_url_missing"],
  ])("%s: nothing is kept", async (_what, input, code) => {
    const accounts = at.open();
    expect(await accounts.add(input)).toMatchObject(refusal(code));
    expect(await accounts.list()).toEqual([]);
    expect(at.keychain.keys.size).toBe(0);
    expect(at.events).toEqual([]);
  });

  test("an address as the service's own pages give it: with the version, without the scheme", async () => {
    const accounts = at.open();
    const account = unwrap(await accounts.add({ ...acme, baseUrl: `${at.service.baseUrl}/v1/` }));
    expect(account.baseUrl).toBe(at.service.baseUrl);
    expect(at.service.asked.at(-1)?.url.pathname).toBe("/v1/info");
    expect(accounts.scope(account.id)).toEqual({ ok: true, value: at.service.baseUrl });
  });

  test("a key in place of the address is not looked up", async () => {
    const dotted = "abcdef.ghijkl.mnopqr";
    const asked: string[] = [];
    const accounts = at.open({
      fetch: async (url) => {
        asked.push(String(url));
        throw new Error("unexpected");
      },
    });
    const answer = await accounts.add({ ...acme, baseUrl: dotted, apiKey: dotted });
    expect(answer).toMatchObject(refusal("base_url_invalid"));
    expect(asked).toEqual([]);
    expect(JSON.stringify(answer)).not.toContain(dotted);
  });

  test("without an address of its own Winnow asks for one", async () => {
    expect(await at.open({ serviceUrl: null }).add(acme)).toMatchObject(refusal("base_url_missing"));
  });

  test("two accounts do not have one name, whatever its case", async () => {
    const accounts = at.open();
    unwrap(await accounts.add(acme));
    expect(await accounts.add({ ...acme, label: "ACME" })).toMatchObject(refusal("account_exists"));
    const asked = at.service.asked.length;
    expect(await accounts.add({ ...acme, label: "acme" })).toMatchObject(refusal("account_exists"));
    expect(at.service.asked.length).toBe(asked);
  });

  test("a key that was saved is noted before it is saved, so that it can be removed after a crash", async () => {
    at.keychain.before = (operation) => {
      if (operation === "save") throw new Error("the power went");
    };
    const accounts = at.open();
    await expect(accounts.add(acme)).rejects.toThrow("the power went");
    at.keychain.before = () => {};
    await at.closeAll();
    const [left] = await at.open().list();
    expect(left).toMatchObject({ label: "Acme", keyState: "missing" });
  });

  test("of a short key no part is kept", async () => {
    at.balances.set("k3y", 1);
    expect(unwrap(await at.open().add({ ...acme, apiKey: "k3y" })).keyHint).toBeNull();
  });
});

test("what is refused while it is being entered is corrected there, not in Settings", async () => {
  const accounts = at.open();
  const wrong = { ...acme, apiKey: "wrong-key-0000" };
  const { id } = unwrap(await accounts.add(acme));
  const refused = [
    await accounts.add({ ...wrong, label: "Other" }),
    await accounts.replaceKey(id, wrong.apiKey),
    await accounts.changeAddress(id, { baseUrl: at.service.baseUrl, apiKey: wrong.apiKey }),
  ];
  for (const answer of refused)
    expect(answer).toMatchObject({
      problem: { code: "key_invalid", action: expect.stringMatching(/enter it again\.$/) },
    });
});

describe("replacing the key", () => {
  test("the new one is checked first, and used from then on", async () => {
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

  test("the old key's balance, where it comes late, is not taken for the new one's", async () => {
    let answer = () => {};
    let late: Promise<void> | null = null;
    let heard = 0;
    const accounts = at.open({
      fetch: async (input, init) => {
        const answered = await fetch(input, init);
        heard++;
        if (String(input).includes(GOOD)) await late;
        return answered;
      },
    });
    const { id } = unwrap(await accounts.add(acme));
    late = new Promise((resolve) => {
      answer = resolve;
    });
    const refreshing = accounts.refresh(id);
    await expect.poll(() => heard).toBe(2);
    unwrap(await accounts.replaceKey(id, OTHER));
    answer();
    expect(unwrap(await refreshing)).toMatchObject({ keyHint: "9876", balance: { credits: 7 } });
    expect(accounts.credits(id)).toBe(7);
  });

  test("an old key is not taken for the new one after the keychain refused it", async () => {
    const accounts = at.open();
    const { id } = unwrap(await accounts.add(acme));
    let refuse = true;
    at.keychain.before = (operation) => {
      at.keychain.state = operation === "save" && refuse ? "refused" : "available";
    };
    expect(unwrap(await accounts.replaceKey(id, OTHER)).keyState).toBe("session");
    refuse = false;
    expect(at.keychain.keys.size).toBe(0);
  });
});

describe("changing the address", () => {
  test("moves the account to where the key for it is accepted", async () => {
    const accounts = at.open();
    const { id } = unwrap(await accounts.add(acme));
    const moved = unwrap(
      await accounts.changeAddress(id, { baseUrl: `${at.service.baseUrl}/eu/`, apiKey: OTHER }),
    );
    expect(moved.baseUrl).toBe(`${at.service.baseUrl}/eu`);
    expect(at.service.asked.at(-1)?.url.pathname).toBe("/eu/v1/info");
    expect(accounts.scope(id)).toEqual({ ok: true, value: `${at.service.baseUrl}/eu` });
    expect(keyIn(at.keychain, id)).toBe(OTHER);
    await unwrap(await accounts.client(id)).balance();
    expect(at.service.asked.at(-1)?.url.pathname).toBe("/eu/v1/info");
  });

  test("not while cleanings are under way there, nor to plain HTTP", async () => {
    const accounts = at.open();
    const { id } = unwrap(await accounts.add(acme));
    expect(
      await accounts.changeAddress(id, { baseUrl: "http://elsewhere.example", apiKey: GOOD }),
    ).toMatchObject(refusal("base_url_insecure"));
    at.usage.set(id, { reserved: 0, verifying: 0, unfinished: 2, cleanings: 2 });
    expect(
      await accounts.changeAddress(id, { baseUrl: `${at.service.baseUrl}/eu`, apiKey: GOOD }),
    ).toMatchObject(refusal("account_in_use"));
  });
});

describe("removing", () => {
  test("leaves nothing of the key, and the name for the history", async () => {
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
    at.usage.set(id, { reserved: 10, verifying: 0, unfinished: 1, cleanings: 1 });
    expect(await accounts.remove(id)).toMatchObject(refusal("account_in_use"));
    expect(at.keychain.keys.size).toBe(1);
  });

  test.each(["locked", "refused", "no_service"] as const)(
    "a key that the keychain (%s) does not let go of keeps its account",
    async (state) => {
      const accounts = at.open();
      const { id } = unwrap(await accounts.add(acme));
      at.keychain.state = state;
      expect(await accounts.remove(id)).toMatchObject(refusal("key_left_behind"));
      expect(await accounts.list()).toHaveLength(1);
      at.keychain.state = "available";
      expect((await accounts.remove(id)).ok).toBe(true);
      expect(at.keychain.keys.size).toBe(0);
    },
  );
});

test("renaming: a free name, for the history too", async () => {
  const accounts = at.open();
  const { id } = unwrap(await accounts.add(acme));
  unwrap(await accounts.add({ ...acme, label: "Beta" }));
  expect(await accounts.rename(id, "beta")).toMatchObject(refusal("account_exists"));
  expect(unwrap(await accounts.rename(id, "ACME")).label).toBe("ACME");
  expect(accounts.label(id)).toBe("ACME");
  expect(await accounts.rename("nobody", "x")).toMatchObject(refusal("account_unknown"));
});

test("a refreshed balance is stored and announced; a failed refresh leaves the last one", async () => {
  const accounts = at.open();
  const { id } = unwrap(await accounts.add(acme));
  at.balances.set(GOOD, 55);
  at.usage.set(id, { reserved: 20, verifying: 0, unfinished: 1, cleanings: 1 });
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

test("one client for an account, and one queue for a key, however many accounts have it", async () => {
  const accounts = at.open();
  const a = unwrap(await accounts.add(acme)).id;
  const b = unwrap(await accounts.add({ ...acme, label: "Same key" })).id;
  expect(unwrap(await accounts.client(a))).toBe(unwrap(await accounts.client(a)));
  at.service.answer({ status: 429 });
  await unwrap(await accounts.client(a)).verify("x@y.z");
  expect(accounts.checks(a).perMinute).toBe(60);
  unwrap(await accounts.client(b));
  expect(accounts.checks(b).perMinute).toBe(60);
});

test("the limit on one upload is the configured one, above the documented one too", async () => {
  const list = join(at.dir, "list.csv");
  writeFileSync(list, Buffer.alloc(12_000_000, "a"));
  const uploaded = { success: true, job_id: "j", message: "ok", credits_info: { credits_remaining: 1 } };
  at.service.answer({ body: uploaded });
  const refused = { ok: false, error: { problem: { code: "upload_too_large" } } };
  const usual = at.open();
  const { id } = unwrap(await usual.add(acme));
  expect(await unwrap(await usual.client(id)).uploadFile(list)).toMatchObject(refused);
  const wide = unwrap(await at.open({ uploadBytes: 12_000_000 }).client(id));
  expect(await wide.uploadFile(list)).toMatchObject({ ok: true });
  const narrow = unwrap(await at.open({ uploadBytes: 11_999_999 }).client(id));
  expect(await narrow.uploadFile(list)).toMatchObject(refused);
});
