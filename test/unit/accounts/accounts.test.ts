import { createHmac } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import Database from "better-sqlite3";
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

describe("without a keychain", () => {
  test.each(["no_service", "library_missing", "locked", "refused"] as const)(
    "(%s) the key is kept for this run, the user is told, and nothing is written",
    async (state) => {
      at.keychain.state = state;
      const accounts = at.open();
      const account = unwrap(await accounts.add(acme));
      expect(account.keyState).toBe("session");
      expect(at.events).toContainEqual({
        event: "notice",
        problem: expect.objectContaining({ code: "keychain_unavailable" }),
      });
      expect(await unwrap(await accounts.client(account.id)).balance()).toMatchObject({ ok: true });
      await at.closeAll();
      expect(at.onDisk()).not.toContain(GOOD);
      const again = at.open();
      expect(await again.list()).toMatchObject([{ keyState: "missing" }]);
      expect(await again.client(account.id)).toMatchObject(refusal("key_missing"));
    },
  );

  test("when one appears, refreshing saves the key after all", async () => {
    at.keychain.state = "locked";
    const accounts = at.open();
    const { id } = unwrap(await accounts.add(acme));
    at.keychain.state = "available";
    expect(unwrap(await accounts.refresh(id)).keyState).toBe("stored");
    expect(keyIn(at.keychain, id)).toBe(GOOD);
  });

  test.each([
    ["locked", "keychain_locked", "locked"],
    ["refused", "keychain_refused", "locked"],
    ["no_service", "keychain_closed", "locked"],
    ["library_missing", "keychain_closed", "locked"],
  ] as const)("a saved key behind one that is %s: %s", async (state, code, keyState) => {
    const { id } = unwrap(await at.open().add(acme));
    await at.closeAll();
    at.keychain.state = state;
    const accounts = at.open();
    expect(await accounts.client(id)).toMatchObject(refusal(code));
    expect(await accounts.list()).toMatchObject([{ keyState, keyHint: "1234" }]);
    at.keychain.state = "available";
    expect(await accounts.client(id)).toMatchObject({ ok: true });
    expect(await accounts.list()).toMatchObject([{ keyState: "stored" }]);
  });

  test("a closed keychain is asked once for all accounts, and again when a key is needed", async () => {
    const first = at.open();
    const { id } = unwrap(await first.add(acme));
    unwrap(await first.add({ ...acme, label: "Beta" }));
    await at.closeAll();
    at.keychain.state = "locked";
    let asked = 0;
    at.keychain.before = () => void asked++;
    const accounts = at.open();
    for (let i = 0; i < 3; i++) {
      expect(await accounts.list()).toMatchObject([{ keyState: "locked" }, { keyState: "locked" }]);
    }
    expect(asked).toBe(1);
    at.keychain.state = "available";
    asked = 0;
    const clients = await Promise.all([accounts.client(id), accounts.client(id), accounts.client(id)]);
    expect(clients.map((one) => one.ok)).toEqual([true, true, true]);
    expect(asked).toBe(1);
    expect(await accounts.list()).toMatchObject([{ keyState: "stored" }, { keyState: "stored" }]);
  });

  test("a key that somebody removed from it is missing, not locked", async () => {
    const { id } = unwrap(await at.open().add(acme));
    await at.closeAll();
    at.keychain.keys.clear();
    const accounts = at.open();
    expect(await accounts.client(id)).toMatchObject(refusal("key_missing"));
    expect(await accounts.list()).toMatchObject([{ keyState: "missing" }]);
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
    at.usage.set(id, { reserved: 0, unfinished: 2, cleanings: 2 });
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
    at.usage.set(id, { reserved: 10, unfinished: 1, cleanings: 1 });
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

describe("the sandbox", () => {
  test("is launched when first asked for, once, and closed with the accounts", async () => {
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

  test("the next run finds its account and launches it when a client is needed", async () => {
    unwrap(await at.open().sandbox());
    await at.closeAll();
    const accounts = at.open();
    expect(await accounts.list()).toMatchObject([{ id: "sandbox" }]);
    expect(at.sandbox.launches).toBe(1);
    await unwrap(await accounts.client("sandbox")).balance();
    expect(at.service.asked.at(-1)?.url.pathname).toBe("/sandbox-2/v1/info");
  });

  test("one that does not start is said so, and tried again", async () => {
    const accounts = at.open();
    at.sandbox.fails = true;
    expect(await accounts.sandbox()).toMatchObject(refusal("sandbox_failed"));
    at.sandbox.fails = false;
    expect((await accounts.sandbox()).ok).toBe(true);
  });

  test("one that broke down is launched again by whoever asks next", async () => {
    const accounts = at.open();
    unwrap(await accounts.sandbox());
    at.sandbox.breakDown();
    await setImmediate();
    await unwrap(await accounts.client("sandbox")).balance();
    expect(at.sandbox.launches).toBe(2);
    expect(at.service.asked.at(-1)?.url.pathname).toBe("/sandbox-2/v1/info");
  });

  test("removed, it comes back when asked for", async () => {
    const accounts = at.open();
    unwrap(await accounts.sandbox());
    expect((await accounts.remove("sandbox")).ok).toBe(true);
    expect(await accounts.list()).toEqual([]);
    expect((await accounts.sandbox()).ok).toBe(true);
    expect(await accounts.list()).toHaveLength(1);
  });
});

describe("an account of the environment", () => {
  const session = (apiKey = GOOD) => ({ session: { baseUrl: `${at.service.baseUrl}/`, apiKey } });

  test("is there for this run, and its key is nowhere", async () => {
    const accounts = at.open(session());
    const [account] = await accounts.list();
    expect(account).toMatchObject({
      kind: "service",
      keyState: "session",
      keyHint: "1234",
      fromEnvironment: true,
    });
    expect(await accounts.refreshCredits(account?.id ?? "")).toEqual({ ok: true, value: 100 });
    expect(at.keychain.keys.size).toBe(0);
    await at.closeAll();
    expect(at.onDisk()).not.toContain(GOOD);
    expect(at.onDisk()).not.toContain("1234567890");
  });

  test("the same address and key are the same account; another key or address is another", async () => {
    const [first] = await at.open(session()).list();
    await at.closeAll();
    expect((await at.open(session()).list()).map((one) => one.id)).toEqual([first?.id]);
    await at.closeAll();
    const [other] = await at.open(session(OTHER)).list();
    expect(other?.id).not.toBe(first?.id);
    expect(other?.label).not.toBe(first?.label);
  });

  test("with and without the version at the end its address is the same", async () => {
    const [first] = await at.open(session()).list();
    await at.closeAll();
    const versioned = at.open({ session: { baseUrl: `${at.service.baseUrl}/v1/`, apiKey: GOOD } });
    expect(await versioned.list()).toMatchObject([{ id: first?.id, baseUrl: at.service.baseUrl }]);
    await versioned.refreshCredits(first?.id ?? "");
    expect(at.service.asked.at(-1)?.url.pathname).toBe("/v1/info");
  });

  test("where it answered below an address that ends so, its history stays its own", async () => {
    const baseUrl = `${at.service.baseUrl}/v1`;
    const earlier = at.open(session());
    const [account] = await earlier.list();
    await at.closeAll();
    const db = new Database(join(at.dir, "winnow.db"));
    const salt = String(db.prepare("SELECT value FROM settings WHERE name = 'session.salt'").pluck().get());
    const digest = createHmac("sha256", Buffer.from(JSON.parse(salt), "hex")).update(`${baseUrl}\n${GOOD}`);
    const mark = digest.digest("hex").slice(0, 24);
    const id = `session-${mark}`;
    db.prepare(
      "UPDATE accounts SET id = ?, key_mark = ?, base_url = ?, credits = 5, credits_read_at = 1",
    ).run(id, mark, baseUrl);
    db.close();
    const accounts = at.open({ session: { baseUrl, apiKey: GOOD } });
    expect(account?.id).not.toBe(id);
    expect((await accounts.list()).map((one) => one.id)).toEqual([id]);
    expect(accounts.scope(id)).toEqual({ ok: true, value: baseUrl });
    await accounts.refreshCredits(id);
    expect(at.service.asked.at(-1)?.url.pathname).toBe("/v1/v1/info");
  });

  test("without the environment it is gone, unless it has cleanings", async () => {
    const [account] = await at.open(session()).list();
    const id = account?.id ?? "";
    await at.closeAll();
    const accounts = at.open();
    expect(await accounts.list()).toEqual([]);
    expect(await accounts.client(id)).toMatchObject(refusal("key_missing"));
    at.usage.set(id, { reserved: 0, unfinished: 1, cleanings: 1 });
    expect(await accounts.list()).toMatchObject([{ id, keyState: "missing" }]);
  });

  test("in another data folder it has another id: the id says nothing of the key", async () => {
    const elsewhere = await setUp();
    const [here] = await at.open(session()).list();
    const [there] = await elsewhere.open(session()).list();
    expect(here?.id).not.toBe(there?.id);
    await elsewhere.tearDown();
  });

  test("over plain HTTP it is refused when used, and nothing is sent", async () => {
    const accounts = at.open({ session: { baseUrl: "http://user:word@api.example.com", apiKey: GOOD } });
    const [account] = await accounts.list();
    expect(await accounts.client(account?.id ?? "")).toMatchObject({ ok: false });
    expect(at.onDisk()).not.toContain("word@");
    const plain = at.open({ session: { baseUrl: "http://api.example.com", apiKey: GOOD } });
    const [insecure] = await plain.list();
    expect(await plain.client(insecure?.id ?? "")).toMatchObject(refusal("base_url_insecure"));
  });

  test("its key and address are not Winnow's to change", async () => {
    const accounts = at.open(session());
    const [account] = await accounts.list();
    const id = account?.id ?? "";
    expect(await accounts.replaceKey(id, OTHER)).toMatchObject(refusal("account_given"));
    expect(await accounts.changeAddress(id, { baseUrl: at.service.baseUrl, apiKey: GOOD })).toMatchObject(
      refusal("account_given"),
    );
  });
});
