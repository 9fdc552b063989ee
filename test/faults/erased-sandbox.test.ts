import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import { afterEach, beforeEach, expect, it } from "vitest";
import { launchSandbox } from "../../electron/sandbox/index.ts";
import { type InProcess, isOver, openInProcess, PAID, readList, unwrap } from "../support/in-process.ts";

const ROWS = 40;
let folder: string;
let at: InProcess;
let accountId: string;

const data = () => join(folder, "data");
const open = async () => {
  const launch = () => launchSandbox({ stateDir: join(data(), "sandbox"), speed: Number.POSITIVE_INFINITY });
  at = unwrap(await openInProcess(data(), { launchSandbox: launch }));
};

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "winnow-erased-"));
  await open();
  accountId = unwrap(await at.call("accounts.sandbox", {})).id;
});
afterEach(async () => {
  await at.close();
  rmSync(folder, { recursive: true, force: true });
});

/** How often addresses or names of the list stand in the bytes below the data folder, by file. */
function left(): Record<string, number> {
  const files = readdirSync(data(), { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
  return Object.fromEntries(
    files.flatMap((file) => {
      const bytes = readFileSync(join(file.parentPath, file.name), "latin1");
      const times = bytes.split(/needle\.example|Secret/).length - 1;
      return times === 0 ? [] : [[file.name, times]];
    }),
  );
}

/** Cleans a list, all its columns sent; its cleaning. */
async function cleaned(): Promise<string> {
  const path = join(folder, "contacts.csv");
  const rows = Array.from({ length: ROWS }, (_, i) => `Secret${i},p${i}@needle.example\n`);
  writeFileSync(path, `SecretName,Email\n${rows.join("")}`);
  const listId = await readList(at, path);
  const wish = {
    listId,
    accountId,
    options: { ...PAID, allColumns: true, allColumnsAsked: true },
    agreedCredits: ROWS,
  };
  const { id } = unwrap(await at.call("cleanings.start", wish));
  expect(await at.until(id, isOver)).toMatchObject({ state: "done" });
  return id;
}

async function erase(id: string): Promise<void> {
  unwrap(await at.act(id, "delete_here"));
  unwrap(await at.call("cleanings.erase", { cleaningId: id }));
}

it("a list that was deleted at the sandbox and for good stands nowhere in the data folder's bytes", async () => {
  const id = await cleaned();
  expect(Object.keys(left()).some((name) => name.startsWith("sandbox.db"))).toBe(true);
  unwrap(await at.act(id, "delete_at_service"));
  await erase(id);
  expect(left()).toEqual({});
});

it("nor does an address that was checked by itself in the sandbox, once it is forgotten", async () => {
  unwrap(await at.call("checks.check", { accountId, address: "solo@needle.example" }));
  expect(left()).not.toEqual({});
  unwrap(await at.call("checks.forget", { address: "solo@needle.example" }));
  expect(left()).toEqual({});
});

it("nor does what was only erased here, once the sandbox is removed; added again, it begins anew", async () => {
  const id = await cleaned();
  await erase(id);
  expect(Object.keys(left()).every((name) => name.startsWith("sandbox.db"))).toBe(true);
  unwrap(await at.call("accounts.remove", { id: accountId }));
  expect(left()).toEqual({});
  expect(unwrap(await at.call("accounts.sandbox", {})).balance?.credits).toBe(1_000_000);
});

it("nor what an earlier sandbox deleted without overwriting it, and the checks that it kept", async () => {
  await at.close();
  mkdirSync(join(data(), "sandbox"), { recursive: true });
  const db = new Database(join(data(), "sandbox", "sandbox.db"));
  const filler = "old@needle.example ".repeat(2000);
  db.exec(`PRAGMA user_version = 0; CREATE TABLE gone (text TEXT); INSERT INTO gone VALUES ('${filler}'); DROP TABLE gone;
    CREATE TABLE checks (account TEXT, address TEXT, at INTEGER);
    INSERT INTO checks VALUES ('rich', 'solo@needle.example', 1);`);
  db.close();
  expect(Object.keys(left()).some((name) => name.startsWith("sandbox.db"))).toBe(true);
  await open();
  unwrap(await at.call("accounts.sandbox", {}));
  expect(left()).toEqual({});
});
