import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Download, Locator, Page } from "@playwright/test";
import { strFromU8, unzipSync } from "fflate";
import Papa from "papaparse";
import { FLAGS, type Flag, VERDICTS, type Verdict } from "../../shared/verdicts.ts";
import { test as base, complaintsOf, expect, type RunningHost, startHost } from "./browser-host.ts";
import { type BigRow, bigRows, fileOf, HEADER, has } from "./half-million.ts";
import { takeLongTasks, watchLongTasks } from "./long-tasks.ts";
import { readWorkbook } from "./read-workbook.ts";

const ROWS = 500_000;
const NAMES: Record<Verdict, string> = {
  deliverable: "Deliverable",
  accept_all: "Accept-all",
  unknown: "Unknown",
  undeliverable: "Undeliverable",
};
const FLAG_NAMES: Record<Flag, string> = {
  syntax_error: "Syntax error",
  free: "Free provider",
  role: "Role",
  disposable: "Disposable",
  trap: "Spam trap",
  unwanted: "Not to be mailed",
};
const n = (value: number) => value.toLocaleString("en-US");

const test = base;
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
  await watchLongTasks(page);
  await page.goto(host.url);
});

test.afterAll(async () => {
  await page.close();
  await host.stop();
  rmSync(folder, { recursive: true, force: true });
});

test.afterEach(async ({ browserName: _ }, info) => {
  const tasks = await takeLongTasks(page);
  process.stdout.write(
    `    long tasks: ${tasks.length}, longest ${Math.max(0, ...tasks)} ms (${info.title})\n`,
  );
  expect(complaints).toEqual([]);
  expect(host.log()).toBe("");
});

const grid = (): Locator => page.getByRole("grid", { name: "Results" });
const shown = (of: number): Promise<void> =>
  expect(page.getByRole("status").filter({ hasText: /rows$/ })).toHaveText(
    of === ROWS ? `${n(ROWS)} rows` : `${n(of)} of ${n(ROWS)} rows`,
  );
const gridRow = (position: number): Locator => page.locator(`#row-${position}`);
const count = (of: (row: BigRow) => boolean): number => rows.reduce((sum, row) => sum + (of(row) ? 1 : 0), 0);
const clearAll = async (): Promise<void> => {
  const link = page.getByRole("button", { name: "Clear filters" });
  if (await link.isVisible()) await link.click();
  await shown(ROWS);
};
/** A heading of the rail with what stands under it. */
const facetGroup = (name: string): Locator =>
  page.getByRole("region", { name: "Filter", exact: true }).getByRole("region", { name, exact: true });
const column = (name: string): Locator => page.getByRole("button", { name: `Column '${name}'` });

/** Filters a column of the list's own by its menu. */
async function filterColumn(name: string, op: string, value: string): Promise<void> {
  await column(name).click();
  if (op !== "contains") {
    await page.getByRole("combobox", { name: "Filter this column" }).click();
    await page.getByRole("option", { name: op, exact: true }).click();
  }
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

test("half a million rows come in, are priced, verified in parts, and add up", async () => {
  test.setTimeout(180_000);
  await page.locator('input[type="file"]').setInputFiles(join(folder, "half-million.csv"));
  const of = (kind: BigRow["kind"]) => n(count((row) => row.kind === kind));
  await expect(page.getByTestId("price-line")).toHaveText(
    `${n(ROWS)} rows − ${of("repeated")} duplicates − ${of("malformed")} invalid − ${of("empty")} empty = ${of("first")} credits.`,
    { timeout: 60_000 },
  );
  await expect(page.getByRole("main")).toContainText("Cleaned in 2 parts, joined here as one.");
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

test("the last row is a key away, and the wheel gets there too", async () => {
  await grid().focus();
  await page.keyboard.press("End");
  await expect(gridRow(ROWS - 1)).toContainText(rows[ROWS - 1]?.cell ?? "");
  await page.keyboard.press("PageUp");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Home");
  await expect(gridRow(0)).toContainText(rows[0]?.cell ?? "");
  await page.keyboard.press("PageDown");
  await expect(gridRow(12)).toBeVisible();

  await grid().hover();
  for (let turn = 0; turn < 20; turn++) await page.mouse.wheel(0, 400);
  await expect(gridRow(250)).toContainText(rows[250]?.cell ?? "");
  await page.mouse.wheel(0, 34 * ROWS);
  await expect(gridRow(ROWS - 1)).toContainText(rows[ROWS - 1]?.cell ?? "");
  await expect(gridRow(ROWS - 1)).toBeInViewport();
});

test("columns sort, as numbers when the user says so", async () => {
  const byAmount = [...rows].sort((a, b) => b.amount - a.amount);
  await column("Amount").click();
  await page.getByRole("button", { name: "Sort as numbers" }).click();
  await expect(gridRow(0)).toContainText(byAmount.at(-1)?.cell ?? "");
  await page.getByRole("button", { name: "Sort by Amount" }).click();
  await expect(page.getByRole("columnheader", { name: "Sort by Amount" })).toHaveAttribute(
    "aria-sort",
    "descending",
  );
  await expect(gridRow(0)).toContainText(byAmount[0]?.cell ?? "");
  await page.getByRole("button", { name: "Sort by Amount" }).click();
  await expect(gridRow(0)).toContainText("0000000");

  await page.getByRole("button", { name: "Sort by Country" }).click();
  // The rows before stay until these are here, and the first of them is of Austria, too.
  const austrians = rows.filter((row) => row.country === "Austria");
  await expect(gridRow(1)).toContainText(austrians[1]?.cell ?? "");
  await grid().focus();
  await page.keyboard.press("End");
  await expect(gridRow(ROWS - 1)).toContainText("Österreich");
  await page.getByRole("button", { name: "Sort by Country" }).click();
  await page.getByRole("button", { name: "Sort by Country" }).click();
});

test("filters on verdict, flag, domain and an own column are joined, shown as chips, and taken away one by one", async () => {
  const undeliverable = (row: BigRow) => row.verdict === "undeliverable";
  const disposable = (row: BigRow) => row.verdict !== null && has(row, "disposable");
  const country = (row: BigRow) => row.country.includes("c");

  await page.getByRole("button", { name: /^Undeliverable \d/ }).click();
  await shown(count(undeliverable));
  await page.getByRole("button", { name: /^Disposable \d/ }).click();
  await shown(count((row) => undeliverable(row) && disposable(row)));
  await facetGroup("Domain")
    .getByRole("button", { name: /^Domain/ })
    .click();
  const most = facetGroup("Domain")
    .getByRole("button", { name: / [\d,]+ rows$/ })
    .first();
  const domain = ((await most.getAttribute("aria-label")) ?? "").split(" ")[0] ?? "";
  await most.click();
  const within = (row: BigRow) => row.domain === domain;
  await shown(count((row) => undeliverable(row) && disposable(row) && within(row)));
  await page.getByRole("button", { name: "Remove the filter 'Flag: Disposable'" }).click();
  await shown(count((row) => undeliverable(row) && within(row)));
  await filterColumn("Country", "contains", "c");
  await shown(count((row) => undeliverable(row) && within(row) && /[c]/i.test(row.country)));
  await page.getByRole("button", { name: `Remove the filter 'Domain: ${domain}'` }).click();
  await page.getByRole("button", { name: "Remove the filter 'Verdict: Undeliverable'" }).click();
  await shown(count((row) => country(row) || row.country.includes("C")));
  await page.getByRole("button", { name: "Remove the filter 'Country contains “c”'" }).click();
  await shown(ROWS);
  await expect(page.getByRole("group", { name: "Filters" })).toHaveCount(0);
});

test("search answers while one types, and never with an old answer", async () => {
  const field = page.getByRole("searchbox", { name: "Search addresses" });
  await page.keyboard.press("Control+f");
  await expect(field).toBeFocused();
  await page.keyboard.type("person.4999", { delay: 20 });
  await shown(count((row) => row.cell.toLowerCase().includes("person.4999")));
  await page.keyboard.press("Escape");
  await shown(ROWS);
  await field.fill("nobody-has-this");
  await expect(page.getByText("No matching rows")).toBeVisible();
  await clearAll();
});

test("Back, Forward and reload return to the same rows, and a row opens beside them", async () => {
  const role = count((row) => row.verdict !== null && has(row, "role"));
  const both = count((row) => row.verdict === "unknown" && has(row, "role"));
  await page.getByRole("button", { name: /^Role \d/ }).click();
  await shown(role);
  await page.getByRole("button", { name: /^Unknown \d/ }).click();
  await shown(both);
  await page.goBack();
  await shown(role);
  await page.goForward();
  await shown(both);
  const nth = rows.filter((row) => row.verdict === "unknown" && has(row, "role"));
  await gridRow(3).click();
  const drawer = page.getByRole("dialog");
  await expect(drawer).toContainText(nth[3]?.cell.toLowerCase() ?? "");
  await expect(drawer).toContainText("The mail server gave no clear answer.");
  await page.reload();
  await shown(both);
  await expect(drawer).toContainText(nth[3]?.country ?? "");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Escape");
  await clearAll();
});

test("rows are marked by hand, undone and redone, and the marks show in exports", async () => {
  const undeliverable = rows.filter((row) => row.verdict === "undeliverable" && row.kind === "first");
  const [first, second] = undeliverable;
  await page.getByRole("button", { name: /^Undeliverable \d/ }).click();
  await page.getByRole("searchbox", { name: "Search addresses" }).fill(first?.cell ?? "");
  await shown(
    count((row) => row.verdict === "undeliverable" && row.cell.toLowerCase().includes(first?.cell ?? "")),
  );
  await clearAll();
  await page.getByRole("button", { name: /^Undeliverable \d/ }).click();
  await shown(count((row) => row.verdict === "undeliverable"));
  await expect(gridRow(0)).toContainText(first?.cell ?? "");
  await grid().focus();
  await page.keyboard.press("Home");
  await page.keyboard.press("Space");
  await page.keyboard.press("Shift+ArrowDown");
  const bar = page.getByRole("toolbar", { name: "2 rows selected" });
  const keptRows = grid().locator('[data-mark="keep"]');
  await bar.getByRole("button", { name: "Keep" }).click();
  await expect(keptRows).toHaveCount(2);
  await page.keyboard.press("Control+z");
  await expect(keptRows).toHaveCount(0);
  await page.keyboard.press("Control+Shift+z");
  await expect(keptRows).toHaveCount(2);

  const kept = new Set([first, second]);
  const { bytes } = await exported((dialog) => dialog.getByText("Safe to send", { exact: true }).click());
  const wanted = rows.filter(
    (row) => kept.has(row) || (row.kind === "first" && row.verdict === "deliverable"),
  );
  expect(bytes.equals(fileOf(wanted))).toBe(true);
  await page.getByRole("button", { name: "Undo the last mark" }).click();
  await expect(keptRows).toHaveCount(0);
  await clearAll();
});

test("what is on screen is what is written: filters, order and bytes", async () => {
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

  const cells = (row: BigRow) => Papa.parse<string[]>(row.record.trimEnd(), { delimiter: ";" }).data[0] ?? [];
  const header = HEADER.trimEnd().split(";");
  const csv = await exported((dialog) => dialog.getByText("CSV for Excel").click());
  expect(csv.bytes.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
  expect(Papa.parse<string[]>(csv.bytes.toString("utf8").slice(1), { skipEmptyLines: true }).data).toEqual([
    header,
    ...wanted.map(cells),
  ]);
  const xlsx = await exported(async (dialog) => {
    await dialog.getByText("Excel workbook (XLSX)").click();
    await dialog.getByRole("switch", { name: "Add the verdict columns" }).click();
  });
  const [sheet = []] = readWorkbook(xlsx.bytes);
  expect(sheet).toHaveLength(wanted.length + 1);
  expect(sheet[0]?.slice(0, 6)).toEqual([...header, "Verification Result"]);
  expect(sheet.slice(1).map((row) => row.slice(0, 5))).toEqual(wanted.map(cells));

  const some = await exported(async (dialog) => {
    await dialog.getByText("Choose…", { exact: true }).click();
    for (const left of [4, 3, 2, 1, 0]) {
      if (left > 0) await dialog.getByRole("combobox", { name: "Columns to write" }).press("Backspace");
    }
    await dialog.getByRole("combobox", { name: "Columns to write" }).fill("Numb");
    await page.getByRole("option", { name: "Number", exact: true }).click();
    await page.keyboard.press("Escape");
  });
  expect(
    Papa.parse<string[]>(some.bytes.toString("utf8"), { delimiter: ";", skipEmptyLines: true }).data,
  ).toEqual([header, ...wanted.map(cells)].map((row) => [row[1], row[0]]));
  await page.getByRole("button", { name: "Sort by Amount" }).click();
  await page.getByRole("button", { name: "Sort by Amount" }).click();
  await clearAll();
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

test("the count on the button is the number of rows in the file, for every preset", async () => {
  test.setTimeout(180_000);
  for (const { name, passes } of PRESETS) {
    const { bytes, promised } = await exported((dialog) => dialog.getByText(name, { exact: true }).click());
    const written =
      name === "Do not send" ? addressesOf(rows.filter(passes)) : fileOf(rows.filter(passes)).toString();
    expect(bytes.toString() === written, name).toBe(true);
    expect(promised, name).toBe(count(passes));
  }
  const records = (bytes: Uint8Array) =>
    Papa.parse(strFromU8(bytes), { delimiter: ";", header: false, skipEmptyLines: true }).data.length - 1;
  const all = await exported((dialog) => dialog.getByText("Everything, with verdicts").click());
  expect(all.promised).toBe(ROWS);
  expect(records(all.bytes)).toBe(ROWS);
  const split = await exported((dialog) => dialog.getByText("One file per verdict").click());
  expect(split.promised).toBe(ROWS);
  const files = unzipSync(split.bytes);
  const original = Object.keys(files).find((name) => name.endsWith("half-million.csv"));
  expect(Buffer.from(files[original ?? ""] ?? []).equals(fileOf(rows))).toBe(true);
  for (const verdict of VERDICTS) {
    const name = Object.keys(files).find(
      (one) => one.includes(`-${verdict}.`) || one.endsWith(`${verdict}.csv`),
    );
    expect(records(files[name ?? ""] ?? new Uint8Array()), verdict).toBe(
      count((row) => row.verdict === verdict),
    );
  }
});

test("an address with any filter in it opens that view, and its count is the file's", async () => {
  const here = page.url().split("?")[0] ?? "";
  let seed = 20_261_121;
  const roll = (sides: number) => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((seed / 2 ** 32) * sides);
  };
  for (let turn = 0; turn < 4; turn++) {
    const verdicts = VERDICTS.filter(() => roll(2) === 0);
    const domain = `firm${roll(40)}.example`;
    const digits = String(roll(90) + 10);
    const wanted = rows.filter(
      (row) =>
        (verdicts.length === 0 || (row.verdict !== null && verdicts.includes(row.verdict))) &&
        row.domain === domain &&
        row.verdict !== null &&
        String(row.amount).includes(digits),
    );
    const query = [
      ...verdicts.map((one) => `verdict=${one}`),
      `domain=${domain}`,
      `column=3.contains.${digits}`,
    ];
    await page.goto(`${here}?${query.join("&")}`);
    await shown(wanted.length);
    const { bytes, promised } = await exported((dialog) => dialog.getByText("What is on screen").click());
    expect(promised).toBe(wanted.length);
    expect(bytes.equals(fileOf(wanted))).toBe(true);
  }
  await clearAll();
});

/** What facets say of a row, in the words of the rail. */
const FACETS: Readonly<Record<string, { param: string; of: (row: BigRow) => readonly string[] }>> = {
  Verdict: { param: "verdict", of: (row) => [row.verdict === null ? "No verdict" : NAMES[row.verdict]] },
  Flag: {
    param: "flag",
    of: (row) =>
      FLAGS.filter((flag) => row.verdict !== null && has(row, flag)).map((flag) => FLAG_NAMES[flag]),
  },
  Reason: {
    param: "reason",
    of: ({ kind }) => [
      kind === "malformed" ? "Invalid address" : kind === "empty" ? "Empty" : "Made up by the sandbox",
    ],
  },
  Provider: {
    param: "provider",
    of: (row) =>
      row.verdict === null
        ? []
        : [has(row, "disposable") ? "Disposable" : has(row, "free") ? "Free provider" : "Own domain"],
  },
  Domain: { param: "domain", of: (row) => (row.verdict === null ? [] : [row.domain]) },
  Country: { param: "cell", of: (row) => [row.country] },
};
/** The values as an address says them, by their words. */
const PARAMS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  Verdict: { ...Object.fromEntries(VERDICTS.map((one) => [NAMES[one], one])), "No verdict": "none" },
  Flag: { "Free provider": "free", Role: "role", Disposable: "disposable" },
  Reason: { "Invalid address": "malformed", Empty: "empty", "Made up by the sandbox": "service" },
  Provider: { Disposable: "disposable", "Free provider": "free", "Own domain": "own" },
  Domain: Object.fromEntries(["gmail.com", "firm3.example", "firm7.example"].map((one) => [one, one])),
  Country: Object.fromEntries(["Denmark", "Österreich", "Brazil"].map((one) => [one, `2.${one}`])),
};

test("every count of every facet is that of the rows, whatever is chosen and left out", async () => {
  test.setTimeout(180_000);
  const here = page.url().split("?")[0] ?? "";
  for (const name of Object.keys(FACETS)) {
    const heading = facetGroup(name)
      .getByRole("button", { name: new RegExp(`^${name}`) })
      .first();
    if ((await heading.getAttribute("aria-expanded")) === "false") await heading.click();
  }
  let seed = 20_261_122;
  const roll = (sides: number) => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((seed / 2 ** 32) * sides);
  };
  for (let turn = 0; turn < 6; turn++) {
    const params = new URLSearchParams();
    const passes = Object.entries(FACETS).map(([name, { param, of }]) => {
      const words = Object.keys(PARAMS[name] ?? {});
      const chosen = turn > 0 && roll(3) === 0 ? words.filter(() => roll(2) === 0) : [];
      const excluded = turn > 0 && roll(4) === 0 ? words.filter(() => roll(4) === 0) : [];
      for (const one of chosen) params.append(param, PARAMS[name]?.[one] ?? "");
      for (const one of excluded) params.append(`not-${param}`, PARAMS[name]?.[one] ?? "");
      const pass = (values: readonly string[]) =>
        (chosen.length === 0 || values.some((one) => chosen.includes(one))) &&
        !values.some((one) => excluded.includes(one));
      return { name, of, pass };
    });
    const counts = new Map(passes.map(({ name }) => [name, new Map<string, number>()]));
    let total = 0;
    for (const row of rows) {
      const values = passes.map(({ of }) => of(row));
      const fails = passes.flatMap(({ name, pass }, at) => (pass(values[at] ?? []) ? [] : [name]));
      if (fails.length === 0) total++;
      for (const [at, { name }] of passes.entries()) {
        if (fails.some((one) => one !== name)) continue;
        const own = counts.get(name);
        for (const one of values[at] ?? []) own?.set(one, (own.get(one) ?? 0) + 1);
      }
    }
    await page.goto(`${here}?${params}`);
    await shown(total);
    await expect(
      page.getByRole("region", { name: "Filter", exact: true }).locator("[aria-busy=true]"),
    ).toHaveCount(0);
    for (const { name } of passes) {
      const labels = await facetGroup(name)
        .locator("[aria-pressed]")
        .evaluateAll((buttons) => buttons.map((one) => one.getAttribute("aria-label") ?? ""));
      const own = counts.get(name) ?? new Map<string, number>();
      const said = labels.flatMap((label) => {
        const [, value = "", number = ""] = /^(.*) ([\d,]+) rows?(?:, excluded)?$/.exec(label) ?? [];
        return value === "Likely typo" ? [] : [[value, Number(number.replaceAll(",", ""))] as const];
      });
      const what = `${name} under ${params}`;
      expect(said, what).toEqual(said.map(([value]) => [value, own.get(value) ?? 0]));
      const most = [...own.values()].sort((a, b) => b - a).slice(0, 20);
      const listed = said.map(([, number]) => number).sort((a, b) => b - a);
      expect(listed.slice(0, most.length), what).toEqual(most);
    }
  }
  await clearAll();
});

test("lists are found by name and by address, named, tagged, binned and restored", async () => {
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Lists" }).click();
  const list = page.getByRole("list", { name: "Lists" });
  await expect(list).toContainText("half-million.csv");
  await expect(list).toContainText(`${n(ROWS)} rows`);
  await page.getByRole("searchbox", { name: "Search names and addresses" }).fill("person.499999@");
  await expect(page.getByRole("region", { name: "Addresses" })).toContainText(
    "only tried out in the sandbox",
  );
  await page.getByRole("searchbox", { name: "Search names and addresses" }).fill("");

  await page.getByRole("button", { name: "More for 'half-million.csv'" }).click();
  await page.getByRole("menuitem", { name: "Rename or tag…" }).click();
  const dialog = page.getByRole("dialog", { name: "Name and tags" });
  await dialog.getByLabel("Name", { exact: true }).fill("Spring campaign");
  await dialog.getByRole("combobox", { name: "Tags" }).or(dialog.getByLabel("Tags")).first().fill("client A");
  await page.keyboard.press("Enter");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(list).toContainText("Spring campaign");
  await expect(list).toContainText("client A");

  await page.getByRole("button", { name: "More for 'Spring campaign'" }).click();
  await page.getByRole("menuitem", { name: "Delete here…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete here" }).click();
  await expect(page.getByText("No lists yet")).toBeVisible();
  await page.getByText("Bin", { exact: true }).click();
  await page.getByRole("button", { name: "Restore" }).click();
  await expect(page.getByText("The bin is empty")).toBeVisible();
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Lists" }).click();
  await page.getByRole("link", { name: "Open 'Spring campaign'" }).click();
  await shown(ROWS);
});
