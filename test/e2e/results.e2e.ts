import type { Locator, Page } from "@playwright/test";
import { callEngine, goTo, review } from "./prepared.ts";
import { expect, test } from "./winnow.ts";

const TOWNS = ["Oslo", "Bergen", "Ulm"];
/** Every third row bounces, towns repeat, and the last row repeats the first address. */
const PEOPLE = Array.from({ length: 60 }, (_, n) => ({
  email:
    n === 59 ? "bounce.p0@firm0.example" : `${n % 3 === 0 ? "bounce" : "valid"}.p${n}@firm${n % 5}.example`,
  town: TOWNS[n % TOWNS.length],
  visits: String((n * 7) % 60),
}));
const line = ({ email, town, visits }: (typeof PEOPLE)[number]) => `${email},${town},${visits}\n`;
const HEADER = "email,town,visits\n";
const LIST = HEADER + PEOPLE.map(line).join("");

const grid = (page: Page): Locator => page.getByRole("grid", { name: "Results" });
const row = (page: Page, position: number): Locator => page.locator(`#row-${position}`);
const tick = (page: Page, position: number): Promise<void> =>
  row(page, position).getByRole("checkbox").click();
const value = (page: Page, name: string): Locator =>
  page.getByRole("button", { name: new RegExp(`^${name} \\d+ rows?(, excluded)?$`) });
const shown = (page: Page, text: string): Promise<void> =>
  expect(page.getByRole("status").filter({ hasText: /rows?$/ })).toHaveText(text);
const dialog = (page: Page): Locator => page.getByRole("dialog", { name: /^Export/ });
const press = async (page: Page, ...keys: string[]): Promise<void> => {
  for (const key of keys) await page.keyboard.press(key);
};

test("rows are marked by keyboard, undone, and dropped rows are left out of the exported file", async ({
  winnow: page,
  saved,
}) => {
  await review(page, "people.csv", LIST);
  await press(page, "j");
  await expect(grid(page)).toBeFocused();
  await press(page, "k", "n");
  await expect(row(page, 0)).toHaveAttribute("data-mark", "drop");
  await press(page, "x", "j", "x");
  await expect(page.getByRole("toolbar", { name: "2 rows selected" })).toBeVisible();
  await press(page, "y");
  await expect(row(page, 1)).toHaveAttribute("data-mark", "keep");
  await page
    .getByRole("alert")
    .filter({ hasText: "2 rows marked keep." })
    .getByRole("button", { name: "Undo" })
    .click();
  await expect(row(page, 0)).toHaveAttribute("data-mark", "drop");
  await press(page, "Control+z");
  await expect(row(page, 0)).not.toHaveAttribute("data-mark", "drop");
  await press(page, "Control+Shift+z");
  await expect(row(page, 0)).toHaveAttribute("data-mark", "drop");

  await press(page, "/");
  await page.keyboard.type("firm0");
  await shown(page, "13 of 60 rows");
  await press(page, "Control+e");
  await expect(dialog(page).getByRole("radio", { name: /^What is on screen/ })).toBeChecked();
  await expect(dialog(page)).toContainText("1 marked drop");
  const { bytes } = await saved(() => dialog(page).getByRole("button", { name: "Export 12 rows" }).click());
  const wanted = PEOPLE.filter(({ email }, n) => email.endsWith("firm0.example") && n > 0);
  expect(bytes.toString()).toBe(HEADER + wanted.map(line).join(""));
});

test("facets filter by key, click and menu, survive a reload, and can be saved as a view", async ({
  winnow: page,
}) => {
  await review(page, "people.csv", LIST);
  // The keys only reach the facets once they are there.
  await expect(value(page, "Deliverable")).toBeVisible();
  await press(page, "j", "f", "ArrowDown");
  await expect(value(page, "Deliverable")).toBeFocused();
  await press(page, "Space");
  await shown(page, "39 of 60 rows");
  await press(page, "-");
  await shown(page, "21 of 60 rows");
  await expect(page.getByRole("group", { name: "Filters" })).toContainText("Verdict: not Deliverable");
  await page.goBack();
  await shown(page, "39 of 60 rows");
  await page.goForward();
  await shown(page, "21 of 60 rows");

  await page.getByRole("button", { name: "town 2 values" }).click();
  await value(page, "Deliverable").click({ modifiers: ["Alt"] });
  await value(page, "Bergen").click({ button: "right" });
  await page.getByRole("menuitem", { name: "Only this" }).click();
  await shown(page, "20 of 60 rows");
  await page.reload();
  await shown(page, "20 of 60 rows");

  const view = (name: string) =>
    page.getByRole("group", { name: "Views" }).getByRole("button", { name, exact: true });
  await view("Save this filter as a view").click();
  await page.getByRole("textbox", { name: "Name of the view" }).fill("Northern");
  await press(page, "Enter");
  await expect(view("Northern 20 rows")).toHaveAttribute("aria-pressed", "true");
  await view("All rows 60 rows").click();
  await shown(page, "60 rows");
  await page.reload();
  await view("Northern 20 rows").click();
  await shown(page, "20 of 60 rows");
  await page.getByRole("button", { name: "View 'Northern'" }).click();
  await page.getByRole("menuitem", { name: "Remove" }).click();
  await expect(view("Northern 20 rows")).toHaveCount(0);
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(view("Northern 20 rows")).toBeVisible();
});

test("ticked rows are exported in the order on screen, without suppressed ones", async ({
  winnow: page,
  saved,
}) => {
  await review(page, "people.csv", LIST);
  await tick(page, 1);
  await tick(page, 3);
  // Sorting keeps the ticks.
  await page.getByRole("button", { name: "Sort by visits" }).click();
  await expect(row(page, 1)).toContainText("valid.p43@firm3.example");
  await tick(page, 1);
  await callEngine(page, "suppression.add", {
    name: "Complaints",
    source: { kind: "text", name: "complaints.txt", text: "bounce.p3@firm3.example" },
  });
  await page.getByRole("button", { name: "Export 3 rows…" }).click();
  await expect(dialog(page).getByRole("radio", { name: /^Selected rows/ })).toBeChecked();
  await expect(dialog(page)).toContainText("1 suppressed, 57 not selected");
  const { name, bytes } = await saved(() =>
    dialog(page).getByRole("button", { name: "Export 2 rows" }).click(),
  );
  expect(name).toBe("people-selection.csv");
  expect(bytes.toString()).toBe(
    HEADER + [43, 1].map((n) => line(PEOPLE[n] as (typeof PEOPLE)[number])).join(""),
  );
  await dialog(page).getByRole("button", { name: "Done" }).click();
  await value(page, "Deliverable").click();
  await expect(page.getByRole("alert").filter({ hasText: "3 rows are no longer selected" })).toHaveCount(1);
  await expect(page.getByRole("toolbar")).toHaveCount(0);
});

test("a range can be ticked, rows have a menu, and columns are dragged, hidden and filtered", async ({
  winnow: page,
}) => {
  await review(page, "people.csv", LIST);
  const box = (n: number) => page.getByRole("checkbox", { name: `Select row ${n}`, exact: true });
  await box(3).click();
  await box(7).click({ modifiers: ["Shift"] });
  // The rows in between are loaded first, because the menu shows the selection at the time it opens.
  await expect(page.getByRole("button", { name: "Export 5 rows…" })).toBeVisible();
  await row(page, 3).click({ button: "right" });
  await page.getByRole("menuitem", { name: "Drop 5 rows" }).click();
  await expect(row(page, 6)).toHaveAttribute("data-mark", "drop");
  await row(page, 10).click({ button: "right" });
  await page.getByRole("menuitem", { name: "Exclude firm0.example" }).click();
  await shown(page, "47 of 60 rows");
  await page.getByRole("button", { name: "Clear filters" }).click();

  const headers = async () =>
    (await grid(page).getByRole("columnheader").allInnerTexts()).map((text) => text.trim()).slice(4, 6);
  const header = (name: string) => grid(page).getByRole("columnheader", { name });
  expect(await headers()).toEqual(["town", "visits"]);
  await header("visits").dragTo(header("town"));
  expect(await headers()).toEqual(["visits", "town"]);
  await page.reload();
  await expect(row(page, 0)).toBeVisible();
  expect(await headers()).toEqual(["visits", "town"]);
  await page.getByRole("button", { name: "Column 'town'" }).click();
  await page.getByRole("textbox", { name: "Text", exact: true }).fill("osl");
  await press(page, "Enter");
  await shown(page, "20 of 60 rows");
  await page.getByRole("button", { name: "Column 'town'" }).click();
  await page.getByRole("button", { name: "Hide column" }).click();
  await expect(header("town")).toHaveCount(0);
});

test("the details follow the current row to rows that are not loaded yet, and keys act on the shown row", async ({
  winnow: page,
}) => {
  const many = Array.from({ length: 5_000 }, (_, n) => `${n % 2 ? "bounce" : "valid"}.p${n}@firm.example\n`);
  await review(page, "many.csv", `email\n${many.join("")}`);
  const drawer = page.getByRole("dialog");
  await row(page, 1).click();
  await expect(drawer).toContainText("bounce.p1@firm.example");
  await press(page, "End");
  await expect(drawer).toContainText("bounce.p4999@firm.example");
  await press(page, "n");
  await expect(row(page, 4_999)).toHaveAttribute("data-mark", "drop");
  await press(page, "Home");
  await expect(drawer).toContainText("valid.p0@firm.example");
  await tick(page, 4);
  await expect(drawer).toContainText("valid.p4@firm.example");
  await tick(page, 4);

  await page.getByRole("button", { name: /^Undeliverable 2,500 rows/ }).click();
  await shown(page, "2,500 of 5,000 rows");
  await expect(drawer).toContainText("bounce.p1@firm.example");
  await grid(page).focus();
  await press(page, "n");
  await expect(drawer.getByRole("button", { name: "Drop" })).toHaveAttribute("aria-pressed", "true");
  await expect(row(page, 0)).toHaveAttribute("data-mark", "drop");
  await press(page, "j");
  await expect(drawer).toContainText("bounce.p3@firm.example");

  await page.getByRole("button", { name: "Clear filters" }).click();
  await shown(page, "5,000 rows");
  await expect(drawer).toContainText("bounce.p3@firm.example");
  await page.getByRole("button", { name: /^2 rows dropped by hand/ }).click();
  await shown(page, "2 of 5,000 rows");
  await expect(drawer).toContainText("bounce.p1@firm.example");
  await grid(page).focus();
  await press(page, "y");
  await shown(page, "1 of 5,000 rows");
  await expect(drawer).toContainText("bounce.p4999@firm.example");
});

test("the notification about marked rows does not cover the last row or a dialog's buttons", async ({
  winnow: page,
}) => {
  await review(page, "people.csv", LIST);
  await expect(page.getByRole("button", { name: "Forecast…" })).toBeVisible();
  const said = page.getByRole("alert").filter({ hasText: /marked drop/ });
  for (const width of [1440, 900]) {
    await page.setViewportSize({ width, height: 700 });
    await grid(page).focus();
    await press(page, "End", "n");
    await expect(said).toBeVisible();
    // Negative if the notification is below `one`.
    const covered = async (one: Locator) => {
      const [box, over] = [await one.boundingBox(), await said.boundingBox()];
      return box === null || over === null ? Number.NaN : box.y + box.height - over.y;
    };
    await expect.poll(() => covered(row(page, 59))).toBeLessThanOrEqual(0);
    await press(page, "Control+e");
    await expect.poll(() => covered(dialog(page).getByRole("button", { name: "Cancel" }))).toBeLessThan(0);
    await press(page, "Escape");
  }
});

test("a search without hits offers all columns, and a filter that drops the selection can be undone", async ({
  winnow: page,
}) => {
  await review(page, "people.csv", LIST);
  await press(page, "/");
  await page.keyboard.type("bergén");
  await expect(page.getByText("No matching rows")).toBeVisible();
  await page.getByRole("button", { name: "Search all columns (20 rows)" }).click();
  await shown(page, "20 of 60 rows");

  await tick(page, 0);
  await tick(page, 1);
  await page.getByRole("checkbox", { name: "All columns" }).click();
  const dropped = page.getByRole("alert").filter({ hasText: "2 rows are no longer selected" });
  await dropped.getByRole("button", { name: "Undo" }).click();
  await shown(page, "20 of 60 rows");
  await expect(page.getByRole("toolbar", { name: "2 rows selected" })).toBeVisible();

  const all = page.getByRole("checkbox", { name: "All columns" });
  await all.click();
  await all.click();
  await dropped.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("toolbar", { name: "2 rows selected" })).toBeVisible();
});

test("the columns of a wide list are searched, hidden, shown and chosen for the exported file", async ({
  winnow: page,
  saved,
}) => {
  const names = Array.from({ length: 40 }, (_, n) => (n < 2 ? "Größe" : `field ${n}`));
  const cells = names.map((_, n) => `x${n}`);
  await review(page, "wide.csv", `email,${names}\nvalid.p0@firm.example,${cells}\n`);
  const headers = () => grid(page).getByRole("columnheader").allInnerTexts();
  await page.getByRole("button", { name: "Columns", exact: true }).click();
  const columns = page.getByRole("dialog", { name: "Columns" });
  await columns.getByRole("button", { name: "Hide all" }).click();
  await expect.poll(headers).toEqual(["", "email"]);
  const search = columns.getByRole("searchbox", { name: "Search columns" });
  await search.fill("nothing");
  await expect(columns).toContainText("No matching columns");
  await search.fill("GROßE");
  await columns.getByRole("button", { name: "Show 2 found" }).click();
  await expect.poll(headers).toEqual(["", "email", "Größe", "Größe (2)"]);
  await columns.getByRole("checkbox", { name: "Show 'Größe'", exact: true }).uncheck();
  await expect.poll(headers).toEqual(["", "email", "Größe (2)"]);
  await press(page, "Escape", "Control+e");

  await dialog(page).getByText("Choose…", { exact: true }).click();
  await expect(dialog(page).getByRole("checkbox", { checked: true })).toHaveCount(2);
  await dialog(page).getByRole("button", { name: "Select none" }).click();
  await expect(dialog(page)).toContainText("Choose at least one column.");
  await dialog(page).getByRole("searchbox", { name: "Search columns" }).fill("field 39");
  await dialog(page).getByRole("checkbox", { name: "Write 'field 39'" }).check();
  await dialog(page).getByRole("searchbox", { name: "Search columns" }).fill("größe (2)");
  await dialog(page).getByRole("button", { name: "Select 1 found", exact: true }).click();
  const { bytes } = await saved(() => dialog(page).getByRole("button", { name: "Export 1 row" }).click());
  expect(bytes.toString()).toBe("Größe,field 39\nx1,x39\n");
});

test("a row opens beside the table, selecting its text does not open it, and ticked rows are copied", async ({
  winnow: page,
}) => {
  await review(page, "people.csv", LIST);
  const drawer = page.getByRole("dialog");
  await row(page, 0).click();
  await expect(drawer).toContainText("bounce.p0@firm0.example");
  await page.reload();
  await expect(drawer).toContainText("Oslo");
  await press(page, "Escape");
  await expect(drawer).toHaveCount(0);

  const cell = await page.getByRole("gridcell", { name: "valid.p1@firm1.example" }).boundingBox();
  if (!cell) throw new Error("the cell is not on screen");
  await page.mouse.move(cell.x + 14, cell.y + cell.height / 2);
  await page.mouse.down();
  await page.mouse.move(cell.x + 80, cell.y + cell.height / 2, { steps: 5 });
  await page.mouse.up();
  expect(await page.evaluate(() => String(getSelection()).length)).toBeGreaterThan(0);
  await expect(drawer).toHaveCount(0);
  await page.evaluate(() => getSelection()?.removeAllRanges());

  await tick(page, 1);
  await tick(page, 2);
  await press(page, "Control+c");
  await expect(page.getByText("2 rows copied")).toBeVisible();
  await goTo(page, "Clean");
  await page.getByRole("button", { name: "Paste addresses" }).click();
  const field = page.getByLabel("Addresses, one per line or with their columns");
  await field.press("Control+v");
  await expect(field).toHaveValue(
    /^email\tVerdict\tReason\ttown\tvisits.*\nvalid\.p1@firm1\.example\tDeliverable\t[^\t]*\tBergen\t7\t.*\nvalid\.p2@/,
  );
});

test("each segment counts, shows and exports its addresses, and each insight shows its rows", async ({
  winnow: page,
  saved,
}) => {
  const throwAway = Array.from({ length: 12 }, (_, at) => `valid.n${at}@disposable.example`);
  const cells = ["valid.a", "catchall.b", "slow.c", "bounce.d"].map((name) => `${name}@x.example`);
  await review(page, "segments.csv", `Email\n${[...cells, "no", ...throwAway].join("\n")}\n`);
  const segment = (name: string) =>
    page.getByRole("button", { name: new RegExp(`^${name} [\\d,]+ address`) });
  await expect(
    page.getByRole("heading", { name: "13 of 16 addresses would be safe to send." }),
  ).toBeVisible();
  await expect(segment("Risky")).toHaveAccessibleName(/^Risky 2 addresses 2 rows/);
  await segment("Risky").click();
  await shown(page, "2 of 17 rows");
  await page.getByRole("button", { name: "Export: Risky" }).click();
  await expect(dialog(page).getByRole("radio", { name: "Risky 2 rows" })).toBeChecked();
  const { bytes } = await saved(() => dialog(page).getByRole("button", { name: "Export 2 rows" }).click());
  expect(bytes.toString()).toBe(`Email\n${cells[1]}\n${cells[2]}\n`);
  await dialog(page).getByRole("button", { name: "Done" }).click();
  await segment("Risky").click();

  const insights = page.getByRole("complementary", { name: /^Worth knowing/ });
  await expect(insights).toContainText("12 disposable addresses at one throwaway domain.");
  await insights.getByRole("button", { name: /^Show 12 rows/ }).click();
  await shown(page, "12 of 17 rows");
});

test("export choices are saved under a name, find their column by name, and can be removed and restored", async ({
  winnow: page,
  saved,
}) => {
  await review(page, "june.csv", "Email,Name\nvalid.fay@acme.example,Fay\n");
  const june = page.url();
  await review(page, "march.csv", "Email,Left\nvalid.ann@acme.example,\nvalid.bob@acme.example,yes\n");
  await page.getByRole("button", { name: "Column 'Left'" }).click();
  await page.getByRole("combobox", { name: "Filter this column" }).click();
  await page.getByRole("option", { name: "is empty", exact: true }).click();
  await page.getByRole("button", { name: "Filter", exact: true }).click();
  await shown(page, "1 of 2 rows");
  await page.getByRole("button", { name: "Export…" }).click();
  await dialog(page).getByRole("button", { name: "Save as preset…" }).click();
  await expect(page.getByLabel("Name of the preset")).toBeFocused();
  await page.keyboard.type("Still here");
  await press(page, "Enter");
  await expect(dialog(page).getByRole("radio", { name: "Still here" })).toBeChecked();
  const { name, bytes } = await saved(() =>
    dialog(page).getByRole("button", { name: "Export 1 row" }).click(),
  );
  expect(name).toBe("march-Still here.csv");
  expect(bytes.toString()).toBe("Email,Left\nvalid.ann@acme.example,\n");
  await dialog(page).getByRole("button", { name: "Done" }).click();

  await page.goto(june);
  await page.getByRole("button", { name: "Export…" }).click();
  await expect(dialog(page).getByRole("radio", { name: /^Recommended/ })).toBeVisible();
  await expect(dialog(page).getByRole("radio", { name: "Still here" })).toBeHidden();
  await page.getByRole("button", { name: "Remove the preset 'Still here'" }).click();
  await expect(page.getByRole("button", { name: "Remove the preset 'Still here'" })).toBeHidden();
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(page.getByRole("button", { name: "Remove the preset 'Still here'" })).toBeVisible();
});
