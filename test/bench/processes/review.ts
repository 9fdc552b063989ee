import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";
import { createResultReader } from "../../../electron/engine/results/index.ts";
import { type Layout, layoutOf } from "../../../electron/engine/store/index.ts";
import type { FacetFilter, FacetRequest } from "../../../shared/bridge/facets.ts";
import type { ResultFilter, ResultSort } from "../../../shared/bridge/results.ts";
import { asProcess, timed } from "./as-process.ts";

/** Reviews a cleaning like the page: consecutive questions to the reader thread. */
const inputSchema = z.object({
  worker: z.string(),
  dataDir: z.string(),
  listId: z.string(),
  cleaningId: z.string(),
  searches: z.array(z.string()),
  offsets: z.array(z.number()),
});

const LOADED = 1_000;
const IN_ORDER: ResultSort = { by: { kind: "row" }, descending: false };
const BY_DOMAIN: ResultSort = { by: { kind: "domain" }, descending: false };

/** The facets beside the table, and filters selected in them. */
const FACETS: FacetRequest[] = [
  { kind: "verdict" },
  { kind: "reason" },
  { kind: "flag" },
  { kind: "provider" },
  { kind: "typo" },
  { kind: "domain", top: 20, search: "" },
];
const CITY: FacetRequest = { kind: "column", column: 4, top: 20, search: "" };
const CHOSEN: FacetFilter[] = [
  { verdicts: ["deliverable"] },
  { flags: ["free"], exclude: { verdicts: ["unknown"] } },
  { domains: ["gmail.com", "yahoo.com"] },
  { verdicts: ["undeliverable"], domains: ["hotmail.com"] },
  { exclude: { flags: ["role"], domains: ["gmail.com"] } },
];

await asProcess(inputSchema, async ({ worker, dataDir, listId, cleaningId, searches, offsets }) => {
  const layout: Layout = layoutOf(dataDir);
  const reader = createResultReader({ layout, workerUrl: new URL(worker) });
  reader.warmUp();
  // As in a program that has been running for a moment.
  await pause(LOADED);
  const target = { listId, cleaningId };
  const page = (filter: ResultFilter, sort: ResultSort, offset: number) =>
    reader.ask("rows", { ...target, filter, sort, offset, limit: 100 });
  const facets = (filter: FacetFilter, asked: FacetRequest[]) =>
    reader.ask("facets", { ...target, filter, facets: asked });
  const deliverable: ResultFilter = { verdicts: ["deliverable"] };

  const { measured, value } = await timed(async () => ({
    open: await times([0], () => page({}, IN_ORDER, 0)),
    counts: await times(searches, () => reader.ask("summary", target)),
    sort: await times([0], () => page({}, BY_DOMAIN, 0)),
    search: await times(searches, (search) => reader.ask("count", { ...target, filter: { search } })),
    filter: await times([0], () => page(deliverable, BY_DOMAIN, 0)),
    facetsFirst: await times([0], () => facets({}, FACETS)),
    facets: await times(CHOSEN, (filter) => facets(filter, FACETS)),
    columnFirst: await times([0], () => facets({}, [CITY])),
    column: await times(CHOSEN, (filter) => facets(filter, [...FACETS, CITY])),
    answer: await times([0], () => reader.ask("answer", { ...target, suppresses: false })),
    insights: await times([0], () => reader.ask("insights", { ...target, earlier: [] })),
    window: await times(offsets, (offset) => page(deliverable, BY_DOMAIN, offset)),
  }));
  const searchAnswers: number[] = [];
  for (const search of searches) {
    const counted = await reader.ask("count", { ...target, filter: { search } });
    searchAnswers.push(counted.ok ? counted.value.rows : Number.NaN);
  }
  await reader.close();
  return { ...measured, found: { ...value, searchAnswers } };
});

async function times<T>(
  inputs: readonly T[],
  ask: (input: T) => Promise<{ ok: boolean }>,
): Promise<number[]> {
  const found: number[] = [];
  for (const input of inputs) {
    const began = performance.now();
    const answer = await ask(input);
    found.push(performance.now() - began);
    if (!answer.ok) throw new Error("the reader refused");
  }
  return found;
}
