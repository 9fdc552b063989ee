import { createResults } from "../../../electron/engine/results/index.ts";
import { readResults, writeResults } from "../../../electron/engine/results/results-store.ts";
import { layoutOf, openColumns } from "../../../electron/engine/store/index.ts";
import { VERDICT_CODE } from "../../../shared/verdicts.ts";
import { buildList, type ListText } from "../results/build-list.ts";

export function verifiedList(text: ListText) {
  const built = buildList(text);
  const cleaning = layoutOf(built.dataDir).cleaning("c1");
  const size = built.addresses.length;
  createResults(cleaning.results, { fate: new Uint16Array(size).fill(1), known: null });
  const store = openColumns(cleaning.results);
  const results = readResults(store, size);
  results.verdict.fill(VERDICT_CODE.deliverable);
  results.source.fill(1);
  store.transaction(() => writeResults(store, results));
  store.close();
  return { built, cleaning };
}
