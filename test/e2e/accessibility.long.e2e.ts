import { messyFile } from "../support/messy-list.ts";
import { look } from "./axe.ts";
import { dropFile, expect, test } from "./browser-host.ts";
import { clean, review, to } from "./prepared.ts";

test("axe finds no serious issue in dialogs, menus, empty and refused states and Settings", async ({
  host,
  page,
}) => {
  test.setTimeout(360_000);
  await page.goto(host.url);
  await expect(page.getByText("Drop a list here").first()).toBeVisible();
  await look(page, "Clean, empty");
  await to(page, "Lists");
  await expect(page.getByText("No lists yet")).toBeVisible();
  await look(page, "Lists, empty");
  await to(page, "Clean");
  await dropFile(page, page.locator("body"), "empty.csv", Buffer.alloc(0));
  await expect(page.getByRole("alert")).toBeVisible();
  await look(page, "a file that cannot be read");
  await page.getByRole("button", { name: "Close 'empty.csv'" }).click();
  await dropFile(page, page.locator("body"), "kunden.csv", messyFile());
  await page.getByRole("button", { name: "2 invalid", exact: true }).click();
  await expect(page.getByRole("dialog")).toContainText("not an address");
  await look(page, "malformed rows");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Paste addresses" }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await look(page, "paste");
  await page.keyboard.press("Escape");

  await clean(page, "march.csv", "email,name\nvalid.a@k.example,Ann\nbounce.b@k.example,Bob\n");
  await review(page, "april.csv", "email,name\nvalid.a@k.example,Ann\nvalid.c@k.example,Cat\n");
  await page.getByRole("button", { name: "Column 'name'" }).click();
  await expect(page.getByRole("dialog", { name: "Column 'name'" })).toBeVisible();
  await look(page, "column menu");
  await page.keyboard.press("Escape");
  const more = async (item: string) => {
    await page.getByRole("button", { name: "More", exact: true }).click();
    await page.getByRole("menuitem", { name: item }).click();
  };
  await more("What happened");
  await expect(page.getByRole("dialog")).toContainText("What happened");
  await look(page, "timeline");
  await page.keyboard.press("Escape");
  await page.getByRole("searchbox", { name: "Search addresses" }).fill("nobody-has-this");
  await expect(page.getByText("No matching rows")).toBeVisible();
  await look(page, "results, none");
  await page.keyboard.press("Control+k");
  await expect(page.getByPlaceholder("Type a command, a list's name or an address")).toBeVisible();
  await look(page, "command palette");
  await page.keyboard.press("Escape");
  await more("Compare with another list…");
  await look(page, "which list to compare with");
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /march\.csv/ })
    .click();
  await expect(page.getByRole("heading", { name: "What changed" })).toBeVisible();
  await look(page, "what changed between two lists");
  await to(page, "Settings");
  for (const name of ["Cleaning", "Suppression and imports", "Reference lists", "Data", "About"]) {
    await page.getByRole("tab", { name }).click();
    await look(page, `Settings, ${name}`);
  }
});

test("the current place and a pressed filter are visible with forced colours", async ({ winnow: page }) => {
  await page.setViewportSize({ width: 900, height: 600 });
  await page.emulateMedia({ forcedColors: "active" });
  const backOf = (name: string) =>
    page
      .getByRole("link", { name, exact: true })
      .evaluate((link) => getComputedStyle(link).getPropertyValue("background-color"));
  await expect(page.getByRole("link", { name: "Clean", exact: true })).toHaveAttribute(
    "aria-current",
    "page",
  );
  expect(await backOf("Clean")).not.toBe(await backOf("Lists"));

  await review(page, "two.csv", "email\nvalid.a@k.example\nbounce.b@k.example\n");
  await page.getByRole("button", { name: "Filter", exact: true }).click();
  const edgeOf = (name: RegExp) =>
    page.getByRole("button", { name }).evaluate((button) => getComputedStyle(button).borderTopWidth);
  await page.getByRole("button", { name: /^Undeliverable \d/ }).click();
  await expect(page.getByRole("button", { name: /^Undeliverable \d/ })).toHaveAttribute(
    "aria-pressed",
    "true",
  );
  expect(await edgeOf(/^Undeliverable \d/)).not.toBe(await edgeOf(/^Deliverable \d/));
});
