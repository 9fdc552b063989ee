import { execFileSync } from "node:child_process";
import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect } from "vitest";
import type { EngineOptions } from "../../electron/engine/engine.ts";
import type { Cleaning } from "../../shared/bridge/cleanings.ts";
import {
  everything,
  type InProcess,
  isOver,
  openInProcess,
  PAID,
  readList,
  unwrap,
} from "../support/in-process.ts";
import { quickSandbox } from "../support/quick-sandbox.ts";

export const ADDRESSES = 40;
export const sandbox = await quickSandbox();
export let folder: string;
export let data: string;
export let label: string;
let accounts = 0;
const open: InProcess[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "winnow-store-"));
  data = join(folder, "data");
  label = `store-${++accounts}`;
  sandbox.createAccount({ label, credits: 10_000 });
});
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
  rmSync(folder, { recursive: true, force: true });
});

export function engineOn(dataDir: string, options: Partial<EngineOptions> = {}) {
  const session = { baseUrl: sandbox.baseUrl, apiKey: sandbox.account(label).key };
  return openInProcess(dataDir, { session, ...options });
}

export async function start(dataDir = data, options: Partial<EngineOptions> = {}): Promise<InProcess> {
  const at = unwrap(await engineOn(dataDir, options));
  open.push(at);
  return at;
}

export async function stop(at: InProcess): Promise<void> {
  open.splice(open.indexOf(at), 1);
  await at.close();
}

export const outOf = () => join(folder, "clean.csv");

export async function begin(at: InProcess, target = outOf()): Promise<Cleaning> {
  const path = join(folder, "contacts.csv");
  const rows = Array.from({ length: ADDRESSES }, (_, i) => `${i},person${i}@example${i % 5}.com`);
  writeFileSync(path, `Nr,Email\n${rows.join("\n")}\n`);
  const listId = await readList(at, path);
  const accountId = unwrap(await at.call("accounts.list", {})).accounts[0]?.id ?? "";
  const out = { ...everything(target), withVerdicts: false };
  return unwrap(
    await at.call("cleanings.start", { listId, accountId, options: PAID, agreedCredits: ADDRESSES, out }),
  );
}

export async function clean(at: InProcess): Promise<Cleaning> {
  const cleaning = await at.until((await begin(at)).id, isOver);
  expect(cleaning).toMatchObject({ state: "done", missing: 0 });
  return cleaning;
}

export function expectPaidOnce(): void {
  const charges = [...sandbox.charges(label).values()];
  expect(charges).toHaveLength(ADDRESSES);
  expect(charges.every((times) => times === 1)).toBe(true);
}

/** Overwrites the middle of a file, as a failing disk does. */
export function damage(path: string, from = 4096): void {
  const size = statSync(path).size;
  expect(size).toBeGreaterThan(from);
  const handle = openSync(path, "r+");
  writeSync(handle, Buffer.alloc(Math.min(size - from, 16 * 4096), 0xa5), 0, undefined, from);
  closeSync(handle);
}

/** A small disk of its own below the test's folder. */
export function disk(megabytes: number): { path: string; remount(mode: "ro" | "rw"): void; unmount(): void } {
  const path = join(folder, "disk");
  mkdirSync(path);
  if (process.getuid?.() !== 0) throw new Error("this test mounts a small disk: run it as root, as CI does");
  execFileSync("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m`, "tmpfs", path]);
  return {
    path,
    remount: (mode) => void execFileSync("mount", ["-o", `remount,${mode}`, path]),
    unmount: () => void execFileSync("umount", ["-l", path]),
  };
}

/** Writes until nothing more fits; answers the way to free it again. */
export function fill(path: string): () => void {
  const filler = join(path, "filler");
  const handle = openSync(filler, "w");
  try {
    for (let size = 1 << 20; size >= 512; ) {
      try {
        writeSync(handle, Buffer.alloc(size));
      } catch {
        size >>= 1;
      }
    }
  } finally {
    closeSync(handle);
  }
  return () => rmSync(filler);
}
