import { createHmac } from "node:crypto";
import { join } from "node:path";
import Database from "better-sqlite3";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { GOOD, OTHER, setUp } from "./set-up.ts";

let at: Awaited<ReturnType<typeof setUp>>;
beforeEach(async () => {
  at = await setUp();
});
afterEach(() => at.tearDown());

const refusal = (code: string) => ({ ok: false, problem: { code } });

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
    at.usage.set(id, { reserved: 0, verifying: 0, unfinished: 1, cleanings: 1 });
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
