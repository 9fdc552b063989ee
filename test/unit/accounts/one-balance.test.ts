import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createSandbox, type Sandbox } from "../../../electron/sandbox/index.ts";
import { type InProcess, openInProcess, PAID, readList, unwrap } from "../../support/in-process.ts";

/** The environment's account and a stored one, with one key: they have the same credits. */

let folder: string;
let sandbox: Sandbox;
let at: InProcess;
let given: string;
let stored: string;
let other: string;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "winnow-balance-"));
  sandbox = await createSandbox({ accounts: [], speed: 1 });
  const { baseUrl } = sandbox;
  const apiKey = sandbox.createAccount({ label: "one", credits: 100 }).key;
  const another = sandbox.createAccount({ label: "two", credits: 100 }).key;
  at = unwrap(await openInProcess(join(folder, "data"), { session: { baseUrl, apiKey } }));
  given = unwrap(await at.call("accounts.list", {})).accounts[0]?.id ?? "";
  stored = unwrap(await at.call("accounts.add", { label: "Stored", baseUrl, apiKey })).id;
  other = unwrap(await at.call("accounts.add", { label: "Other", baseUrl, apiKey: another })).id;
  unwrap(await at.call("accounts.refresh", { id: given }));
});
afterEach(async () => {
  await at.close();
  await sandbox.close();
  rmSync(folder, { recursive: true });
});

async function list(name: string): Promise<string> {
  const path = join(folder, `${name}.csv`);
  writeFileSync(
    path,
    `Email\n${Array.from({ length: 60 }, (_, i) => `${name}${i}@firm.example`).join("\n")}\n`,
  );
  return readList(at, path);
}

const priced = async (listId: string, accountId: string) =>
  unwrap(await at.call("cleanings.price", { listId, accountId, options: PAID }));

it("credits that are promised on one of them are not promised again on the other", async () => {
  unwrap(await at.call("app.online", { online: false }));
  const start = { accountId: given, options: PAID, agreedCredits: 60 };
  unwrap(await at.call("cleanings.start", { ...start, listId: await list("a") }));
  const second = await list("b");
  for (const accountId of [given, stored])
    expect(await priced(second, accountId)).toMatchObject({ balance: 100, promised: 60, available: 40 });
  expect(await priced(second, other)).toMatchObject({ balance: 100, promised: 0, available: 100 });
  const refused = await at.call("cleanings.start", { ...start, listId: second, accountId: stored });
  expect(refused).toMatchObject({ ok: false, problem: { code: "credits_insufficient" } });
  const { accounts } = unwrap(await at.call("accounts.list", {}));
  expect(accounts.map(({ id, reserved }) => [id, reserved])).toEqual([
    [given, 60],
    [stored, 60],
    [other, 0],
  ]);
});
