import { readFileSync } from "node:fs";
import { expect, test } from "./connected.ts";
import { goTo, review } from "./prepared.ts";

const LIST = `name,email\n${["A", "B", "C", "D"].map((n) => `${n},${n}@deliverable.example\n`).join("")}`;

test("marks, suppressions, settings and deletions in one tab show in the other", async ({
  connected: page,
}) => {
  await review(page, "list.csv", LIST);
  const other = await page.context().newPage();
  await other.goto(page.url());
  await expect(other.getByRole("checkbox", { name: /Select row/ })).toHaveCount(4);
  // Chromium draws a background tab only once a second.
  await page.bringToFront();
  await page
    .getByRole("checkbox", { name: /Select row/ })
    .first()
    .click();
  await page.getByRole("button", { name: "Drop", exact: true }).click();
  await expect(other.getByRole("main")).toContainText("1 row dropped by hand");
  await other.bringToFront();
  await other.keyboard.press("Control+e");
  const dialog = other.getByRole("dialog");
  const button = dialog.getByRole("button", { name: /^Export / });
  await expect(button).toHaveText("Export 3 addresses");

  await page.bringToFront();
  await goTo(page, "Bounces");
  await page.getByRole("button", { name: "Paste" }).click();
  await page.getByLabel("Name").fill("Unsubscribed");
  await page.getByRole("textbox", { name: /Addresses/ }).fill("B@deliverable.example");
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await expect(button).toHaveText("Export 2 addresses");
  await other.bringToFront();
  const download = other.waitForEvent("download");
  await button.click();
  expect(readFileSync(await (await download).path(), "utf8")).toBe(
    "name,email\nC,C@deliverable.example\nD,D@deliverable.example\n",
  );
  await dialog.getByRole("button", { name: "Done" }).click();

  await page.bringToFront();
  await goTo(page, "Settings");
  await page.getByRole("tab", { name: "Appearance" }).click();
  await page.getByText("Dark", { exact: true }).click();
  await expect(other.locator("html")).toHaveAttribute("data-mantine-color-scheme", "dark");

  await goTo(page, "Lists");
  await page.getByRole("button", { name: "More for 'list.csv'" }).click();
  await page.getByRole("menuitem", { name: "Delete here…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete here" }).click();
  await expect(other.getByText(/This list is in the bin/)).toBeVisible();
  await page.getByText("Bin", { exact: true }).click();
  await page.getByRole("button", { name: "Delete for good: list.csv" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete for good" }).click();
  await expect(other.getByText("This list was deleted for good")).toBeVisible();
  await other.close();
});

test("an export whose row count has changed is refused and counted again", async ({ connected: page }) => {
  await review(page, "list.csv", LIST);
  // An outdated count.
  let late = true;
  await page.route("**/bridge/exports.count", async (route) => {
    const response = await route.fetch();
    const text = await response.text();
    await route.fulfill({ response, body: late ? text.replace('"rows":4', '"rows":5') : text });
  });
  await page.keyboard.press("Control+e");
  const dialog = page.getByRole("dialog");
  const button = dialog.getByRole("button", { name: /^Export / });
  await expect(button).toHaveText("Export 5 addresses");
  late = false;
  await button.click();
  await expect(dialog.getByRole("alert")).toContainText("5 rows were to be written, and now it would be 4");
  await expect(button).toHaveText("Export 4 addresses");
});
