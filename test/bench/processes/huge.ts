import { rmSync } from "node:fs";
import { z } from "zod";
import { systemClock } from "../../../electron/engine/clock.ts";
import { createNodeFetch } from "../../../electron/engine/service/index.ts";
import type { FacetRequest } from "../../../shared/bridge/facets.ts";
import type { ResultFilter, ResultSort } from "../../../shared/bridge/results.ts";
import { RECOMMENDED_VERDICTS } from "../../../shared/verdicts.ts";
import { hasEnded, openInProcess, PAY_FOR_ALL, unwrap } from "../../support/in-process.ts";
import { asProcess, timed } from "./as-process.ts";

/** Does everything with one list, step by step, in one process: its peak memory only grows. */
const inputSchema = z.object({
  dataDir: z.string(),
  list: z.string(),
  out: z.string(),
  baseUrl: z.string(),
  apiKey: z.string(),
  workers: z.object({ tasks: z.string(), reader: z.string() }),
  /** An address of the list, to erase. */
  person: z.string(),
});

interface Step {
  readonly step: string;
  readonly milliseconds: number;
  readonly peakMegabytes: number;
}

const ROW = { kind: "row" } as const;
const FACETS: FacetRequest[] = [
  { kind: "verdict" },
  { kind: "reason" },
  { kind: "domain", top: 20, search: "" },
  ...[1, 3, 4, 5].map((column): FacetRequest => ({ kind: "column", column, top: 20, search: "" })),
];

await asProcess(inputSchema, async ({ dataDir, list, out, baseUrl, apiKey, workers, person }) => {
  rmSync(out, { force: true });
  const network = createNodeFetch();
  const { call, until, close } = unwrap(
    await openInProcess(dataDir, {
      fetch: network.fetch,
      sessionAccount: { baseUrl, apiKey },
      clock: systemClock,
      workers: { tasks: new URL(workers.tasks), reader: new URL(workers.reader) },
    }),
  );
  const { accounts } = unwrap(await call("accounts.list", {}));
  const accountId = accounts[0]?.id ?? "";
  const { listId } = unwrap(await call("lists.open", { source: { kind: "path", path: list } }));
  /** Peak memory before the list is read. */
  const baseMegabytes = process.resourceUsage().maxRSS / 1024;
  const steps: Step[] = [];
  async function step<T>(name: string, work: () => Promise<T>): Promise<T> {
    const began = performance.now();
    const value = await work();
    const milliseconds = performance.now() - began;
    const peakMegabytes = process.resourceUsage().maxRSS / 1024;
    process.stderr.write(`${name}: ${Math.round(milliseconds)} ms, ${Math.round(peakMegabytes)} MB\n`);
    steps.push({ step: name, milliseconds, peakMegabytes });
    return value;
  }

  const { measured, value: rows } = await timed(async () => {
    const read = unwrap(await step("read", () => call("lists.read", { listId, options: {} })));
    const asked = { listId, accountId, options: PAY_FOR_ALL };
    const price = unwrap(await step("price", () => call("cleanings.price", asked)));
    const ended = await step("clean", async () => {
      const started = unwrap(
        await call("cleanings.start", {
          ...asked,
          agreedCredits: price.credits,
          out: {
            path: out,
            overwrite: false,
            keep: [...RECOMMENDED_VERDICTS],
            withVerdicts: false,
            keepDuplicates: false,
          },
        }),
      );
      return until(started.id, hasEnded);
    });
    if (ended.state !== "done")
      throw new Error(`the cleaning is ${ended.state}: ${ended.problem?.code ?? ""}`);
    const cleaningId = ended.id;
    const page = (filter: ResultFilter, by: ResultSort["by"]) =>
      call("results.rows", {
        cleaningId,
        filter,
        sort: { by, descending: false },
        offset: 0,
        limit: 100,
      });
    await step("summary", async () => unwrap(await call("results.summary", { cleaningId })));
    await step("sort", async () => unwrap(await page({}, { kind: "domain" })));
    await step("sort by a column", async () =>
      unwrap(await page({}, { kind: "column", column: 5, numeric: false })),
    );
    await step("search", async () => unwrap(await page({ search: "com" }, ROW)));
    await step("search all columns", async () =>
      unwrap(await page({ search: "invoice", searchAll: true }, ROW)),
    );
    await step("search all lists", async () => {
      const question = { kind: "part" as const, text: "com" };
      return unwrap(await call("results.holding", { question, from: null }));
    });
    for (const facet of FACETS)
      await step(`facet ${facet.kind} ${facet.kind === "column" ? facet.column : ""}`, async () =>
        unwrap(await call("results.facets", { cleaningId, filter: {}, facets: [facet] })),
      );
    await step("mark", async () =>
      unwrap(await call("results.mark", { cleaningId, rows: { search: "anna" }, decision: "keep" })),
    );
    await step("export", async () =>
      unwrap(
        await call("exports.write", {
          cleaningId,
          filter: {},
          sort: { by: { kind: "row" }, descending: false },
          format: { kind: "exact" },
          withVerdicts: true,
          columns: null,
          split: "one",
          target: { kind: "path", path: `${out}.all.csv`, overwrite: true },
        }),
      ),
    );
    await step("back up", async () => unwrap(await call("app.backup", {})));
    await step("erase", async () => unwrap(await call("memory.erase", { entries: [person] })));
    return read.rows;
  });
  await close();
  return { ...measured, found: { rows, baseMegabytes, steps } };
});
