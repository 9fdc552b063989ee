import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { createKeychain } from "../../../electron/engine/accounts/index.ts";
import { testFolder } from "../../support/folders.ts";
import { inSession } from "./secret-service.ts";

const KEY = "canary-key-of-the-keychain-1234";
let room: string;
let home: string;
beforeEach(() => {
  room = testFolder();
  home = join(room, "home");
});

// Linux only: macOS and Windows have no keychain that a test may fill.
describe.runIf(process.platform === "linux")("the Secret Service keychain", () => {
  test("keeps a key for the next process until the key is removed", async () => {
    const [first, second, third] = await inSession(
      "open",
      home,
      [{ do: "probe" }, { do: "read", account: "a" }, { do: "save", account: "a", key: KEY }],
      [
        { do: "read", account: "a" },
        { do: "read", account: "b" },
        { do: "everything" },
        { do: "remove", account: "a" },
      ],
      [{ do: "read", account: "a" }, { do: "remove", account: "a" }, { do: "everything" }],
    );
    expect(first).toEqual([{ state: "available", why: null }, { kind: "absent" }, { kind: "saved" }]);
    expect(second).toEqual([
      { kind: "key", key: KEY },
      { kind: "absent" },
      [{ account: "a", password: KEY }],
      { kind: "removed" },
    ]);
    expect(third).toEqual([{ kind: "absent" }, { kind: "removed" }, []]);
  });

  test("distinguishes a locked keychain from a missing key, and returns the key once it is unlocked", async () => {
    await inSession("open", home, [{ do: "save", account: "a", key: KEY }]);
    const [locked] = await inSession("locked", home, [
      { do: "read", account: "a" },
      { do: "read", account: "b" },
      { do: "save", account: "b", key: KEY },
      { do: "remove", account: "a" },
      { do: "probe" },
    ]);
    const failed = { kind: "failed", state: "locked", why: "locked" };
    expect(locked).toEqual([failed, failed, failed, failed, { state: "locked", why: failed.why }]);
    const [open] = await inSession("open", home, [{ do: "read", account: "a" }]);
    expect(open).toEqual([{ kind: "key", key: KEY }]);
  });

  test("is the only place that holds an account's key", async () => {
    const dir = join(home, "data");
    const [added, listed] = await inSession(
      "open",
      home,
      [{ do: "account.add", dir, key: KEY }],
      [{ do: "account.list", dir }],
    );
    expect(added).toMatchObject([{ ok: true, value: { keyState: "stored", keyHint: "1234" } }]);
    expect(listed).toMatchObject([[{ keyState: "stored" }]]);
    const [locked] = await inSession("locked", home, [
      { do: "account.list", dir },
      { do: "account.remove", dir },
    ]);
    expect(locked).toMatchObject([
      [{ keyState: "locked" }],
      { ok: false, problem: { code: "key_left_behind" } },
    ]);
    const [removed] = await inSession("open", home, [{ do: "account.remove", dir }, { do: "everything" }]);
    expect(removed).toEqual([{ ok: true, value: {} }, []]);
    expect(everyFile(home)).not.toContain(KEY);
  });
});

describe("an error of the system's keychain", () => {
  const saying = (message: string) => {
    const refuse = () => Promise.reject(new Error(message));
    return createKeychain(async () => ({ getPassword: refuse, setPassword: refuse, deletePassword: refuse }));
  };

  test.each([
    ["Cannot create an item in a locked collection", "locked"],
    ["Could not connect: No such file or directory", "no_service"],
    ["Timeout was reached", "no_answer"],
    ["GDBus.Error:org.freedesktop.DBus.Error.AccessDenied: nope", "refused"],
  ])("is classified by its text: %j is %s", async (message, state) => {
    const keychain = saying(message);
    expect(await keychain.probe()).toMatchObject({ state });
    expect(await keychain.read("a")).toMatchObject({ kind: "failed", state });
    expect(await keychain.save("a", KEY)).toMatchObject({ kind: "failed", state });
    expect(await keychain.remove("a")).toMatchObject({ kind: "failed", state });
  });

  test("is reported without the key that it quotes", async () => {
    expect(JSON.stringify(await saying(`cannot store ${KEY}`).save("a", KEY))).not.toContain(KEY);
  });

  test.each([
    ["cannot be loaded", () => Promise.reject(new Error("Failed to load keytar native addon"))],
    ["is something else", () => Promise.resolve({ default: {} })],
  ])("counts as a missing library when the library %s", async (_what, load) => {
    const keychain = createKeychain(load);
    expect((await keychain.probe()).state).toBe("library_missing");
    expect(await keychain.save("a", KEY)).toMatchObject({ kind: "failed", state: "library_missing" });
    if (process.platform === "linux") expect((await keychain.probe()).why).toBe("libsecret_missing");
  });
});

function everyFile(dir: string): string {
  return readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), "latin1"))
    .join("\n");
}
