import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { VERDICTS, type Verdict } from "../../shared/verdicts.ts";
import { complaintsOf, expect, type RunningHost, startHost, test } from "./browser-host.ts";
import { type BigRow, bigRows, fileOf, hasFlag } from "./half-million.ts";

const ROWS = 500_000;
const NAMES: Record<Verdict, string> = {
  deliverable: "Deliverable",
  accept_all: "Accept-all",
  unknown: "Unknown",
  undeliverable: "Undeliverable",
};
const n = (value: number) => value.toLocaleString("en-US");

test.describe.configure({ mode: "serial" });

let folder: string;
let host: RunningHost;
let page: Page;
let rows: BigRow[];
let complaints: string[];

test.beforeAll(async ({ browser }) => {
  folder = mkdtempSync(join(tmpdir(), "winnow-e2e-big-"));
  rows = bigRows(ROWS);
  writeFileSync(join(folder, "half-million.csv"), fileOf(rows));
  host = await startHost(join(folder, "data"), { env: { WINNOW_SANDBOX_SPEED: "1000000" } });
  page = await browser.newPage({ acceptDownloads: true });
  complaints = complaintsOf(page);
  await page.goto(host.url);
});

test.afterAll(async () => {
  await page.close();
  await host.stop();
  rmSync(folder, { recursive: true, force: true });
});

test.afterEach(() => {
  expect(complaints).toEqual([]);
  expect(host.log()).toBe("");
});

const shown = (of: number): Promise<void> =>
  expect(page.getByRole("status").filter({ hasText: /rows$/ })).toHaveText(
    of === ROWS ? `${n(ROWS)} rows` : `${n(of)} of ${n(ROWS)} rows`,
  );
const count = (of: (row: BigRow) => boolean): number => rows.reduce((sum, row) => sum + (of(row) ? 1 : 0), 0);

test("half a million rows are read, priced and verified in parts, and the counts add up", async () => {
  test.setTimeout(180_000);
  await page.locator('input[type="file"]').setInputFiles(join(folder, "half-million.csv"));
  const of = (kind: BigRow["kind"]) => n(count((row) => row.kind === kind));
  await expect(page.getByTestId("price-line")).toHaveText(
    `${n(ROWS)} rows − ${of("repeated")} duplicates − ${of("malformed")} invalid − ${of("empty")} empty = ${of("first")} credits.`,
    { timeout: 60_000 },
  );
  await expect(page.getByRole("main")).toContainText("Cleaned in 2 parts and joined into one list.");
  await page.getByRole("button", { name: /^Clean \d/ }).click();
  await page.getByRole("button", { name: "Review results" }).click({ timeout: 120_000 });
  await shown(ROWS);
  for (const verdict of VERDICTS)
    await expect(
      page.getByRole("button", {
        name: `${NAMES[verdict]} ${n(count((row) => row.verdict === verdict))} rows`,
        exact: true,
      }),
    ).toBeVisible();
  await expect(
    page.getByRole("button", {
      name: `Role ${n(count((row) => row.verdict !== null && hasFlag(row, "role")))} rows`,
      exact: true,
    }),
  ).toBeVisible();
});
