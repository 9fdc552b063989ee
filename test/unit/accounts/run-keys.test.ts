import { join } from "node:path";
import Database from "better-sqlite3";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createRunKeys } from "../../../electron/engine/accounts/index.ts";
import { GOOD, setUp, unwrap } from "./set-up.ts";

let at: Awaited<ReturnType<typeof setUp>>;
beforeEach(async () => {
  at = await setUp();
  at.keychain.state = "no_service";
});
afterEach(() => at.tearDown());

const acme = { label: "Acme", baseUrl: null, apiKey: GOOD };

/** Closes the accounts, changes the data as a restore may, and opens others over it. */
async function replaced(sql: string, runKeys = createRunKeys()) {
  await at.closeAll();
  const db = new Database(join(at.dir, "winnow.db"));
  db.exec(sql);
  db.close();
  return at.open({ runKeys });
}

const keys = () => at.service.asked.map(({ url }) => url.searchParams.get("apikey"));

describe("a key that is held in memory only", () => {
  test("stays with its account through a restore, and is saved once a keychain accepts it", async () => {
    const runKeys = createRunKeys();
    const { id } = unwrap(await at.open({ runKeys }).add(acme));
    const accounts = await replaced("UPDATE accounts SET key_hint = NULL, label = 'As backed up'", runKeys);
    expect(await accounts.list()).toMatchObject([
      { label: "As backed up", keyState: "session", keyHint: "1234" },
    ]);
    expect(unwrap(await accounts.refreshCredits(id))).toBe(100);
    expect(accounts.redact(`?apikey=${GOOD}`)).not.toContain(GOOD);
    expect(at.onDisk()).not.toContain(GOOD);
    at.keychain.state = "available";
    expect(unwrap(await accounts.refresh(id)).keyState).toBe("stored");
    expect(runKeys.size).toBe(0);
    expect(at.keychain.keys.get(id)).toContain(GOOD);
  });

  test("is not used when the account's base URL has another origin after the restore", async () => {
    const runKeys = createRunKeys();
    const { id } = unwrap(await at.open({ runKeys }).add(acme));
    const elsewhere = at.service.baseUrl.replace("127.0.0.1", "localhost");
    const accounts = await replaced(`UPDATE accounts SET base_url = '${elsewhere}'`, runKeys);
    at.service.asked.length = 0;
    expect(await accounts.list()).toMatchObject([{ keyState: "missing" }]);
    expect(await accounts.refreshCredits(id)).toMatchObject({ ok: false, problem: { code: "key_missing" } });
    expect(keys()).toEqual([]);
  });
});
