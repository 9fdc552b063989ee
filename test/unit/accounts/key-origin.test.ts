import { join } from "node:path";
import Database from "better-sqlite3";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { unwrap } from "../../support/unwrap.ts";
import { type ScriptedService, startScriptedService } from "../service/scripted-service.ts";
import { acme, GOOD, OTHER, refusal, setUp } from "./set-up.ts";

let at: Awaited<ReturnType<typeof setUp>>;
let thief: ScriptedService;
beforeEach(async () => {
  at = await setUp();
  thief = await startScriptedService();
  thief.answer({ body: { success: true, credits_info: { credits_remaining: 9 } } });
});
afterEach(async () => {
  await thief.close();
});

const NEW_KEY = "typed-key-lmno5555";

/** Changes the database directly, as another program or a manipulated backup would. */
async function editDatabase(sql: string, ...values: string[]): Promise<void> {
  await at.closeAll();
  const db = new Database(join(at.dir, "winnow.db"));
  db.prepare(sql).run(...values);
  db.close();
}

/** Runs every operation that may send a request to the account's service. */
async function sendEveryRequest(accounts: ReturnType<typeof at.open>, id: string): Promise<unknown[]> {
  const client = await accounts.client(id);
  return [
    client.ok ? await client.value.balance() : client,
    client.ok ? await client.value.verify("a@b.example") : client,
    await accounts.refreshCredits(id),
    await accounts.refresh(id),
    await accounts.replaceKey(id, NEW_KEY),
    await accounts.list(),
  ];
}

const sentTo = (service: ScriptedService) => service.asked.map(({ url }) => url.searchParams.get("apikey"));

describe("a key that was given for one origin", () => {
  test("is not sent to a base URL that was changed in the database, and has to be entered again", async () => {
    const { id } = unwrap(await at.open().add(acme));
    await editDatabase("UPDATE accounts SET base_url = ? WHERE id = ?", thief.baseUrl, id);
    const accounts = at.open();
    const said = await sendEveryRequest(accounts, id);
    expect(sentTo(thief)).toEqual([]);
    for (const answer of said.slice(0, 5)) expect(answer).toMatchObject(refusal("key_elsewhere"));
    expect(await accounts.list()).toMatchObject([{ id, keyState: "elsewhere" }]);
    expect(JSON.stringify(said)).not.toContain(GOOD);
  });

  test.each([
    ["scheme", (url: string) => url.replace("http:", "https:")],
    ["port", () => ""],
    ["host", (url: string) => url.replace("127.0.0.1", "localhost")],
  ])("is not sent to an origin with another %s", async (part, make) => {
    const { id } = unwrap(await at.open().add(acme));
    await editDatabase(
      "UPDATE accounts SET base_url = ?",
      part === "port" ? thief.baseUrl : make(at.service.baseUrl),
    );
    const before = at.service.asked.length;
    expect(await at.open().client(id)).toMatchObject(refusal("key_elsewhere"));
    expect([at.service.asked.length, thief.asked.length]).toEqual([before, 0]);
  });
});

describe("changing the base URL", () => {
  test("asks for the key again and never sends the old key to the new URL", async () => {
    const accounts = at.open();
    const { id } = unwrap(await accounts.add(acme));
    expect(await accounts.changeBaseUrl(id, { baseUrl: thief.baseUrl, apiKey: OTHER })).toMatchObject({
      ok: true,
      value: { baseUrl: thief.baseUrl, keyHint: OTHER.slice(-4), balance: { credits: 9 } },
    });
    expect(new Set(sentTo(thief))).toEqual(new Set([OTHER]));
    const before = at.service.asked.length;
    await sendEveryRequest(accounts, id);
    expect(at.service.asked.length).toBe(before);
    expect(sentTo(thief)).not.toContain(GOOD);
  });

  test("sends no key after a crash between storing the URL and storing the key", async () => {
    const accounts = at.open();
    const { id } = unwrap(await accounts.add(acme));
    at.keychain.before = (operation) => {
      if (operation === "save") throw new Error("the power went");
    };
    await expect(accounts.changeBaseUrl(id, { baseUrl: thief.baseUrl, apiKey: OTHER })).rejects.toThrow();
    at.keychain.before = () => {};
    await at.closeAll();
    const asked = [at.service.asked.length, thief.asked.length];
    expect(await at.open().client(id)).toMatchObject(refusal("key_elsewhere"));
    expect([at.service.asked.length, thief.asked.length]).toEqual(asked);
  });
});
