import type { Page } from "@playwright/test";
import { dropFile } from "./browser-host.ts";
import { expect, test } from "./connected.ts";
import { clean, review } from "./prepared.ts";

const press = async (page: Page, ...keys: string[]): Promise<void> => {
  for (const key of keys) await page.keyboard.press(key);
};
async function enter(page: Page, name: string | RegExp): Promise<void> {
  await page
    .getByRole("button", { name, exact: typeof name === "string" })
    .first()
    .focus();
  await press(page, "Enter");
}

/** Returns the focused element as a screen reader announces it: a row by its number, a control by its name. */
const focusedElement = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const focused = document.activeElement;
    const id = focused?.getAttribute("aria-activedescendant");
    const at = id ? document.getElementById(id) : focused;
    if (!at || at === document.body) return "nowhere";
    if (at.getAttribute("role") === "row") return `row ${Number(at.getAttribute("aria-rowindex")) - 2}`;
    return at.getAttribute("aria-label") ?? at.textContent ?? at.tagName;
  });
const isAt = (page: Page, name: string): Promise<void> => expect.poll(() => focusedElement(page)).toBe(name);

test("a list is pasted, priced, cleaned, reviewed and exported with the keyboard only", async ({
  connected: page,
  saved,
}) => {
  const tabTo = async (wanted: string) => {
    for (let turn = 0; turn < 60; turn++) {
      await press(page, "Tab");
      if ((await focusedElement(page)).trim().startsWith(wanted)) return;
    }
    throw new Error(`the keyboard does not get to '${wanted}'`);
  };
  await tabTo("Skip to content");
  await press(page, "Enter");
  await tabTo("Paste addresses");
  await press(page, "Enter");
  await expect(page.getByLabel("Addresses, one per line or with their columns")).toBeFocused();
  await page.keyboard.insertText("valid.ann@acme.example\nbounce.bo@acme.example\n");
  await tabTo("Preview");
  await press(page, "Enter");
  const told = page
    .getByRole("region", { name: "Pasted addresses" })
    .locator("[role=status].visually-hidden");
  await expect(told).toHaveText(/Price: 2 credits\. You have 10,000; 9,998 will be left\.$/);
  await tabTo("Verify, 2 credits");
  await press(page, "Enter");
  await expect(page.getByRole("article", { name: "Pasted addresses" }).getByRole("heading")).toBeFocused();
  await expect(page.getByRole("button", { name: "Review results" })).toBeVisible();
  await tabTo("Review results");
  await press(page, "Enter");
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  await expect(page.getByRole("grid")).toContainText("valid.ann@acme.example");
  await press(page, "j");
  await expect(page.getByRole("grid")).toBeFocused();
  await press(page, "Enter");
  await expect(page.getByRole("dialog")).toContainText("bounce.bo@acme.example");
  await press(page, "Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await press(page, "Control+e");
  await expect(page.getByRole("dialog").getByRole("button", { name: "Export 1 address" })).toBeFocused();
  const { bytes } = await saved(() => press(page, "Enter"));
  expect(bytes.toString()).toContain("valid.ann@acme.example");
  await expect(page.getByRole("dialog").getByRole("button", { name: "Done" })).toBeFocused();
});

test("the focus moves from the table into the open row, the headers and their menus, and back", async ({
  connected: page,
}) => {
  const names = Array.from({ length: 39 }, (_, n) => `field ${n + 1}`);
  const rows = Array.from({ length: 60 }, (_, n) => `valid.p${n}@firm.example${",x".repeat(39)}`);
  await review(page, "wide.csv", `${["email", ...names].join()}\n${rows.join("\n")}\n`);
  const drawer = page.getByRole("dialog");
  await press(page, "j", "j", "Enter");
  await expect(drawer).toContainText("valid.p2@firm.example");
  await press(page, "Tab");
  await expect(drawer.getByRole("button", { name: "Close" })).toBeFocused();
  await press(page, "Shift+Tab");
  await isAt(page, "row 2");
  await press(page, "x", "Alt+ArrowUp", "Escape");
  await isAt(page, "row 2");
  // Escape closes one thing at a time: the header first, then the row, then the selection.
  await press(page, "Tab", "Escape");
  await expect(drawer).toHaveCount(0);
  await expect(page.getByRole("toolbar", { name: "1 row selected" })).toBeVisible();
  await press(page, "Escape");
  await expect(page.getByRole("toolbar")).toHaveCount(0);

  await press(page, "Alt+ArrowUp");
  const along = "Sort by field 4";
  for (let turn = 0; turn < 40 && (await focusedElement(page)) !== along; turn++)
    await press(page, "ArrowRight");
  await isAt(page, along);
  await press(page, "Enter");
  const last = page.getByRole("columnheader", { name: along });
  await expect(last).toHaveAttribute("aria-sort", "ascending");
  await expect(last).toBeInViewport();
  await press(page, "ArrowRight", "Enter");
  const menu = page.getByRole("dialog", { name: "Column 'field 4'" });
  await expect(menu.getByRole("button", { name: "Sort ascending" })).toBeFocused();
  await menu.getByRole("button", { name: "Hide column" }).press("Enter");
  await expect(last).toHaveCount(0);
  await isAt(page, "row 0");
  await press(page, "j", "?");
  const keys = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expect(keys.getByRole("table", { name: "In the results table" })).toContainText("Select the row");
});

test("the focus moves to a list's heading while the list is priced, and to a neighbour of a removed element", async ({
  connected: page,
}) => {
  const list = "work,other\na@k.example,o@z.example\nb@k.example,p@z.example\n";
  await dropFile(page, "two.csv", list);
  await enter(page, "work");
  await expect(page.getByRole("heading", { name: "two.csv" })).toBeFocused();
  await expect(page.getByTestId("price-line")).toContainText("= 2 credits.");

  for (const n of [1, 2, 3])
    await clean(page, `list-${n}.csv`, `email\nvalid.p${n}@k.example\nbounce.p${n}@k.example\n`);
  await page.goto(`${page.url().split("#")[0]}#/lists`);
  const bin = async (name: string) => {
    await enter(page, `More for '${name}'`);
    const menu = page.getByRole("menu", { name: `More for '${name}'` });
    // A menu takes the focus a moment after it opens.
    await expect(menu.getByRole("menuitem").first()).toBeFocused();
    await menu.getByRole("menuitem", { name: "Delete here…" }).press("Enter");
    await page.getByRole("dialog").getByRole("button", { name: "Delete here" }).press("Enter");
  };
  await bin("list-2.csv");
  await expect(page.getByRole("button", { name: "More for 'list-1.csv'" })).toBeFocused();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("'list-2.csv' is back among your lists.")).toBeVisible();

  await page.getByRole("link", { name: "Open 'list-3.csv'" }).click();
  await enter(page, /^Do not send/);
  await enter(page, /^Undeliverable \d/);
  const chips = page
    .getByRole("group", { name: "Filters" })
    .getByRole("button", { name: /^Remove the filter/ });
  await expect(chips).toHaveCount(2);
  await chips.first().focus();
  await press(page, "Enter");
  await expect(chips).toHaveCount(1);
  await expect(chips).toBeFocused();
  await press(page, "Enter");
  await expect(page.getByRole("grid")).toBeFocused();
  await press(page, "n", "Control+e");
  const exporting = page.getByRole("dialog", { name: /^Export/ });
  await expect(exporting).toBeVisible();
  const marked = page.getByText("1 row marked drop.");
  await page.getByRole("alert").filter({ has: marked }).getByRole("button", { name: "Undo" }).click();
  await expect(marked).toHaveCount(0);
  await expect(exporting.getByRole("heading").first()).toBeFocused();
  await press(page, "Control+k", "Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await enter(page, "More");
  await expect(page.getByRole("menuitem").first()).toBeFocused();
  await page.getByRole("menuitem", { name: "Delete here…" }).press("Enter");
  await page.getByRole("dialog").getByRole("button", { name: "Delete here" }).press("Enter");
  await expect(page.getByRole("heading", { name: "Lists", level: 1 })).toBeFocused();
});
