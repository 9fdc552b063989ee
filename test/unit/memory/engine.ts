import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll } from "vitest";
import { createSandbox, type Sandbox } from "../../../electron/sandbox/index.ts";
import { type InProcess, openInProcess, PAY_FOR_ALL, readList, unwrap } from "../../support/in-process.ts";

/** An engine with an account in the sandbox, shared by the tests of a file. */
export let at: InProcess;
export let sandbox: Sandbox;
export let folder: string;
export let accountId: string;
export const LABEL = "memory";

beforeAll(async () => {
  sandbox = await createSandbox({ speed: Number.POSITIVE_INFINITY });
  sandbox.createAccount({ label: LABEL, credits: 100_000 });
  folder = mkdtempSync(join(tmpdir(), "winnow-memory-"));
  const sessionAccount = { baseUrl: sandbox.baseUrl, apiKey: sandbox.account(LABEL).key };
  at = unwrap(await openInProcess(join(folder, "data"), { sessionAccount }));
  accountId = unwrap(await at.call("accounts.list", {})).accounts[0]?.id ?? "";
});
afterAll(async () => {
  await at.close();
  await sandbox.close();
  rmSync(folder, { recursive: true, force: true });
});

let files = 0;
/** Writes a file under a new name and returns its path. */
export function write(bytes: string | Uint8Array, name = "file.csv"): string {
  const path = join(folder, `${++files}-${name}`);
  writeFileSync(path, bytes);
  return path;
}

/** Writes and reads a list, and returns its id. */
export const read = async (text: string): Promise<string> => readList(at, write(text));

/** Returns the number of suppressed rows in a list with this text. */
export async function countSuppressed(text: string): Promise<number> {
  const listId = await read(text);
  return unwrap(await at.call("cleanings.price", { listId, accountId, options: PAY_FOR_ALL })).suppressed;
}
