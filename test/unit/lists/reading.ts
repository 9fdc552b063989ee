import { mkdirSync, writeFileSync } from "node:fs";
import { onTestFinished } from "vitest";
import { type OpenList, openList } from "../../../electron/engine/lists/index.ts";
import { listTasks } from "../../../electron/engine/lists/thread-tasks.ts";
import { type ListLayout, layoutOf } from "../../../electron/engine/store/index.ts";
import type { Preflight, ReadOptions } from "../../../shared/bridge/lists.ts";
import type { Result } from "../../../shared/result.ts";
import { testFolder } from "../../support/folders.ts";

/** A list in a separate data folder that is removed after the test. */
export interface TestList {
  readonly list: ListLayout;
  readonly dir: string;
}

export function createListFile(bytes: Uint8Array | string): TestList {
  const dir = testFolder();
  const list = layoutOf(dir).list("list-1");
  mkdirSync(list.dir, { recursive: true });
  writeFileSync(list.original, bytes);
  return { list, dir };
}

/** Reads `bytes` as the file `name`, in this thread. */
export async function read(
  bytes: Uint8Array | string,
  options: ReadOptions = {},
  name = "list.csv",
): Promise<{ result: Result<Preflight> } & TestList> {
  const placed = createListFile(bytes);
  const input = { listId: "list-1", list: placed.list, name, options, corrections: [] };
  return { ...placed, result: await listTasks["lists.read"](input, { progress: () => undefined }) };
}

/** Reads `bytes` and opens the list. Throws if it cannot be read. */
export async function readOpen(
  bytes: Uint8Array | string,
  options: ReadOptions = {},
): Promise<{ preflight: Preflight; list: OpenList; layout: ListLayout; dir: string }> {
  const { result, list: layout, dir } = await read(bytes, options);
  if (!result.ok) throw new Error(`${result.problem.code}: ${result.problem.detail}`);
  const list = openList(layout);
  onTestFinished(() => list.close());
  return { preflight: result.value, list, layout, dir };
}

/** Returns all bytes that an export copies: the preamble, the header and the rows. */
export function exportedBytes(list: OpenList): Buffer {
  const rows = Array.from({ length: list.rows }, (_, row) => list.recordBytes(row));
  return Buffer.concat([list.preambleBytes(), list.headerBytes(), ...rows]);
}
