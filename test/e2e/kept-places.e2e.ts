import type { Page } from "@playwright/test";
import { dropFile } from "./browser-host.ts";
import { expect, test } from "./connected.ts";

const MARIA = "valid.maria@needle.example";
const dialog = (page: Page) => page.getByRole("dialog");

async function clean(page: Page, name: string, text: string): Promise<void> {
  await page.getByRole("link", { name: "Clean", exact: true }).click();
  await dropFile(page, page.locator("body"), name, Buffer.from(text));
  await page.getByRole("region", { name, exact: true }).getByRole("button", { name: "Clean list" }).click();
  await expect(
    page.getByRole("article", { name }).getByRole("button", { name: "Review results" }),
  ).toBeVisible();
}

async function press(page: Page, name: string | RegExp): Promise<void> {
  await page.getByRole("button", { name }).first().focus();
  await page.keyboard.press("Enter");
}

async function toBin(page: Page, name: string): Promise<void> {
  await press(page, `More for '${name}'`);
  // The menu of another list may still be on its way out.
  const menu = page.getByRole("menu", { name: `More for '${name}'` });
  await menu.getByRole("menuitem", { name: "Delete here…" }).focus();
  await page.keyboard.press("Enter");
  await dialog(page).getByRole("button", { name: "Delete here" }).focus();
  await page.keyboard.press("Enter");
}

const search = (page: Page, text: string) =>
  page.getByRole("searchbox", { name: /^Search names/ }).fill(text);

test("who stands in a list only because she was known already is found once the list that paid is erased", async ({
  connected: page,
}) => {
  await clean(page, "april.csv", `email\n${MARIA}\n`);
  await clean(page, "may.csv", `email\n${MARIA}\nvalid.new@other.example\n`);
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Lists" }).click();
  await search(page, MARIA);
  const addresses = page.getByRole("region", { name: "Addresses" });
  await expect(addresses.getByRole("link", { name: "april.csv" })).toBeVisible();
  await expect(addresses.getByRole("link", { name: "Also in may.csv" })).toBeVisible();
  await expect(page.getByText("No list is called that")).toBeHidden();

  await search(page, "");
  await toBin(page, "april.csv");
  await search(page, MARIA);
  await addresses.getByRole("link", { name: "april.csv, in the bin" }).click();
  await expect(page.getByText(/This list is in the bin\. In 30 days it is deleted for good/)).toBeVisible();
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Lists" }).click();
  await page.getByText("Bin", { exact: true }).click();
  await page.getByRole("button", { name: "Delete 'april.csv' for good" }).click();
  await expect(dialog(page)).toContainText(
    "'may.csv' took verdicts from it as already known. They stay there",
  );
  await dialog(page).getByRole("button", { name: "Delete for good" }).click();
  await expect(page.getByText("'april.csv' is deleted for good.")).toBeVisible();

  await page.getByText("Lists", { exact: true }).last().click();
  await search(page, MARIA);
  await expect(addresses).toContainText(`${MARIA}no verdict of its own`);
  await expect(addresses.getByRole("link", { name: "Also in may.csv" })).toBeVisible();
  await addresses.getByRole("link", { name: "Also in may.csv" }).click();
  await page.getByRole("grid").focus();
  await page.keyboard.press("Enter");
  await expect(dialog(page)).toContainText(
    "No other verdict of this address is kept: the one above is kept with this list.",
  );

  await page.getByRole("link", { name: "Check", exact: true }).click();
  const field = page.getByRole("textbox", { name: "Addresses to check" });
  await field.fill(MARIA);
  await field.press("Enter");
  await page.getByRole("button", { name: `Forget the result of ${MARIA}` }).click();
  await expect(dialog(page)).toContainText("It stands in 'may.csv', with what is said of it there");
});

test("a search says how many addresses it found, and shows the others", async ({ connected: page }) => {
  const rows = Array.from({ length: 84 }, (_, at) => `valid.p${at}@clientx.example`);
  await clean(page, "many.csv", `email\n${rows.join("\n")}\n`);
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Lists" }).click();
  await search(page, "@clientx.example");
  const addresses = page.getByRole("region", { name: "Addresses" });
  await expect(addresses.getByRole("status")).toHaveText("20 of 84 addresses");
  for (let more = 0; more < 4; more++)
    await addresses.getByRole("button", { name: "Show more addresses" }).click();
  await expect(addresses.getByRole("status")).toHaveText("84 addresses");
  for (const one of rows) await expect(addresses.getByText(one, { exact: true })).toHaveCount(1);
});

test("by keyboard, what is put away leaves the focus at the next one, is told, and can be undone", async ({
  connected: page,
}) => {
  for (const n of [1, 2, 3]) await clean(page, `list-${n}.csv`, `email\nvalid.p${n}@k.example\n`);
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Lists" }).click();
  await toBin(page, "list-2.csv");
  await expect(page.getByText("'list-2.csv' is in the bin.")).toBeVisible();
  await expect(page.getByRole("button", { name: "More for 'list-1.csv'" })).toBeFocused();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("'list-2.csv' is back among your lists.")).toBeVisible();
  await toBin(page, "list-2.csv");
  await toBin(page, "list-1.csv");
  await expect(page.getByRole("button", { name: "More for 'list-3.csv'" })).toBeFocused();
  await page.getByText("Bin", { exact: true }).click();
  const row = (name: string) => page.getByRole("listitem").filter({ hasText: name });
  await row("list-2.csv").getByRole("button", { name: "Restore" }).focus();
  await page.keyboard.press("Enter");
  await expect(row("list-1.csv").getByRole("button", { name: "Restore" })).toBeFocused();
});

test("a filter that is taken away leaves the focus at the next one", async ({ connected: page }) => {
  await clean(page, "two.csv", "email\nvalid.a@k.example\ninvalid.b@k.example\n");
  await press(page, "Review results");
  await press(page, /^Do not send/);
  await press(page, /^Undeliverable \d/);
  const chips = page
    .getByRole("group", { name: "Filters" })
    .getByRole("button", { name: /^Remove the filter/ });
  await expect(chips).toHaveCount(2);
  await chips.first().focus();
  await page.keyboard.press("Enter");
  await expect(chips).toHaveCount(1);
  await expect(chips).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("grid")).toBeFocused();
});

test("Enter saves a name, and what is typed goes where it is asked for", async ({ connected: page }) => {
  await clean(page, "one.csv", "email\nvalid.a@k.example\n");
  await press(page, "Review results");
  await press(page, /^Export/);
  await dialog(page).getByRole("button", { name: "Save these choices under a name…" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Name of the preset")).toBeFocused();
  await page.keyboard.type("Mine");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Remove the preset 'Mine'" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Save these choices under a name…" })).toBeFocused();
  await page.keyboard.press("Escape");
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Lists" }).click();
  await press(page, "More for 'one.csv'");
  await page.getByRole("menuitem", { name: "Rename or tag…" }).click();
  await page.getByRole("textbox", { name: "Name", exact: true }).fill("Renamed");
  await page.keyboard.press("Enter");
  await expect(dialog(page)).toBeHidden();
  await expect(page.getByRole("link", { name: "Open 'Renamed'" })).toBeVisible();
});

test("what was said of a copy or of a suppression list goes with it", async ({ connected: page }) => {
  await page.getByRole("link", { name: "Settings" }).click();
  await page.getByRole("tab", { name: "Data" }).click();
  await page.getByRole("button", { name: "Back up now" }).click();
  const said = page.getByRole("status").filter({ hasText: "Backed up to" });
  await expect(said).toBeVisible();
  await page.getByRole("button", { name: /^Delete: Backup/ }).click();
  await dialog(page).getByRole("button", { name: "Delete copy" }).click();
  await expect(page.getByText("There is none.")).toBeVisible();
  await expect(said).toBeHidden();

  await page.getByRole("tab", { name: "Suppression lists" }).click();
  await page.getByRole("button", { name: "Paste" }).click();
  await page.getByLabel("Addresses or domains, one a line").fill("gone@k.example");
  await page.getByLabel("Name", { exact: true }).fill("Out");
  await page.keyboard.press("Enter");
  const added = page.getByRole("status").filter({ hasText: "'Out' has 1 entry" });
  await expect(added).toBeVisible();
  await page.getByRole("button", { name: "Remove 'Out'" }).click();
  await dialog(page).getByRole("button", { name: "Remove list" }).click();
  await expect(page.getByText("No suppression list yet.")).toBeVisible();
  await expect(added).toBeHidden();
});
