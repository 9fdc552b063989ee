import type { Page } from "@playwright/test";
import { dropFile } from "./browser-host.ts";
import { expect, test } from "./connected.ts";

const checked = async (page: Page, address: string) => {
  await page.getByRole("link", { name: "Check", exact: true }).click();
  const field = page.getByRole("textbox", { name: "Addresses to check" });
  await field.fill(address);
  await field.press("Enter");
  return page.getByRole("listitem", { name: address });
};

test("the result of a single check is forgotten once that is agreed to, and costs a credit again", async ({
  connected: page,
  service,
}) => {
  const address = "valid.ann@acme.example";
  const card = await checked(page, address);
  await expect(card).toContainText("Verified by the service");
  expect(service.account("acme").credits).toBe(9_999);

  await page.getByRole("button", { name: `Forget the result of ${address}` }).click();
  const dialog = page.getByRole("dialog", { name: `Forget the result of ${address}?` });
  await expect(dialog).toContainText("is erased here, for every account");
  await expect(dialog).toContainText("To check it again costs one credit.");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(card).toContainText("Deliverable");

  await page.getByRole("button", { name: `Forget the result of ${address}` }).click();
  await dialog.getByRole("button", { name: "Forget result" }).click();
  await expect(card).toBeHidden();
  await expect(page.getByText("Nothing to show yet")).toBeVisible();

  await checked(page, address);
  await expect(card).toContainText("Verified by the service");
  expect(service.account("acme").credits).toBe(9_998);
});

test("copies of the data are told of where something is deleted for good, and deleted in Settings", async ({
  connected: page,
}) => {
  const address = "valid.ann@acme.example";
  const card = await checked(page, address);
  await expect(card).toContainText("Verified by the service");
  await page.getByRole("link", { name: "Settings" }).click();
  await page.getByRole("tab", { name: "Data" }).click();
  const copies = page.getByRole("region", { name: "Copies in Winnow's own folder" });
  await expect(copies).toContainText("There is none.");
  for (const n of [1, 2]) {
    await page.getByRole("button", { name: "Back up now" }).click();
    await expect(copies.getByRole("listitem")).toHaveCount(n);
  }

  await page.getByRole("link", { name: "Check", exact: true }).click();
  await page.getByRole("button", { name: `Forget the result of ${address}` }).click();
  const forgetting = page.getByRole("dialog", { name: `Forget the result of ${address}?` });
  await expect(forgetting).toContainText("2 copies of Winnow's data");
  await forgetting.getByRole("link", { name: "To the copies" }).click();
  await expect(forgetting).toBeHidden();

  await copies
    .getByRole("listitem")
    .first()
    .getByRole("button", { name: /^Delete: Backup/ })
    .click();
  const one = page.getByRole("dialog", { name: "Delete this copy?" });
  await expect(one).toContainText(/Backup, .*\d kB\. It is deleted for good and cannot be had back/);
  await one.getByRole("button", { name: "Cancel" }).click();
  await expect(copies.getByRole("listitem")).toHaveCount(2);

  await copies.getByRole("button", { name: "Delete all…" }).click();
  const all = page.getByRole("dialog", { name: "Delete all 2 copies?" });
  await expect(all).toContainText("there is no backup in Winnow's own folder then");
  await all.getByRole("button", { name: "Delete all copies" }).click();
  await expect(copies).toContainText("There is none.");
  await expect(page.getByText("None yet")).toBeVisible();
});

test("a list is deleted for good from the bin once that is agreed to, and its addresses are paid for again", async ({
  connected: page,
  service,
}) => {
  const drop = () =>
    dropFile(page, page.locator("body"), "may.csv", Buffer.from("email\nvalid.a@k.example\n"));
  await drop();
  await page.getByRole("button", { name: "Clean list" }).click();
  await page.getByRole("button", { name: "Review results" }).click();
  await page.getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Delete here…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete here" }).click();
  await page.getByText("Bin", { exact: true }).click();

  await page.getByRole("button", { name: "Delete 'may.csv' for good" }).click();
  const dialog = page.getByRole("dialog", { name: "Delete for good: may.csv" });
  await expect(dialog).toContainText("verifying those addresses again has its price");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByRole("button", { name: "Restore" })).toBeVisible();
  await page.getByRole("button", { name: "Delete 'may.csv' for good" }).click();
  await dialog.getByRole("button", { name: "Delete for good" }).click();
  await expect(page.getByText("The bin is empty")).toBeVisible();

  const before = service.account("acme").credits;
  await page.getByRole("link", { name: "Clean", exact: true }).click();
  await drop();
  await page.getByRole("button", { name: "Clean list" }).click();
  await expect(page.getByRole("button", { name: "Review results" })).toBeVisible();
  expect(service.account("acme").credits).toBe(before - 1);
});
