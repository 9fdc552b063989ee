import type { Locator, Page } from "@playwright/test";
import { dropFile, expect, test } from "./browser-host.ts";

test.use({ hostOptions: { env: { WINNOW_SANDBOX_SPEED: "1000000" } } });

const ROWS = 60;

/** A list of so many columns: the address, and fields whose cells say where they stand. */
function listOf(columns: number): string {
  const names = Array.from({ length: columns - 1 }, (_, n) => `field ${n + 1}`);
  const rows = Array.from({ length: ROWS }, (_, row) =>
    [`valid.p${row}@firm.example`, ...names.map((name) => `${name} of ${row}`)].join(),
  );
  return `${["email", ...names].join()}\n${rows.join("\n")}\n`;
}

const grid = (page: Page): Locator => page.getByRole("grid", { name: "Results" });
const drawer = (page: Page): Locator => page.getByRole("dialog");
const press = async (page: Page, ...keys: string[]): Promise<void> => {
  for (const key of keys) await page.keyboard.press(key);
};

/** Where the keyboard is, as an aid is told: a row by its number, a header by its column, a control by its name; in sight or not. */
const where = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const focused = document.activeElement;
    const id = focused?.getAttribute("aria-activedescendant");
    const at = id ? document.getElementById(id) : focused;
    if (!at || at === document.body) return "nowhere";
    const { left, right, top, bottom } = at.getBoundingClientRect();
    const isRow = at.getAttribute("role") === "row";
    // Of a row, which is as wide as all of its columns, what stays when they scroll by.
    const edge = at.closest("[role=grid]")?.getBoundingClientRect().left ?? 0;
    const seen = document.elementFromPoint(isRow ? edge + 30 : (left + right) / 2, (top + bottom) / 2);
    const name = isRow
      ? `row ${Number(at.getAttribute("aria-rowindex")) - 2}`
      : at.getAttribute("role") === "columnheader"
        ? `header ${at.textContent}`
        : (at.getAttribute("aria-label") ?? at.textContent ?? at.tagName);
    return seen && (at.contains(seen) || seen.contains(at)) ? name : `${name}, out of sight`;
  });
const isAt = (page: Page, name: string): Promise<void> => expect.poll(() => where(page)).toBe(name);

async function review(page: Page, columns: number): Promise<void> {
  await dropFile(page, page.locator("body"), "people.csv", Buffer.from(listOf(columns)));
  await page.getByRole("button", { name: "Clean list" }).click();
  await page.getByRole("button", { name: "Review results" }).click();
  await expect(page.locator("#row-0")).toContainText("valid.p0@firm.example");
  await press(page, "j", "k");
  await isAt(page, "row 0");
}

for (const columns of [4, 60]) {
  test.describe(`on ${columns} columns`, () => {
    test("the table is one stop of the Tab key, and the row that is open the next", async ({
      winnow: page,
    }) => {
      await review(page, columns);
      await press(page, "j", "j", "Enter");
      await expect(drawer(page)).toContainText("valid.p2@firm.example");
      await isAt(page, "row 2");
      await press(page, "Tab");
      await expect(drawer(page).getByRole("button", { name: "Close" })).toBeFocused();
      await expect(drawer(page).getByRole("button", { name: "Close" })).toBeInViewport({ ratio: 1 });
      await press(page, "Shift+Tab");
      await isAt(page, "row 2");
      await press(page, "Shift+Tab");
      await expect(page.getByRole("button", { name: "Columns" })).toBeFocused();
      await press(page, "Tab");
      await isAt(page, "row 2");
      // Once more on the same row: into it.
      await press(page, "Enter");
      await expect(drawer(page).getByRole("button", { name: "Close" })).toBeFocused();
      await press(page, "Tab");
      await expect(drawer(page).getByRole("textbox")).toBeFocused();
      await press(page, "Escape");
      await expect(drawer(page)).toHaveCount(0);
      await isAt(page, "row 2");
      // Behind the table, and with no row open, comes the foot.
      await press(page, "Tab");
      await expect(page.getByRole("button", { name: "All shortcuts" })).toBeFocused();
    });

    test("the header is walked with the arrows, sorts, and gives the keyboard back to the row", async ({
      winnow: page,
    }) => {
      await review(page, columns);
      await press(page, "j", "ArrowUp", "ArrowUp");
      await isAt(page, "header email");
      await press(page, "ArrowDown");
      await isAt(page, "row 0");
      await press(page, "j", "j", "j", "Alt+ArrowUp");
      await isAt(page, "header email");
      await press(page, "Escape");
      await isAt(page, "row 3");

      // As fast as keys come, none of them falls out of the header.
      await press(page, "Alt+ArrowUp", ...Array.from({ length: columns - 1 + 2 }, () => "ArrowRight"));
      await isAt(page, `header field ${columns - 1}`);
      await press(page, "Enter");
      const last = grid(page).getByRole("columnheader", { name: `Sort by field ${columns - 1}` });
      await expect(last).toHaveAttribute("aria-sort", "ascending");
      await press(page, "Space");
      await expect(last).toHaveAttribute("aria-sort", "descending");
      await isAt(page, `header field ${columns - 1}`);
      await expect(page.locator("#row-0")).toContainText("valid.p9@firm.example");
      await press(page, "End");
      await isAt(page, "header Verified");
      await press(page, "ArrowRight");
      await isAt(page, "header Verified");
      await press(page, "Home", "ArrowRight", "ArrowRight");
      await isAt(page, "header Verdict");
      await press(page, "ArrowLeft", "ArrowLeft", "Space");
      await expect(page.getByRole("toolbar", { name: `${ROWS} rows selected` })).toBeVisible();
      await press(page, "ArrowLeft", "Space");
      await expect(page.getByRole("toolbar")).toHaveCount(0);
    });

    test("the menu of a column opens, closes, moves and hides it by keys alone", async ({ winnow: page }) => {
      await review(page, columns);
      const far = columns - 1;
      const menu = (name: string) => page.getByRole("dialog", { name: `Column '${name}'` });
      await press(page, "ArrowUp", ...Array.from({ length: far + 2 }, () => "ArrowRight"));
      await isAt(page, `header field ${far}`);
      await press(page, "Alt+ArrowDown");
      await expect(menu(`field ${far}`).getByRole("button", { name: "Sort ascending" })).toBeFocused();
      await press(page, "Escape");
      await expect(menu(`field ${far}`)).toHaveCount(0);
      await isAt(page, `header field ${far}`);
      await press(page, "Shift+F10");
      await expect(menu(`field ${far}`).getByRole("button", { name: "Sort ascending" })).toBeFocused();
      await menu(`field ${far}`)
        .getByRole("button", { name: `Move 'field ${far}' to the left` })
        .press("Enter");
      await press(page, "Escape");
      await isAt(page, `header field ${far}`);
      await press(page, "ArrowRight");
      await isAt(page, `header field ${far - 1}`);
      await press(page, "Alt+ArrowDown");
      await menu(`field ${far - 1}`)
        .getByRole("button", { name: "Hide column" })
        .press("Enter");
      await isAt(page, "header Flags");
      await expect(grid(page).getByRole("columnheader", { name: `field ${far - 1}` })).toHaveCount(0);
      await press(page, "j");
      await isAt(page, "row 1");
    });
  });
}

test("J, K and X work where the foot says so: in the header, on what was clicked there, beside the open row", async ({
  winnow: page,
}) => {
  await review(page, 4);
  const picked = (n: number) =>
    expect(page.getByRole("checkbox", { name: `Select row ${n + 1}`, exact: true })).toBeChecked();
  await press(page, "j", "Alt+ArrowUp", "x");
  await picked(1);
  await isAt(page, "row 1");
  await press(page, "Alt+ArrowUp", "j", "x");
  await picked(2);
  await page.getByRole("button", { name: "Sort by field 1", exact: true }).click();
  await expect(grid(page).getByRole("columnheader", { name: "Sort by field 1" })).toHaveAttribute(
    "aria-sort",
    "ascending",
  );
  // The rows as they were stand until those in the new order are there, which begin at the top.
  await expect(grid(page)).toHaveAttribute("aria-busy", "false");
  await press(page, "j");
  await isAt(page, "row 1");
  await press(page, "Enter");
  await expect(drawer(page)).toBeVisible();
  await press(page, "Tab", "j");
  await isAt(page, "row 2");
  await expect(drawer(page).getByRole("heading", { level: 2 }).first()).toHaveText(
    (await page.locator("#row-2").getByRole("gridcell").first().textContent()) ?? "",
  );
  await press(page, "Tab", "x");
  await expect(page.getByRole("toolbar", { name: /selected$/ })).toBeVisible();
  await isAt(page, "row 2");
});

test("Esc closes one thing at a time, and the keyboard's row comes back into sight", async ({
  winnow: page,
}) => {
  await review(page, 4);
  await press(page, "j", "x", "Enter");
  await expect(drawer(page)).toBeVisible();
  await press(page, "Alt+ArrowUp", "Escape");
  await isAt(page, "row 1");
  await expect(drawer(page)).toBeVisible();
  await grid(page).hover({ position: { x: 200, y: 200 } });
  await page.mouse.wheel(0, 1200);
  await expect(page.locator("#row-1")).toHaveCount(0);
  await press(page, "Tab", "Escape");
  await expect(drawer(page)).toHaveCount(0);
  await isAt(page, "row 1");
  await expect(page.getByRole("toolbar", { name: "1 row selected" })).toBeVisible();
  await press(page, "Escape");
  await expect(page.getByRole("toolbar")).toHaveCount(0);
});

test("a header that is scrolled out of sight keeps the keyboard, and the next key brings it back", async ({
  winnow: page,
}) => {
  await review(page, 60);
  await press(page, "ArrowUp", ...Array.from({ length: 30 }, () => "ArrowRight"));
  await isAt(page, "header field 28");
  await grid(page).evaluate((element) => {
    element.scrollLeft = 0;
  });
  await isAt(page, "header field 28, out of sight");
  await press(page, "ArrowRight");
  await isAt(page, "header field 29");
});

test("the window of shortcuts tells the way into the details, the headers and the menus", async ({
  winnow: page,
}) => {
  await review(page, 4);
  await press(page, "Enter", "Tab", "?");
  const keys = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  const told = (place: string, does: string) =>
    keys.getByRole("table", { name: place }).getByRole("row", { name: new RegExp(`^${does}`) });
  await expect(told("In the table of results", "Into the open details")).toContainText("EnterTab");
  await expect(told("In the table of results", "Menu of the row")).toContainText("Alt ↓Shift F10");
  await expect(told("In the table of results", "To the column headers")).toContainText("Alt ↑");
  await expect(told("In its column headers", "Menu of the column")).toContainText("Alt ↓");
  await press(page, "Escape");
  await expect(keys).toHaveCount(0);
  await expect(drawer(page)).toBeVisible();
  await press(page, "Escape", "j");
  await press(page, "Alt+ArrowDown");
  await expect(page.getByRole("menuitem", { name: "Open details" })).toBeVisible();
  await press(page, "Escape");
  await isAt(page, "row 1");
});
