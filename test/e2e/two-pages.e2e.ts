import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { dropFile } from "./browser-host.ts";
import { expect, test } from "./connected.ts";

const LIST = Buffer.from(
  `name,email\n${["A", "B", "C", "D"].map((n) => `${n},${n}@deliverable.example\n`).join("")}`,
);

/** What another tab of the same browser shows at the same address. */
async function beside(page: Page): Promise<Page> {
  const other = await page.context().newPage();
  await other.goto(page.url());
  return other;
}

async function cleaned(page: Page): Promise<void> {
  await dropFile(page, page.locator("body"), "list.csv", LIST);
  await page.getByRole("button", { name: "Clean list" }).click();
  await page.getByRole("button", { name: "Review results" }).click();
  await expect(page.getByRole("checkbox", { name: /Select row/ })).toHaveCount(4);
}

async function dropRow(page: Page, row: number): Promise<void> {
  await page
    .getByRole("checkbox", { name: /Select row/ })
    .nth(row)
    .click();
  await page.getByRole("button", { name: "Drop", exact: true }).click();
}

test("marks made in one tab are counted in another, on its export button, too", async ({
  connected: page,
}) => {
  await cleaned(page);
  const other = await beside(page);
  await expect(other.getByRole("checkbox", { name: /Select row/ })).toHaveCount(4);

  await dropRow(page, 0);
  await expect(other.getByRole("main")).toContainText("1 row dropped by hand");

  await other.keyboard.press("Control+e");
  const dialog = other.getByRole("dialog");
  await dialog.getByText("Safe to send", { exact: true }).click();
  const button = dialog.getByRole("button", { name: /^Export / });
  await expect(button).toHaveText("Export 3 rows");
  await dropRow(page, 1);
  await expect(button).toHaveText("Export 2 rows");

  const download = other.waitForEvent("download");
  await button.click();
  const written = readFileSync(await (await download).path(), "utf8");
  expect(written.trim().split("\n")).toEqual([
    "name,email",
    "C,C@deliverable.example",
    "D,D@deliverable.example",
  ]);
  await other.close();
});

test("an export's number that is there again stays, whatever else is learned of the list", async ({
  connected: page,
}) => {
  await cleaned(page);
  const other = await beside(page);
  await expect(other.getByRole("checkbox", { name: /Select row/ })).toHaveCount(4);
  await other.keyboard.press("Control+e");
  const dialog = other.getByRole("dialog");
  await dialog.getByText("Safe to send", { exact: true }).click();
  const button = dialog.getByRole("button", { name: /^(Export|Counting)/ });
  await expect(button).toHaveText("Export 4 rows");
  // The summary of the list comes after the number.
  const numbered = Promise.withResolvers<void>();
  await other.route("**/bridge/results.summary", async (route) => {
    await numbered.promise;
    await route.continue();
  });
  await dropRow(page, 0);
  await expect(button).toHaveText("Export 3 rows");
  const shown = await button.evaluateHandle((element) => {
    const texts: (string | null)[] = [];
    new MutationObserver(() => texts.push(element.textContent)).observe(element, {
      childList: true,
      characterData: true,
      subtree: true,
    });
    return texts;
  });
  numbered.resolve();
  await expect(other.getByRole("main")).toContainText("1 row dropped by hand");
  await other.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  await expect(button).toHaveText("Export 3 rows");
  expect(await shown.jsonValue()).toEqual([]);
  await other.close();
});

test("an export whose number is no longer true is refused, and the number is counted anew", async ({
  connected: page,
}) => {
  await cleaned(page);
  // A count that is out of date by the time it is here.
  let late = true;
  await page.route("**/bridge/exports.count", async (route) => {
    const response = await route.fetch();
    const text = await response.text();
    await route.fulfill({ response, body: late ? text.replace('"rows":4', '"rows":5') : text });
  });
  await page.keyboard.press("Control+e");
  const dialog = page.getByRole("dialog");
  await dialog.getByText("Safe to send", { exact: true }).click();
  const button = dialog.getByRole("button", { name: /^Export / });
  await expect(button).toHaveText("Export 5 rows");

  late = false;
  await button.click();
  await expect(dialog.getByRole("alert")).toContainText(
    "5 rows were to be written, and by now it would be 4",
  );
  await expect(button).toHaveText("Export 4 rows");
  const download = page.waitForEvent("download");
  await button.click();
  expect(
    readFileSync(await (await download).path(), "utf8")
      .trim()
      .split("\n"),
  ).toHaveLength(5);
});

test("a suppression list that is added in one tab counts in the settings, results and prices of others", async ({
  connected: page,
}) => {
  await cleaned(page);
  const [results, prices, settings] = [await beside(page), await beside(page), await beside(page)];
  await expect(results.getByRole("checkbox", { name: /Select row/ })).toHaveCount(4);
  await prices.getByRole("link", { name: "Clean", exact: true }).click();
  await dropFile(
    prices,
    prices.locator("body"),
    "next.csv",
    Buffer.from("email\nA@deliverable.example\nnew@deliverable.example\n"),
  );
  const price = prices.getByTestId("price-line");
  await expect(price).toContainText("1 already known");
  for (const one of [settings, page]) {
    await one.getByRole("link", { name: "Settings" }).click();
    await one.getByRole("tab", { name: "Suppression" }).click();
    await expect(one.getByRole("button", { name: "Paste" })).toBeVisible();
  }

  await page.getByRole("button", { name: "Paste" }).click();
  await page.getByLabel("Name").fill("Unsubscribed");
  await page.getByRole("textbox", { name: /Addresses/ }).fill("A@deliverable.example");
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();

  await expect(settings.getByRole("main")).toContainText("Unsubscribed");
  await expect(price).toContainText("1 suppressed");
  await results.keyboard.press("Control+e");
  await expect(results.getByRole("dialog")).toContainText("1 suppressed");
});

test("a setting that is changed in one tab is changed in another, and a forgotten check is gone from it", async ({
  connected: page,
}) => {
  const other = await beside(page);
  const address = "valid.ann@acme.example";
  for (const one of [page, other]) {
    await one.getByRole("link", { name: "Check", exact: true }).click();
    const field = one.getByRole("textbox", { name: "Addresses to check" });
    await field.fill(address);
    await field.press("Enter");
    await expect(one.getByRole("listitem", { name: address })).toContainText("Deliverable");
  }
  await page.getByRole("button", { name: `Forget the result of ${address}` }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Forget result" }).click();
  await expect(other.getByRole("listitem", { name: address })).toBeHidden();

  for (const one of [page, other]) {
    await one.getByRole("link", { name: "Settings" }).click();
    await one.getByRole("tab", { name: "Appearance" }).click();
  }
  await page.getByText("Dark", { exact: true }).click();
  await expect(other.locator("html")).toHaveAttribute("data-mantine-color-scheme", "dark");
});
