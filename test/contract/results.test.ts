import { mkdir } from "node:fs/promises";
import { dirname } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createResults } from "../../electron/engine/results/index.ts";
import { readResults } from "../../electron/engine/results/results-store.ts";
import { resultTasks } from "../../electron/engine/results/thread-tasks.ts";
import type { ServiceClient } from "../../electron/engine/service/index.ts";
import { layoutOf, openColumns } from "../../electron/engine/store/index.ts";
import { sandboxVerdict } from "../../electron/sandbox/index.ts";
import { flagsOf, sourceOf, verdictOf } from "../../shared/verdicts.ts";
import {
  createFaultySandbox,
  FAULT_NAMES,
  FAULTS,
  type FaultName,
  type FaultRule,
  type FaultySandbox,
} from "../support/faulty-sandbox/index.ts";
import { listOf } from "../unit/results/build-list.ts";
import { clientOf, uploadList } from "./world.ts";

/** All known forms of results files: written by the sandbox, downloaded by the client and ingested. */

const KEY = "sandbox-results-key";

const ADDRESSES = [
  ...Array.from({ length: 24 }, (_, i) => `Kim.${i}@corp.example`),
  "Catchall@corp.example",
  "slow@gmail.com",
  "info@corp.example",
  "spamtrap@corp.example",
  "bounce@mailinator.com",
  "zoë@münchen.example",
];

const ALONE = `Email\n${ADDRESSES.join("\n")}\n`;

/** Columns with other people's addresses, quotes, line breaks and words that look like verdicts. */
const WITH_COLUMNS = `Owner,Note,Email,State\n${ADDRESSES.map(
  (address, i) => `boss${i % 3}@corp.example,"said ""hi"",\nthen left",${address},${i % 2 ? "unknown" : "N"}`,
).join("\n")}\n`;

/** Faults that change the content of the file, with their own tests. */
const CONTENT: readonly FaultName[] = [
  ...(["rows-missing", "rows-strange", "blank-times", "no-header"] as const),
  ...(["verdict-unheard-of", "live-results"] as const),
];
const SHAPES = FAULT_NAMES.filter(
  (name) => name === "latency" || name === "slow-body" || FAULTS[name][0] === "download",
).filter((name) => !CONTENT.includes(name));

const TRUE_ROWS = ADDRESSES.map((address) => {
  const { verdict, flags } = sandboxVerdict(address);
  return `${address}: ${verdict} ${flagsOf(flags).join("+") || "-"} service`;
});

let sandbox: FaultySandbox;
let client: ServiceClient;
const jobs = { alone: "", withColumns: "" };

beforeAll(async () => {
  sandbox = await createFaultySandbox({
    speed: Number.POSITIVE_INFINITY,
    accounts: [{ label: "results", key: KEY, credits: 1000 }],
  });
  client = clientOf({ sandbox, account: sandbox.account("results") });
  jobs.alone = await uploadList(sandbox, KEY, ALONE, true);
  jobs.withColumns = await uploadList(sandbox, KEY, WITH_COLUMNS, true);
});
beforeEach(() => sandbox.faults.clear());
afterAll(() => sandbox.close());

/** Downloads the job's results under these faults and ingests them. `again` repeats it. */
async function downloadAndIngest(jobId: string, rules: readonly FaultRule[], shortFetches?: number) {
  sandbox.faults.clear();
  for (const rule of rules) sandbox.faults.add(rule);
  const { dataDir, list } = listOf(ADDRESSES);
  const layout = layoutOf(dataDir);
  const cleaning = layout.cleaning("c1");
  const download = cleaning.download(1);
  await mkdir(dirname(download), { recursive: true });
  createResults(cleaning.results, { fate: new Uint16Array(ADDRESSES.length).fill(1), known: null });
  const repeat = async () => {
    const fetched = await client.download(jobId, download);
    if (!fetched.ok) throw new Error(fetched.error.problem.title);
    const result = await resultTasks["results.ingest"](
      {
        list,
        results: cleaning.results,
        archive: layout.archive,
        scope: "sandbox",
        cleaningId: "c1",
        ordinal: 1,
        download,
        expectedTotal: ADDRESSES.length,
        shortFetches,
      },
      { progress: () => undefined },
    );
    return { result, rows: rowsIn(cleaning.results) };
  };
  return { ...(await repeat()), repeat };
}

/** Returns `address: verdict flags source` for each address. */
function rowsIn(path: string): string[] {
  const store = openColumns(path, { readonly: true });
  const columns = readResults(store, ADDRESSES.length);
  store.close();
  return ADDRESSES.map((address, id) => {
    const flags = flagsOf(columns.flags[id] ?? 0).join("+") || "-";
    return `${address}: ${verdictOf(columns.verdict[id] ?? 0)} ${flags} ${sourceOf(columns.source[id] ?? 0)}`;
  });
}

const gentle = (name: FaultName): FaultRule => {
  if (name === "slow-body") return { name, value: 1_000_000 };
  return name === "latency" ? { name, value: 1 } : { name };
};

describe.each(["alone", "withColumns"] as const)("results of a list with addresses %s", (which) => {
  test.each(SHAPES.map((name) => [name]))("are ingested completely with %s", async (name) => {
    const { result, rows } = await downloadAndIngest(jobs[which], [gentle(name)]);
    expect(rows).toEqual(TRUE_ROWS);
    expect(result).toMatchObject({ ok: true, value: { received: ADDRESSES.length, missing: 0 } });
  });

  test("are ingested completely with any combination of these deviations", async () => {
    await fc.assert(
      fc.asyncProperty(fc.subarray(SHAPES), async (names) => {
        const { rows } = await downloadAndIngest(jobs[which], names.map(gentle));
        expect(rows).toEqual(TRUE_ROWS);
      }),
      { numRuns: 25, seed: 20260105 },
    );
  });

  test("are ingested incomplete after three downloads without some rows", async () => {
    const live: FaultRule[] = [{ name: "live-results" }];
    expect(await downloadAndIngest(jobs[which], live, 1)).toMatchObject({
      result: { value: { isShort: true } },
    });
    const { result, rows } = await downloadAndIngest(jobs[which], live, 2);
    expect(result).toMatchObject({ ok: true, value: { missing: 1, received: ADDRESSES.length - 1 } });
    expect(rows.filter((row) => !TRUE_ROWS.includes(row))).toHaveLength(1);
  });

  test("keep their verdicts and flags if the times are blank", async () => {
    expect((await downloadAndIngest(jobs[which], [{ name: "blank-times" }])).rows).toEqual(TRUE_ROWS);
  });
});

test("results without a header are ingested completely", async () => {
  expect((await downloadAndIngest(jobs.alone, [{ name: "no-header" }])).rows).toEqual(TRUE_ROWS);
});
