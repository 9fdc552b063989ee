import { readFileSync } from "node:fs";
import type { Locator, Page } from "@playwright/test";
import { dropFile, expect } from "./browser-host.ts";
import { test } from "./connected.ts";

test.use({ serviceOptions: { speed: 1_000_000 } });

/** Drops a list, cleans it and goes to its results. */
async function clean(page: Page, name: string, text: string): Promise<void> {
  await page.getByRole("link", { name: "Clean", exact: true }).click();
  await dropFile(page, page.locator("body"), name, Buffer.from(text));
  await page.getByRole("region", { name, exact: true }).getByRole("button", { name: "Clean list" }).click();
  await page
    .getByRole("article", { name, exact: true })
    .getByRole("button", { name: "Review results" })
    .click();
  await expect(page.getByRole("grid", { name: "Results" })).toBeVisible();
}

const row = (page: Page, address: string): Locator => page.getByRole("gridcell", { name: address });

test("a table whose answer did not come asks again by itself", async ({ connected: page }) => {
  await clean(page, "may.csv", "email\nann@acme.example\nbob@acme.example\n");
  let asked = 0;
  await page.route("**/bridge/results.rows", async (route) => {
    asked += 1;
    // An aborted request would stand on the console.
    if (asked === 1) await route.fulfill({ status: 200, contentType: "text/html", body: "<p>Sign in</p>" });
    else await route.continue();
  });
  await page.getByRole("searchbox").fill("bob");
  await expect.poll(() => asked).toBeGreaterThan(0);
  await expect(row(page, "bob@acme.example")).toBeVisible();
  await expect(row(page, "ann@acme.example")).toHaveCount(0);
  await expect(page.getByText("Winnow does not answer")).toHaveCount(0);
  expect(asked).toBeGreaterThan(1);
});

test("lists that are slow to come are waited for in view", async ({ connected: page }) => {
  await clean(page, "may.csv", "email\nann@acme.example\n");
  const answered = Promise.withResolvers<void>();
  await page.route("**/bridge/cleanings.list", async (route) => {
    await answered.promise;
    await route.continue();
  });
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Lists" }).click();
  const waiting = page.getByLabel("Reading…");
  await expect(waiting).toBeVisible();
  answered.resolve();
  await expect(page.getByRole("list", { name: "Lists" })).toContainText("may.csv");
  await expect(waiting).toHaveCount(0);
});

test("a list that is deleted for good in one window is gone from the other, in words", async ({
  connected: page,
  context,
}) => {
  await clean(page, "may.csv", "email\nann@acme.example\n");
  const other = await context.newPage();
  await other.goto(page.url());
  await expect(row(other, "ann@acme.example")).toBeVisible();
  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("menuitem", { name: "Delete here…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete here" }).click();
  await expect(other.getByText(/This list is in the bin/)).toBeVisible();
  await page.getByText("Bin", { exact: true }).click();
  await page.getByRole("button", { name: "Delete 'may.csv' for good" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete for good" }).click();
  await expect(page.getByText("The bin is empty")).toBeVisible();

  await expect(other.getByText("This list was deleted for good")).toBeVisible();
  await expect(row(other, "ann@acme.example")).toHaveCount(0);
  await expect(other.getByRole("button", { name: "Restore" })).toHaveCount(0);
  await other.reload();
  await expect(other.getByText(/may have been deleted for good/)).toBeVisible();
  await expect(other.getByRole("main")).not.toContainText(/[0-9a-f]{8}-[0-9a-f]{4}/);
});

test("a saved preset finds its column by name, writes the columns chosen with it, and nothing of a list without it", async ({
  connected: page,
}) => {
  const dialog = page.getByRole("dialog");
  await clean(
    page,
    "march.csv",
    "Email,Name,Unsubscribed\nann@acme.example,Ann,\nbob@acme.example,Bob,yes\n",
  );
  await page.getByRole("button", { name: "Column 'Unsubscribed'" }).click();
  await page.getByRole("combobox", { name: "Filter this column" }).click();
  await page.getByRole("option", { name: "is empty", exact: true }).click();
  await page.getByRole("button", { name: "Filter", exact: true }).click();
  await expect(row(page, "bob@acme.example")).toHaveCount(0);
  await page.getByRole("button", { name: "Export…" }).click();
  await dialog.getByText("Choose…").click();
  await dialog.getByRole("combobox", { name: "Columns to write, in this order" }).click();
  for (const _ of [1, 2]) await page.keyboard.press("Backspace");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Save these choices under a name…" }).click();
  await dialog.getByLabel("Name of the preset").fill("Still subscribed");
  await dialog.getByRole("button", { name: "Save", exact: true }).click();
  await expect(dialog.getByRole("radio", { name: "Still subscribed" })).toBeChecked();
  await page.reload();

  await clean(
    page,
    "april.csv",
    "Email,Unsubscribed,Name\ncat@acme.example,yes,\ndan@acme.example,,Dan\neve@acme.example,yes,\n",
  );
  await page.getByRole("button", { name: "Export…" }).click();
  await dialog.getByRole("radio", { name: "Still subscribed" }).check();
  const download = page.waitForEvent("download");
  await dialog.getByRole("button", { name: "Export 1 row", exact: true }).click();
  expect(readFileSync(await (await download).path(), "utf8")).toBe("Email\ndan@acme.example\n");
  await dialog.getByRole("button", { name: "Done" }).click();

  await clean(page, "june.csv", "Email,Name\nfay@acme.example,Fay\n");
  await page.getByRole("button", { name: "Export…" }).click();
  await dialog.getByRole("radio", { name: "Still subscribed" }).check();
  await expect(dialog.getByRole("alert")).toContainText("This list has no column 'Unsubscribed'.");
  await expect(dialog.getByRole("button", { name: "Export 0 rows" })).toHaveAttribute(
    "aria-disabled",
    "true",
  );
});

test("text is selected in the table without opening its row, and Ctrl+C copies the chosen rows", async ({
  connected: page,
  context,
}) => {
  await clean(page, "may.csv", "Email,Name\nann@acme.example,Ann\nbob@acme.example,Bob\n");
  const cell = await row(page, "ann@acme.example").boundingBox();
  if (!cell) throw new Error("the cell is not on screen");
  await page.mouse.move(cell.x + 14, cell.y + cell.height / 2);
  await page.mouse.down();
  await page.mouse.move(cell.x + 80, cell.y + cell.height / 2, { steps: 5 });
  await page.mouse.up();
  expect(await page.evaluate(() => String(getSelection()).length)).toBeGreaterThan(0);
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.evaluate(() => getSelection()?.removeAllRanges());

  await context.grantPermissions(["clipboard-read"]);
  await page.getByRole("grid", { name: "Results" }).focus();
  await page.keyboard.press("Control+a");
  await page.keyboard.press("Control+c");
  await expect(page.getByText("2 rows copied")).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    "ann@acme.example\tAnn\nbob@acme.example\tBob",
  );
});

test("a price that comes moves nothing of what is on the screen", async ({ connected: page }) => {
  const priced = Promise.withResolvers<void>();
  await page.route("**/bridge/cleanings.price", async (route) => {
    await priced.promise;
    await route.continue();
  });
  for (const name of ["below.csv", "above.csv"])
    await dropFile(page, page.locator("body"), name, Buffer.from("email\nann@acme.example\n"));
  const above = page.getByRole("region", { name: "above.csv", exact: true });
  const below = page.getByRole("region", { name: "below.csv", exact: true });
  for (const card of [above, below]) {
    await expect(card.getByText("Working out the price…")).toBeVisible();
    await expect(card.getByRole("button", { name: "Clean list" })).toBeDisabled();
  }
  const before = [await above.boundingBox(), await below.boundingBox()];
  priced.resolve();
  for (const card of [above, below]) {
    await expect(card.getByTestId("price-line")).toBeVisible();
    await expect(card.getByRole("button", { name: "Clean list" })).toBeEnabled();
  }
  expect([await above.boundingBox(), await below.boundingBox()]).toEqual(before);
});
