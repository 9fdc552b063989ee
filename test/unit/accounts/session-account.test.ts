import { beforeEach, describe, expect, test } from "vitest";
import { GOOD, OTHER, refusal, setUp } from "./set-up.ts";

let at: Awaited<ReturnType<typeof setUp>>;
beforeEach(async () => {
  at = await setUp();
});

describe("an account from the environment", () => {
  const session = (apiKey = GOOD) => ({ session: { baseUrl: `${at.service.baseUrl}/`, apiKey } });

  test("exists for this run, and its key is not stored", async () => {
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

  test("keeps its ID for the same base URL and key only", async () => {
    const [first] = await at.open(session()).list();
    await at.closeAll();
    expect((await at.open(session()).list()).map((one) => one.id)).toEqual([first?.id]);
    await at.closeAll();
    const [other] = await at.open(session(OTHER)).list();
    expect(other?.id).not.toBe(first?.id);
    expect(other?.label).not.toBe(first?.label);
  });

  test("disappears when the environment no longer defines it, unless it has cleanings", async () => {
    const [account] = await at.open(session()).list();
    const id = account?.id ?? "";
    await at.closeAll();
    const accounts = at.open();
    expect(await accounts.list()).toEqual([]);
    expect(await accounts.client(id)).toMatchObject(refusal("key_missing"));
    at.usage.set(id, { reserved: 0, unfinished: 1, cleanings: 1 });
    expect(await accounts.list()).toMatchObject([{ id, keyState: "missing" }]);
  });

  test("is refused over plain HTTP, and no request is sent", async () => {
    const accounts = at.open({ session: { baseUrl: "http://user:word@api.example.com", apiKey: GOOD } });
    const [account] = await accounts.list();
    expect(await accounts.client(account?.id ?? "")).toMatchObject({ ok: false });
    expect(at.onDisk()).not.toContain("word@");
    const plain = at.open({ session: { baseUrl: "http://api.example.com", apiKey: GOOD } });
    const [insecure] = await plain.list();
    expect(await plain.client(insecure?.id ?? "")).toMatchObject(refusal("base_url_insecure"));
  });

  test("rejects another key or base URL entered in Winnow", async () => {
    const accounts = at.open(session());
    const [account] = await accounts.list();
    const id = account?.id ?? "";
    expect(await accounts.replaceKey(id, OTHER)).toMatchObject(refusal("account_given"));
    expect(await accounts.changeBaseUrl(id, { baseUrl: at.service.baseUrl, apiKey: GOOD })).toMatchObject(
      refusal("account_given"),
    );
  });
});
