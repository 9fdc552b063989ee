import { join } from "node:path";
import Database from "better-sqlite3";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openJournal } from "../../../electron/engine/store/index.ts";
import { MIGRATIONS } from "../../../electron/engine/store/migrations/index.ts";
import { type ScriptedService, startScriptedService } from "../service/scripted-service.ts";
import { GOOD, OTHER, setUp, unwrap } from "./set-up.ts";

let at: Awaited<ReturnType<typeof setUp>>;
let thief: ScriptedService;
beforeEach(async () => {
  at = await setUp();
  thief = await startScriptedService();
  thief.answer({ body: { success: true, credits_info: { credits_remaining: 9 } } });
});
afterEach(async () => {
  await at.tearDown();
  await thief.close();
});

const acme = { label: "Acme", baseUrl: null, apiKey: GOOD };
/** A key that the user enters for the account as it is shown. */
const TYPED = "typed-key-lmno5555";
const refusal = (code: string) => ({ ok: false, problem: { code } });

/** Changes the database behind Winnow's back, as another program or a doctored backup would. */
async function doctor(sql: string, ...values: string[]): Promise<void> {
  await at.closeAll();
  const db = new Database(join(at.dir, "winnow.db"));
  db.prepare(sql).run(...values);
  db.close();
}

/** Everything that may make an account speak to its service. */
async function speakEveryWay(accounts: ReturnType<typeof at.open>, id: string): Promise<unknown[]> {
  const client = await accounts.client(id);
  return [
    client.ok ? await client.value.balance() : client,
    client.ok ? await client.value.verify("a@b.example") : client,
    await accounts.refreshCredits(id),
    await accounts.refresh(id),
    await accounts.replaceKey(id, TYPED),
    await accounts.list(),
  ];
}

const sentTo = (service: ScriptedService) => service.asked.map(({ url }) => url.searchParams.get("apikey"));

describe("a key goes to the origin that it was given for and nowhere else", () => {
  test("an address that was changed in the database gets nothing, and the user is asked for the key", async () => {
    const { id } = unwrap(await at.open().add(acme));
    await doctor("UPDATE accounts SET base_url = ? WHERE id = ?", thief.baseUrl, id);
    const accounts = at.open();
    const said = await speakEveryWay(accounts, id);
    expect(sentTo(thief)).toEqual([]);
    for (const answer of said.slice(0, 5)) expect(answer).toMatchObject(refusal("key_elsewhere"));
    expect(await accounts.list()).toMatchObject([{ id, keyState: "elsewhere" }]);
    expect(JSON.stringify(said)).not.toContain(GOOD);
  });

  test("nor while the key is in memory alone, or in memory already", async () => {
    const { id } = unwrap(await at.open().add(acme));
    at.keychain.state = "no_service";
    const accounts = at.open();
    const session = unwrap(await accounts.add({ ...acme, label: "This run" })).id;
    at.keychain.state = "available";
    unwrap(await accounts.client(id));
    const db = new Database(join(at.dir, "winnow.db"));
    db.prepare("UPDATE accounts SET base_url = ?").run(thief.baseUrl);
    db.close();
    for (const one of [id, session]) await speakEveryWay(accounts, one);
    expect(sentTo(thief)).toEqual([]);
  });

  test.each([
    ["scheme", (url: string) => url.replace("http:", "https:")],
    ["port", () => ""],
    ["host", (url: string) => url.replace("127.0.0.1", "localhost")],
  ])("another %s is another origin", async (part, make) => {
    const { id } = unwrap(await at.open().add(acme));
    await doctor(
      "UPDATE accounts SET base_url = ?",
      part === "port" ? thief.baseUrl : make(at.service.baseUrl),
    );
    const before = at.service.asked.length;
    expect(await at.open().client(id)).toMatchObject(refusal("key_elsewhere"));
    expect([at.service.asked.length, thief.asked.length]).toEqual([before, 0]);
  });

  test("another path of the same origin is the same service's", async () => {
    const { id } = unwrap(await at.open().add(acme));
    await doctor("UPDATE accounts SET base_url = ?", `${at.service.baseUrl}/eu`);
    expect(await at.open().refreshCredits(id)).toMatchObject({ ok: true });
  });

  test("a redirect to another origin gets nothing", async () => {
    const accounts = at.open();
    const { id } = unwrap(await accounts.add(acme));
    at.service.answer({ status: 307, headers: { location: `${thief.baseUrl}/v1/info?apikey=x` } });
    expect(await accounts.refreshCredits(id)).toMatchObject(refusal("service_redirect"));
    expect(thief.asked).toEqual([]);
  });

  test("the environment's key goes to the environment's address, whatever the database says", async () => {
    const session = { session: { baseUrl: at.service.baseUrl, apiKey: GOOD } };
    const [account] = await at.open(session).list();
    const id = account?.id ?? "";
    await doctor("UPDATE accounts SET base_url = ? WHERE id = ?", thief.baseUrl, id);
    const accounts = at.open(session);
    expect(await accounts.refreshCredits(id)).toEqual({ ok: true, value: 100 });
    expect(await accounts.list()).toMatchObject([{ id, baseUrl: at.service.baseUrl }]);
    expect(accounts.scope(id)).toEqual({ ok: true, value: at.service.baseUrl });
    expect(thief.asked).toEqual([]);
  });

  test.each(["sandbox", "session", "service"])(
    "no key that Winnow holds goes there when an account's kind becomes '%s' in the database",
    async (kind) => {
      const first = at.open();
      const { id } = unwrap(await first.add(acme));
      unwrap(await first.sandbox());
      await doctor("UPDATE accounts SET kind = ?, base_url = ?, key_saved = 1", kind, thief.baseUrl);
      const accounts = at.open({ session: { baseUrl: at.service.baseUrl, apiKey: OTHER } });
      for (const one of [id, "sandbox"]) await speakEveryWay(accounts, one);
      for (const key of sentTo(thief)) expect(key).toBe(TYPED);
    },
  );
});

describe("changing the address", () => {
  test("asks for the key again, and the old one never goes there", async () => {
    const accounts = at.open();
    const { id } = unwrap(await accounts.add(acme));
    expect(await accounts.changeAddress(id, { baseUrl: thief.baseUrl, apiKey: OTHER })).toMatchObject({
      ok: true,
      value: { baseUrl: thief.baseUrl, keyHint: OTHER.slice(-4), balance: { credits: 9 } },
    });
    expect(new Set(sentTo(thief))).toEqual(new Set([OTHER]));
    const before = at.service.asked.length;
    await speakEveryWay(accounts, id);
    expect(at.service.asked.length).toBe(before);
    expect(sentTo(thief)).not.toContain(GOOD);
  });

  test("one that the service refuses changes neither address nor key", async () => {
    const accounts = at.open();
    const { id } = unwrap(await accounts.add(acme));
    thief.answer({ status: 401, body: { result: "Invalid API Key", success: false } });
    expect(await accounts.changeAddress(id, { baseUrl: thief.baseUrl, apiKey: OTHER })).toMatchObject(
      refusal("key_invalid"),
    );
    expect(await accounts.refreshCredits(id)).toEqual({ ok: true, value: 100 });
    expect(accounts.scope(id)).toEqual({ ok: true, value: at.service.baseUrl });
  });

  test("the key entered again for the address that the account has mends it, with cleanings under way too", async () => {
    const { id } = unwrap(await at.open().add(acme));
    await doctor("UPDATE accounts SET base_url = ?", thief.baseUrl);
    const accounts = at.open();
    at.usage.set(id, { reserved: 0, verifying: 0, unfinished: 1, cleanings: 1 });
    unwrap(await accounts.changeAddress(id, { baseUrl: thief.baseUrl, apiKey: OTHER }));
    expect(await accounts.refreshCredits(id)).toEqual({ ok: true, value: 9 });
    expect(new Set(sentTo(thief))).toEqual(new Set([OTHER]));
  });

  test("killed between address and key, the next run sends neither anywhere", async () => {
    const accounts = at.open();
    const { id } = unwrap(await accounts.add(acme));
    at.keychain.before = (operation) => {
      if (operation === "save") throw new Error("the power went");
    };
    await expect(accounts.changeAddress(id, { baseUrl: thief.baseUrl, apiKey: OTHER })).rejects.toThrow();
    at.keychain.before = () => {};
    await at.closeAll();
    const asked = [at.service.asked.length, thief.asked.length];
    expect(await at.open().client(id)).toMatchObject(refusal("key_elsewhere"));
    expect([at.service.asked.length, thief.asked.length]).toEqual(asked);
  });
});

describe("keys saved before their entries named an origin", () => {
  /** An account as Winnow kept it then: the bare key in the keychain. */
  async function oldAccount(): Promise<string> {
    const earlier = MIGRATIONS.filter(({ version }) => version < 4);
    const journal = unwrap(openJournal(join(at.dir, "winnow.db"), join(at.dir, "backups"), earlier));
    journal.db
      .prepare(
        "INSERT INTO accounts (id, label, kind, base_url, key_hint, key_saved, created_at) VALUES ('old', 'Acme', 'service', ?, '1234', 1, 1)",
      )
      .run(at.service.baseUrl);
    journal.close();
    at.keychain.keys.set("old", GOOD);
    return "old";
  }

  test("go on working, and are bound to the address of the upgrade", async () => {
    const id = await oldAccount();
    expect(await at.open().refreshCredits(id)).toEqual({ ok: true, value: 100 });
    expect(JSON.parse(at.keychain.keys.get(id) ?? "")).toEqual({
      version: 1,
      key: GOOD,
      origin: at.service.baseUrl,
    });
    await doctor("UPDATE accounts SET base_url = ?, base_url_at_upgrade = ?", thief.baseUrl, thief.baseUrl);
    expect(await at.open().refreshCredits(id)).toMatchObject(refusal("key_elsewhere"));
    expect(thief.asked).toEqual([]);
  });

  test("an address that is edited after the upgrade and before the first use gets nothing", async () => {
    const id = await oldAccount();
    at.open();
    await doctor("UPDATE accounts SET base_url = ?", thief.baseUrl);
    const accounts = at.open();
    await speakEveryWay(accounts, id);
    expect(thief.asked).toEqual([]);
    expect(await accounts.list()).toMatchObject([{ keyState: "elsewhere" }]);
  });

  test("without an address of the upgrade they go nowhere", async () => {
    const { id } = unwrap(await at.open().add(acme));
    await at.closeAll();
    at.keychain.keys.set(id, GOOD);
    const before = at.service.asked.length;
    expect(await at.open().client(id)).toMatchObject(refusal("key_missing"));
    expect(at.service.asked.length).toBe(before);
  });

  test.each(['{"version":2,"key":"good-key-abcd1234","origin":"x"}', '{"version":1,"key":7}'])(
    "an entry of a shape that this Winnow does not know is not sent as a key: %s",
    async (entry) => {
      const id = await oldAccount();
      at.keychain.keys.set(id, entry);
      expect(await at.open().client(id)).toMatchObject(refusal("key_missing"));
      expect(at.service.asked).toEqual([]);
    },
  );
});

describe("a removed account leaves no key", () => {
  test("that was being saved or checked when it was removed", async () => {
    const accounts = at.open();
    const { id } = unwrap(await accounts.add(acme));
    const [replaced, removed] = await Promise.all([accounts.replaceKey(id, OTHER), accounts.remove(id)]);
    expect(removed).toMatchObject({ ok: true });
    expect(replaced).toMatchObject(refusal("account_unknown"));
    expect(at.keychain.keys.size).toBe(0);
    expect(accounts.redact(OTHER)).toBe(OTHER);
  });

  test("that was being read when it was removed", async () => {
    const { id } = unwrap(await at.open().add(acme));
    await at.closeAll();
    const accounts = at.open();
    await Promise.all([accounts.client(id), accounts.remove(id)]);
    expect(accounts.redact(GOOD)).toBe(GOOD);
  });

  test("that the keychain took although it said no", async () => {
    const accounts = at.open();
    const save = at.keychain.save;
    at.keychain.save = async (account, key) => {
      await save(account, key);
      return { kind: "failed", state: "no_service", why: "error" };
    };
    const { id } = unwrap(await accounts.add(acme));
    unwrap(await accounts.remove(id));
    expect(at.keychain.keys.size).toBe(0);
  });
});
