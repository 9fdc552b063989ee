import { messyFile } from "../support/messy-list.ts";
import { look } from "./axe.ts";
// The styles that `look` adds are refused by the page's policy on its console: not with `winnow`, which takes no complaint.
import { dropFile, expect, test } from "./browser-host.ts";
import { ask, review, to } from "./prepared.ts";

test.use({ hostOptions: { args: [], env: { WINNOW_SANDBOX_SPEED: "1000000" } } });

test("axe finds no serious issue on the screens, light or dark", async ({ host, page }) => {
  await page.goto(host.url);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await look(page, "first run");
  await ask(page, "accounts.sandbox", {});
  await to(page, "Check");
  await page.getByRole("textbox", { name: "Addresses to check" }).fill("info@catchall.example");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("listitem", { name: "info@catchall.example" })).toContainText("Accept-all");
  await look(page, "Check");
  await to(page, "Clean");
  await dropFile(page, page.locator("body"), "kunden.csv", messyFile());
  await expect(page.getByTestId("price-line")).toBeVisible();
  await look(page, "price");
  await page.getByRole("button", { name: /^Clean \d/ }).click();
  await expect(page.getByRole("article", { name: "kunden.csv" })).toBeVisible();
  await look(page, "progress");
  await review(page, "two.csv", "email\nvalid.a@k.example\nbounce.b@k.example\n");
  await page.getByRole("button", { name: /^Undeliverable \d/ }).click();
  await expect(page.getByRole("group", { name: "Filters" })).toBeVisible();
  await page.locator("#row-0").filter({ hasText: "bounce.b@k.example" }).click();
  await expect(page.getByRole("dialog")).toContainText("The whole row");
  await look(page, "results, filtered, with a row");
  await page.keyboard.press("Control+e");
  await expect(page.getByRole("dialog", { name: /^Export/ })).toBeVisible();
  await look(page, "export");
  await page.keyboard.press("Escape");
  await to(page, "Lists");
  await expect(page.getByRole("list", { name: "Lists" })).toBeVisible();
  await look(page, "Lists");
  await to(page, "Settings");
  await expect(page.getByRole("tab", { name: "Accounts" })).toBeVisible();
  await look(page, "Settings");
});
