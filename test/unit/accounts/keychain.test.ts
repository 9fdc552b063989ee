import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createKeychain } from "../../../electron/engine/accounts/index.ts";
import { inSession } from "./secret-service.ts";

const KEY = "canary-key-of-the-keychain-1234";
let room: string;
let home: string;
beforeEach(() => {
  room = mkdtempSync(join(tmpdir(), "winnow-keychain-"));
  home = join(room, "home");
});
afterEach(() => rmSync(room, { recursive: true, force: true }));

// macOS and Windows have no keychain that a test may fill; there the states below are those of the doubles.
describe.runIf(process.platform === "linux")("the real Secret Service", () => {
  test("keeps a key from one process to the next, and nothing of it once removed", async () => {
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

  test("locked, it is told apart from 'no such key', and the key is still there when it is unlocked", async () => {
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

  test("an account keeps its key there, and only there", async () => {
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

  test("a key there goes to its own origin alone, also one that was saved without it", async () => {
    const dir = join(home, "data");
    const own = { problem: null, sentTo: ["https://api.example.com"] };
    const refused = { problem: "key_elsewhere", sentTo: [] };
    const [first, moved, old] = await inSession(
      "open",
      home,
      [
        { do: "account.add", dir, key: KEY },
        { do: "account.ask", dir },
      ],
      [
        { do: "account.edit", dir, baseUrl: "https://thief.example" },
        { do: "account.ask", dir },
        { do: "account.edit", dir, baseUrl: "https://api.example.com/eu" },
        { do: "account.ask", dir },
      ],
      [
        { do: "account.age", dir, key: KEY },
        { do: "account.edit", dir, baseUrl: "https://thief.example" },
        { do: "account.ask", dir },
        { do: "account.edit", dir, baseUrl: "https://api.example.com" },
        { do: "account.ask", dir },
        { do: "everything" },
      ],
    );
    expect(first?.[1]).toEqual(own);
    expect([moved?.[1], moved?.[3]]).toEqual([refused, own]);
    expect([old?.[2], old?.[4]]).toEqual([refused, own]);
    const bound = { version: 1, key: KEY, origin: "https://api.example.com" };
    expect(old?.[5]).toMatchObject([{ password: JSON.stringify(bound) }]);
  });

  test.each([
    ["none", "no_service"],
    ["no bus", "no_service"],
  ] as const)("%s: the key is not taken", async (secrets, state) => {
    const [answers] = await inSession(secrets, home, [
      { do: "probe" },
      { do: "save", account: "a", key: KEY },
      { do: "read", account: "a" },
      { do: "remove", account: "a" },
    ]);
    expect(answers).toMatchObject([
      { state },
      { kind: "failed", state },
      { kind: "failed", state },
      { kind: "failed", state },
    ]);
    expect(JSON.stringify(answers)).not.toContain(KEY);
  });

  test("no keyring yet and nobody to make one: the key is not taken", async () => {
    const [answers] = await inSession("locked", home, [
      { do: "save", account: "a", key: KEY },
      { do: "probe" },
    ]);
    expect(answers).toMatchObject([{ kind: "failed", state: "no_service" }, { state: "no_service" }]);
  });
});

describe("what the system says", () => {
  const saying = (message: string) => {
    const refuse = () => Promise.reject(new Error(message));
    return createKeychain(async () => ({ getPassword: refuse, setPassword: refuse, deletePassword: refuse }));
  };

  test.each([
    ["Cannot create an item in a locked collection", "locked"],
    ["GDBus.Error:org.freedesktop.Secret.Error.IsLocked: locked", "locked"],
    ["Cannot autolaunch D-Bus without X11 $DISPLAY", "no_service"],
    ["Could not connect: No such file or directory", "no_service"],
    ["The name org.freedesktop.secrets was not provided by any .service files", "no_service"],
    ["Object does not exist at path “/org/freedesktop/secrets/collection/login”", "no_service"],
    ["Timeout was reached", "no_answer"],
    ["GDBus.Error:org.freedesktop.DBus.Error.AccessDenied: nope", "refused"],
    ["User canceled the operation.", "refused"],
    ["Access is denied.", "refused"],
    ["something new", "refused"],
  ])("%j is %s", async (message, state) => {
    const keychain = saying(message);
    expect(await keychain.probe()).toMatchObject({ state });
    expect(await keychain.read("a")).toMatchObject({ kind: "failed", state });
    expect(await keychain.save("a", KEY)).toMatchObject({ kind: "failed", state });
    expect(await keychain.remove("a")).toMatchObject({ kind: "failed", state });
  });

  test("a key in the system's error is not repeated", async () => {
    expect(JSON.stringify(await saying(`cannot store ${KEY}`).save("a", KEY))).not.toContain(KEY);
  });

  test.each([
    ["cannot be loaded", () => Promise.reject(new Error("Failed to load keytar native addon"))],
    ["is something else", () => Promise.resolve({ default: {} })],
  ])("a library that %s is missing", async (_what, load) => {
    const keychain = createKeychain(load);
    expect((await keychain.probe()).state).toBe("library_missing");
    expect(await keychain.save("a", KEY)).toMatchObject({ kind: "failed", state: "library_missing" });
    if (process.platform === "linux") expect((await keychain.probe()).why).toBe("libsecret_missing");
  });

  test("it is not loaded before it is needed", async () => {
    let loads = 0;
    const keychain = createKeychain(() => {
      loads++;
      return Promise.reject(new Error("none"));
    });
    expect(loads).toBe(0);
    await Promise.all([keychain.probe(), keychain.probe()]);
    await keychain.read("a");
    expect(loads).toBe(1);
  });
});

function everyFile(dir: string): string {
  return readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), "latin1"))
    .join("\n");
}
