import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect } from "vitest";
import type { EngineOptions } from "../../electron/engine/engine.ts";
import type { Cleaning, Out } from "../../shared/bridge/cleanings.ts";
import { everything, type InProcess, openInProcess, PAID, readList, unwrap } from "../support/in-process.ts";
import { quickSandbox } from "../support/quick-sandbox.ts";

const sandbox = await quickSandbox();
export let folder: string;
export let users: string;
let label: string;
let accounts = 0;
const open: InProcess[] = [];
const LIST = `email,note\n${Array.from({ length: 50 }, (_, n) => `person${n}@acme.example,n${n}`).join("\n")}\n`;

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "winnow-files-")));
  users = join(folder, "users");
  mkdirSync(users);
  writeFileSync(join(users, "list.csv"), LIST);
  label = `files-${++accounts}`;
  sandbox.createAccount({ label, credits: 100_000 });
});
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
  // Nothing is noted as unfinished that is not.
  const notes = join(folder, "data", "unfinished");
  expect(existsSync(notes) ? readdirSync(notes) : []).toEqual([]);
  rmSync(folder, { recursive: true, force: true });
});

export const at = (name: string) => join(users, name);

export async function start(options: Partial<EngineOptions> = {}): Promise<InProcess> {
  const session = { baseUrl: sandbox.baseUrl, apiKey: sandbox.account(label).key };
  const engine = unwrap(await openInProcess(join(folder, "data"), { session, ...options }));
  open.push(engine);
  return engine;
}

export async function stop(engine: InProcess): Promise<void> {
  open.splice(open.indexOf(engine), 1);
  await engine.close();
}

export async function begin(engine: InProcess, out?: Out) {
  const listId = await readList(engine, at("list.csv"));
  const accountId = unwrap(await engine.call("accounts.list", {})).accounts[0]?.id ?? "";
  return engine.call("cleanings.start", { listId, accountId, options: PAID, agreedCredits: 50, out });
}

export const plain = (name: string, overwrite = false): Out => ({
  ...everything(at(name)),
  withVerdicts: false,
  overwrite,
});
export const settledOut = (cleaning: Cleaning) =>
  cleaning.state === "done" && (cleaning.problem !== null || cleaning.out?.rows !== null);
