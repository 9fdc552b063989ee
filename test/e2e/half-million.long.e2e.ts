import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Download, Locator, Page } from "@playwright/test";
import Papa from "papaparse";
import { VERDICTS, type Verdict } from "../../shared/verdicts.ts";
import { complaintsOf, expect, type RunningHost, startHost, test } from "./browser-host.ts";
import { type BigRow, bigRows, fileOf, has } from "./half-million.ts";

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
const column = (name: string): Locator => page.getByRole("button", { name: `Column '${name}'` });

/** Filters a column of the list's own by its menu. */
async function filterColumn(name: string, op: string, value: string): Promise<void> {
  await column(name).click();
  await page.getByRole("combobox", { name: "Filter this column" }).click();
  await page.getByRole("option", { name: op, exact: true }).click();
  await page.getByRole("textbox", { name: "Text", exact: true }).fill(value);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog")).toHaveCount(0);
}

/** Opens the dialog, lets `choose` do so, and writes; answers the file and the number on the button. */
async function exported(
  choose: (dialog: Locator) => Promise<void>,
): Promise<{ bytes: Buffer; promised: number }> {
  await page.keyboard.press("Control+e");
  const dialog = page.getByRole("dialog", { name: /^Export/ });
  await choose(dialog);
  const button = dialog.getByRole("button", { name: /^Export [\d,]+ rows?$/ });
  const promised = Number(((await button.textContent()) ?? "").replace(/\D/g, ""));
  const downloading: Promise<Download> = page.waitForEvent("download", { timeout: 60_000 });
  await button.click();
  const path = await (await downloading).path();
  await expect(dialog.getByRole("status")).toHaveText(
    `${n(promised)} ${promised === 1 ? "row" : "rows"} written`,
  );
  await dialog.getByRole("button", { name: "Done" }).click();
  return { bytes: readFileSync(path), promised };
}

test("half a million rows are read, priced and verified in parts, and the counts add up", async () => {
  test.setTimeout(180_000);
  await page.locator('input[type="file"]').setInputFiles(join(folder, "half-million.csv"));
  const of = (kind: BigRow["kind"]) => n(count((row) => row.kind === kind));
  await expect(page.getByTestId("price-line")).toHaveText(
    `${n(ROWS)} rows − ${of("repeated")} duplicates − ${of("malformed")} invalid − ${of("empty")} empty = ${of("first")} credits.`,
    { timeout: 60_000 },
  );
  await expect(page.getByRole("main")).toContainText("Cleaned in 2 parts, joined here into one list.");
  await page.getByRole("button", { name: "Clean list" }).click();
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
      name: `Role ${n(count((row) => row.verdict !== null && has(row, "role")))} rows`,
      exact: true,
    }),
  ).toBeVisible();
});

test("the exported file matches the screen in filters, order and bytes", async () => {
  await page.getByRole("button", { name: /^Accept-all \d/ }).click();
  await filterColumn("Country", "equals", "Denmark");
  await column("Amount").click();
  await page.getByRole("button", { name: "Sort as numbers" }).click();
  const wanted = rows
    .filter((row) => row.verdict === "accept_all" && row.country === "Denmark")
    .sort((a, b) => a.amount - b.amount);
  await shown(wanted.length);
  const { bytes, promised } = await exported((dialog) => dialog.getByText("What is on screen").click());
  expect(promised).toBe(wanted.length);
  expect(bytes.equals(fileOf(wanted))).toBe(true);

  await page.getByRole("button", { name: "Sort by Amount" }).click();
  await page.getByRole("button", { name: "Sort by Amount" }).click();
  await page.getByRole("button", { name: "Clear filters" }).click();
  await shown(ROWS);
});

const PRESETS: readonly { name: string; passes: (row: BigRow) => boolean }[] = [
  { name: "Safe to send", passes: (row) => row.kind === "first" && row.verdict === "deliverable" },
  { name: "Recommended", passes: (row) => row.kind === "first" && row.verdict !== "undeliverable" },
  {
    name: "Risky",
    passes: (row) => row.kind === "first" && (row.verdict === "accept_all" || row.verdict === "unknown"),
  },
  {
    name: "Do not send",
    passes: (row) => row.kind === "malformed" || (row.kind === "first" && row.verdict === "undeliverable"),
  },
];

/** The address column alone, as it stands in the list. */
const addressesOf = (wanted: readonly BigRow[]): string =>
  [
    "Email",
    ...wanted.map((row) => Papa.parse<string[]>(row.record.trimEnd(), { delimiter: ";" }).data[0]?.[1] ?? ""),
    "",
  ].join("\r\n");

test("the count on the export button is the number of rows in the file, for every preset", async () => {
  test.setTimeout(180_000);
  for (const { name, passes } of PRESETS) {
    const { bytes, promised } = await exported((dialog) => dialog.getByText(name, { exact: true }).click());
    const written =
      name === "Do not send" ? addressesOf(rows.filter(passes)) : fileOf(rows.filter(passes)).toString();
    expect(bytes.toString() === written, name).toBe(true);
    expect(promised, name).toBe(count(passes));
  }
});
