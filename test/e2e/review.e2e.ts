import type { Locator, Page } from "@playwright/test";
import { dropFile, expect, test } from "./browser-host.ts";

test.use({ hostOptions: { env: { WINNOW_SANDBOX_SPEED: "1000000" } } });

const TOWNS = ["Oslo", "Bergen", "Ulm"];
/** Of 60 rows every third one bounces; towns go round. */
const LIST = `email,town,visits\n${Array.from({ length: 60 }, (_, n) => {
  const name = n % 3 === 0 ? "bounce" : "valid";
  return `${name}.p${n}@firm${n % 5}.example,${TOWNS[n % TOWNS.length]},${n}`;
}).join("\n")}\n`;

const grid = (page: Page): Locator => page.getByRole("grid", { name: "Results" });
const row = (page: Page, position: number): Locator => page.locator(`#row-${position}`);
const value = (page: Page, name: string): Locator =>
  page.getByRole("button", { name: new RegExp(`^${name} \\d+ rows?(, excluded)?$`) });
const shown = (page: Page, text: string): Promise<void> =>
  expect(page.getByRole("status").filter({ hasText: /rows?$/ })).toHaveText(text);

async function review(page: Page): Promise<void> {
  await dropFile(page, page.locator("body"), "people.csv", Buffer.from(LIST));
  await page.getByRole("button", { name: "Clean list" }).click();
  await page.getByRole("button", { name: "Review results" }).click();
  await expect(row(page, 0)).toContainText("bounce.p0@firm0.example");
  await expect(value(page, "Undeliverable")).toHaveAccessibleName("Undeliverable 20 rows");
}

test("rows are kept and dropped without a hand off the keyboard, and a mark is taken back where it is told", async ({
  winnow: page,
}) => {
  await review(page);
  await page.keyboard.press("j");
  await expect(grid(page)).toBeFocused();
  await expect(row(page, 1)).toHaveAttribute("data-active", "true");
  await page.keyboard.press("k");
  await page.keyboard.press("n");
  await expect(row(page, 0)).toHaveAttribute("data-mark", "drop");
  await page.keyboard.press("x");
  await page.keyboard.press("j");
  await page.keyboard.press("x");
  await expect(page.getByRole("toolbar", { name: "2 rows selected" })).toBeVisible();
  await page.keyboard.press("y");
  await expect(row(page, 0)).toHaveAttribute("data-mark", "keep");
  await expect(row(page, 1)).toHaveAttribute("data-mark", "keep");
  await expect(page.getByRole("toolbar")).toHaveCount(0);
  const told = page.getByRole("alert").filter({ hasText: "2 rows marked keep." });
  await told.getByRole("button", { name: "Undo" }).click();
  await expect(row(page, 0)).toHaveAttribute("data-mark", "drop");
  await expect(row(page, 1)).not.toHaveAttribute("data-mark", "keep");
  await page.keyboard.press("Control+z");
  await expect(row(page, 0)).not.toHaveAttribute("data-mark", "drop");
  await page.keyboard.press("/");
  await expect(page.getByRole("searchbox", { name: "Search addresses" })).toBeFocused();
  await page.keyboard.type("fjord");
  await expect(page.getByText("No matching rows")).toBeVisible();
});

test("facets are walked, chosen and left out by the keyboard, and their counts follow the others", async ({
  winnow: page,
}) => {
  await review(page);
  await page.keyboard.press("f");
  await expect(page.getByRole("button", { name: "Verdict", exact: true })).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(value(page, "Deliverable")).toBeFocused();
  await page.keyboard.press("Space");
  await shown(page, "40 of 60 rows");
  await expect(value(page, "Undeliverable")).toHaveAccessibleName("Undeliverable 20 rows");
  await page.keyboard.press("-");
  await shown(page, "20 of 60 rows");
  await expect(value(page, "Deliverable")).toHaveAccessibleName("Deliverable 40 rows, excluded");
  await expect(page.getByRole("group", { name: "Filters" })).toContainText("Verdict: not Deliverable");

  const town = page.getByRole("button", { name: "town 1 value" });
  await town.click();
  await expect(value(page, "Oslo")).toHaveAccessibleName("Oslo 20 rows");
  await value(page, "Deliverable").click({ modifiers: ["Alt"] });
  await shown(page, "60 rows");
  await value(page, "Oslo").click({ modifiers: ["Alt"] });
  await shown(page, "40 of 60 rows");
  await expect(value(page, "Undeliverable")).toHaveAccessibleName("Undeliverable 0 rows");
  await value(page, "Bergen").click({ button: "right" });
  await page.getByRole("menuitem", { name: "Only this" }).click();
  await shown(page, "20 of 60 rows");
  await page.keyboard.press("Escape");
  await expect(grid(page)).toBeFocused();
  await page.reload();
  await shown(page, "20 of 60 rows");
  await expect(value(page, "Bergen")).toHaveAttribute("aria-pressed", "true");
});

test("a range, a menu and a dragged column do with rows and columns what they say", async ({
  winnow: page,
}) => {
  await review(page);
  const box = (n: number) => page.getByRole("checkbox", { name: `Select row ${n}`, exact: true });
  await box(3).click();
  await box(7).click({ modifiers: ["Shift"] });
  await expect(page.getByRole("toolbar", { name: "5 rows selected" })).toBeVisible();
  await expect(box(5)).toBeChecked();
  await row(page, 3).click({ button: "right" });
  await page.getByRole("menuitem", { name: "Drop 5 rows" }).click();
  await expect(row(page, 6)).toHaveAttribute("data-mark", "drop");
  await row(page, 10).click({ button: "right" });
  await page.getByRole("menuitem", { name: "Exclude firm0.example" }).click();
  await shown(page, "48 of 60 rows");
  await page.keyboard.press("Shift+F10");
  await expect(page.getByRole("menuitem", { name: "Open details" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(grid(page)).toBeFocused();

  const headers = () => grid(page).getByRole("columnheader").allInnerTexts();
  expect((await headers()).map((text) => text.trim())).toEqual([
    "",
    "email",
    "Verdict",
    "Reason",
    "town",
    "visits",
    "Flags",
    "Verified",
  ]);
  const header = (name: string) => grid(page).getByRole("columnheader", { name });
  await header("visits").dragTo(header("town"));
  expect((await headers()).slice(4, 6)).toEqual(["visits", "town"]);
  await page.reload();
  await expect(row(page, 0)).toBeVisible();
  expect((await headers()).slice(4, 6)).toEqual(["visits", "town"]);
});

test("nothing moves when the first row is selected and the first filter comes", async ({ winnow: page }) => {
  await review(page);
  const place = async () => (await grid(page).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const before = await place();
  await page.getByRole("checkbox", { name: "Select row 2", exact: true }).click();
  await expect(page.getByRole("toolbar")).toBeVisible();
  expect(await place()).toEqual(before);
  await page.keyboard.press("Escape");
  await value(page, "Undeliverable").click();
  await expect(page.getByRole("group", { name: "Filters" })).toBeVisible();
  expect(await place()).toEqual(before);
});

test("the address and its verdict stay in sight however far the rest is scrolled", async ({
  winnow: page,
}) => {
  await review(page);
  await grid(page).evaluate((element) => {
    element.scrollLeft = element.scrollWidth;
  });
  await expect(row(page, 0).getByText("bounce.p0@firm0.example")).toBeInViewport({ ratio: 1 });
  await expect(row(page, 0).getByText("Undeliverable")).toBeInViewport({ ratio: 1 });
});

test("a filter is saved as a view of its list, and called, changed and taken away there", async ({
  winnow: page,
}) => {
  await review(page);
  const view = (name: string) =>
    page.getByRole("group", { name: "Views" }).getByRole("button", { name, exact: true });
  const menu = async (name: string, item: string) => {
    await page.getByRole("button", { name: `View '${name}'` }).click();
    await page.getByRole("menuitem", { name: item }).click();
  };
  await value(page, "Undeliverable").click();
  await view("Save this filter as a view").click();
  await page.getByRole("textbox", { name: "Name of the view" }).fill("Gone");
  await page.keyboard.press("Enter");
  await expect(view("Gone 20 rows")).toHaveAttribute("aria-pressed", "true");
  await view("All rows 60 rows").click();
  await shown(page, "60 rows");
  await page.reload();
  await view("Gone 20 rows").click();
  await shown(page, "20 of 60 rows");
  await menu("Gone", "Rename…");
  await page.getByRole("textbox", { name: "Name of the view" }).fill("Bounced");
  await page.keyboard.press("Enter");
  await expect(view("Bounced 20 rows")).toBeVisible();
  await menu("Bounced", "Remove");
  await expect(view("Bounced 20 rows")).toHaveCount(0);
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(view("Bounced 20 rows")).toBeVisible();
});

test("however many views there are, the one that is shown and the way to a new one are in sight", async ({
  winnow: page,
}) => {
  await review(page);
  const views = page.getByRole("group", { name: "Views" });
  const add = views.getByRole("button", { name: "Save this filter as a view" });
  const search = page.getByRole("searchbox", { name: "Search addresses" });
  for (const name of ["one", "two", "three", "four", "five", "six"]) {
    await search.fill(name);
    await add.click();
    await page
      .getByRole("textbox", { name: "Name of the view" })
      .fill(`A view with a long name, number ${name}`);
    await page.keyboard.press("Enter");
    await expect(views.getByRole("button", { pressed: true })).toContainText(`number ${name}`);
    await expect(views.getByRole("button", { pressed: true })).toBeInViewport({ ratio: 1 });
    await expect(add).toBeInViewport({ ratio: 1 });
  }
  await page.reload();
  await expect(views.getByRole("button", { pressed: true })).toContainText("number six");
  await expect(views.getByRole("button", { pressed: true })).toBeInViewport({ ratio: 1 });
  const first = views.getByRole("button", { name: /number one/ }).first();
  await expect(first).not.toBeInViewport({ ratio: 1 });
  await page.screenshot({ path: "test-results/views.png" });
  const all = views.getByRole("button", { name: /^All rows/ });
  await views.getByRole("button", { pressed: true }).hover();
  await page.mouse.wheel(-5_000, 0);
  await expect(all).toBeInViewport({ ratio: 1 });
  await views.locator("button[data-position=end]").click();
  await expect(all).not.toBeInViewport({ ratio: 1 });
});

test("where the facets have no room beside the table they open over it", async ({ winnow: page }) => {
  await page.setViewportSize({ width: 900, height: 600 });
  await dropFile(page, page.locator("body"), "people.csv", Buffer.from(LIST));
  await page.getByRole("button", { name: "Clean list" }).click();
  await page.getByRole("button", { name: "Review results" }).click();
  await expect(row(page, 0)).toBeVisible();
  await expect(value(page, "Undeliverable")).toHaveCount(0);
  await grid(page).focus();
  await page.keyboard.press("f");
  await expect(page.getByRole("button", { name: "Verdict", exact: true })).toBeFocused();
  await value(page, "Undeliverable").click();
  await page.keyboard.press("Escape");
  await expect(value(page, "Undeliverable")).toHaveCount(0);
  await shown(page, "20 of 60 rows");
  await expect(page.getByRole("button", { name: "Filter", exact: true })).toBeVisible();
  const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(over).toBeLessThanOrEqual(0);
});

test("what is done right after a search was typed is done to what was searched for", async ({
  winnow: page,
}) => {
  await review(page);
  // The search waits for the next letter by this clock, which stands still.
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 3_600_000);
  const search = page.getByRole("searchbox", { name: "Search addresses" });
  await search.fill("firm1");
  await page.keyboard.press("Control+e");
  const dialog = page.getByRole("dialog", { name: /^Export/ });
  await page.clock.resume();
  await expect(dialog.getByRole("radio", { name: /^What is on screen/ })).toBeChecked();
  await expect(dialog.getByRole("button", { name: "Export 12 rows" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);

  await page.clock.pauseAt(Date.now() + 7_200_000);
  await search.fill("firm2");
  await search.press("Escape");
  await page.clock.resume();
  await shown(page, "60 rows");
  await expect(search).toHaveValue("");
});
