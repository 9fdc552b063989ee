import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import { afterAll, beforeAll, expect, it } from "vitest";
import { z } from "zod";
import type { FaultRule } from "../../electron/sandbox/index.ts";
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

/** Whatever goes wrong, what is stored of it are codes and values: the words are made when they are shown. */

const ANSWERS = [
  "html-200",
  "nonsense-json",
  "wrong-shape",
  "empty-body",
  "success-false",
  "unknown-error",
] as const;
const FAILURES = ["500-html", "redirect", "invalid-key"] as const;
const OPERATIONS = ["upload", "status", "start", "download"] as const;

const RULES: readonly FaultRule[] = [
  ...[...ANSWERS, ...FAILURES].flatMap((name) =>
    OPERATIONS.map((operation) => ({ name, operation, times: 2 })),
  ),
  { name: "restricted" },
  { name: "no-credits" },
  { name: "lists-full", times: 1 },
  { name: "active-full", times: 1 },
  { name: "invalid-file" },
  { name: "not-found", operation: "status", times: 2 },
  { name: "cancel", operation: "status", times: 1 },
  { name: "unknown-status", times: 1 },
  { name: "rows-missing", times: 1 },
  { name: "odd-job-id" },
];

/** Values that come from outside, by name: what the service said in its own words, and what it calls a job. */
const OUTSIDE = new Set(["text", "serviceStatus", "createdAt", "jobId"]);

const sandbox = await quickSandbox();
let folder: string;
let at: InProcess;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "winnow-stored-"));
  at = unwrap(await openInProcess(join(folder, "data")));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function clean(listId: string, rule: FaultRule | null, label: string, out: string): Promise<Cleaning> {
  const { key } = sandbox.createAccount({ label, credits: 100 });
  const { id: accountId } = unwrap(
    await at.call("accounts.add", { label, baseUrl: sandbox.baseUrl, apiKey: key }),
  );
  if (rule !== null) sandbox.faults.add({ ...rule, account: label });
  const wanted = { ...everything(out), withVerdicts: false };
  const input = { listId, accountId, options: PAID, agreedCredits: 4, name: label, out: wanted };
  const { id } = unwrap(await at.call("cleanings.start", input));
  if (rule === null) rmSync(join(out, ".."), { recursive: true });
  return at.until(
    id,
    (now) => isOver(now) || now.waiting !== null || (rule === null && now.problem !== null),
  );
}

/** Every text in a stored value that is two words or more, with the names that lead to it. */
function sentencesIn(value: unknown, within: string): string[] {
  if (typeof value === "string") return /[a-z]{2,} [a-z]{2,}/i.test(value) ? [`${within}: ${value}`] : [];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, one]) =>
    OUTSIDE.has(name) ? [] : sentencesIn(one, `${within}.${name}`),
  );
}

it("the journal stores codes and no sentences, whatever goes wrong", { timeout: 120_000 }, async () => {
  const path = join(folder, "list.csv");
  writeFileSync(path, "Email\nann@example.com\nbob@example.com\ncy@example.com\ndi@example.com\n");
  const gone = join(folder, "gone");
  mkdirSync(gone);
  const listId = await readList(at, path);
  for (const [n, rule] of RULES.entries())
    await clean(listId, rule, `rule-${n}`, join(folder, `out-${n}.csv`));
  await clean(listId, null, "rule-out", join(gone, "out.csv"));
  await at.close();
  const db = new Database(join(folder, "data", "winnow.db"), { readonly: true });
  const stored = z
    .array(z.object({ told: z.string() }))
    .parse(db.prepare("SELECT why AS told FROM journal UNION ALL SELECT record FROM parts").all());
  db.close();
  const values = stored.map(({ told }): unknown => JSON.parse(told));
  const problems = new Set(JSON.stringify(values).match(/"problem":\{"code":"[a-z_]+"/g));
  expect(problems.size).toBeGreaterThan(10);
  expect(values.flatMap((value) => sentencesIn(value, "stored"))).toEqual([]);
});
