import { mkdirSync, writeFileSync } from "node:fs";
import { openList } from "../../../electron/engine/lists/index.ts";
import { listTasks } from "../../../electron/engine/lists/thread-tasks.ts";
import { createResults } from "../../../electron/engine/results/index.ts";
import { readResults, writeResults } from "../../../electron/engine/results/results-store.ts";
import { layoutOf, openColumns } from "../../../electron/engine/store/index.ts";
import type { ReadOptions } from "../../../shared/bridge/lists.ts";
import { VERDICT_CODE } from "../../../shared/verdicts.ts";
import { makeDataDir } from "../results/build-list.ts";

/** Reads a file as a list and builds a cleaning of it in which every address is deliverable. */
export async function cleanedFile(
  bytes: Uint8Array | string,
  {
    name = "list.csv",
    options = {},
    corrections = [],
  }: { name?: string; options?: ReadOptions; corrections?: readonly (readonly [string, string])[] } = {},
) {
  const dataDir = makeDataDir();
  const list = layoutOf(dataDir).list("l1");
  mkdirSync(list.dir, { recursive: true });
  writeFileSync(list.original, bytes);
  const input = {
    listId: "l1",
    list,
    name,
    options,
    corrections: corrections.map(([from, to]): [string, string] => [from, to]),
  };
  const read = await listTasks["lists.read"](input, { progress: () => undefined });
  if (!read.ok) throw new Error(read.problem.detail);
  const cleaning = layoutOf(dataDir).cleaning("c1");
  const opened = openList(list);
  const size = opened.addresses;
  opened.close();
  createResults(cleaning.results, { fate: new Uint16Array(size).fill(1), known: null });
  const store = openColumns(cleaning.results);
  const results = readResults(store, size);
  results.verdict.fill(VERDICT_CODE.deliverable);
  results.source.fill(1);
  store.transaction(() => writeResults(store, results));
  store.close();
  return { preflight: read.value, built: { list, dataDir, meta: opened.meta, addresses: [] }, cleaning };
}
