import type { Locator, Page } from "@playwright/test";
import { callEngine, review } from "./prepared.ts";
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

const tick = (page: Page, position: number): Promise<void> =>
  row(page, position).getByRole("checkbox").click();

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
    (await grid(page).getByRole("columnheader").allInnerTexts()).map((text) => text.trim()).slice(3, 5);
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

test("the summary is one line while the table is scrolled; rows keep their position and the focus is kept", async ({
  winnow: page,
}) => {
  await review(page, "people.csv", LIST);
  await page.setViewportSize({ width: 900, height: 600 });
  const forecast = page.getByRole("button", { name: "Forecast…" });
  await forecast.focus();
  await grid(page).hover();
  const place = () => grid(page).evaluate((table) => table.scrollTop - table.getBoundingClientRect().top);
  const before = await place();
  await page.mouse.wheel(0, 700);
  await expect(forecast).toBeHidden();
  await expect(page.getByRole("button", { name: /^Safe to send \d/ })).toBeVisible();
  await expect(grid(page)).toBeFocused();
  await expect.poll(place).toBe(before + 700);
  await page.mouse.wheel(0, -2000);
  await expect(forecast).toBeVisible();
});

test("a shadow shows that the export continues below, until it is scrolled to its end", async ({
  winnow: page,
}) => {
  await review(page, "people.csv", LIST);
  await page.setViewportSize({ width: 900, height: 600 });
  await press(page, "Control+e");
  await dialog(page).getByText("More choices").click();
  const shadow = () =>
    dialog(page)
      .locator(".mantine-Modal-body")
      .evaluate((body) => getComputedStyle(body, "::after").opacity);
  await expect.poll(shadow).toBe("1");
  await dialog(page).evaluate((content) => content.scrollTo(0, content.scrollHeight));
  await expect.poll(shadow).toBe("0");
});
