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

test("that a list is deleted for good is not said any more once one has gone elsewhere, nor of one that is back", async ({
  connected: page,
}) => {
  const to = (place: string) =>
    page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: place, exact: true }).click();
  await dropFile(page, page.locator("body"), "list.csv", Buffer.from("email\nann@acme.example\n"));
  await page.getByRole("button", { name: "Clean list" }).click();
  await expect(page.getByRole("button", { name: "Review results" })).toBeVisible();
  await to("Settings");
  await page.getByRole("tab", { name: "Data" }).click();
  await page.getByRole("button", { name: "Back up now" }).click();
  await expect(page.getByText(/Backed up to/)).toBeVisible();

  await to("Lists");
  await page.getByRole("button", { name: "More for 'list.csv'" }).click();
  await page.getByRole("menuitem", { name: /Delete here/ }).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /Delete here/ })
    .click();
  await page.getByRole("main").getByText("Bin", { exact: true }).click();
  await page.getByRole("button", { name: "Delete 'list.csv' for good" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete for good" }).click();
  const said = page.getByText("'list.csv' is deleted for good.");
  await expect(said).toBeVisible();

  await to("Check");
  await to("Lists");
  await expect(page.getByRole("heading", { level: 1, name: "Lists" })).toBeVisible();
  await expect(said).toHaveCount(0);

  await to("Settings");
  await page.getByRole("tab", { name: "Data" }).click();
  await page.getByRole("button", { name: /Restore a backup/ }).click();
  await page.getByRole("dialog").getByRole("radio").first().check({ force: true });
  await page.getByRole("dialog").getByRole("button", { name: "Restore", exact: true }).click();
  await expect(page.getByText("The backup is restored")).toBeVisible();
  await to("Lists");
  await expect(page.getByRole("main").getByText("list.csv")).toBeVisible();
  await expect(said).toHaveCount(0);
});

test("an address that was corrected has the same verdicts by what was typed as by what it is", async ({
  connected: page,
}) => {
  await dropFile(page, page.locator("body"), "list.csv", Buffer.from("name,email\nFatma,fatma@gmial.com\n"));
  await page.getByRole("button", { name: /Likely typos/ }).click();
  await page.getByRole("button", { name: "Accept" }).click();
  await page.keyboard.press("Escape");
  // Until then the price is that of the list before.
  await expect(page.getByRole("button", { name: "Corrected typos: 1" })).toBeVisible();
  await page.getByRole("button", { name: "Clean list" }).click();
  await expect(page.getByRole("button", { name: "Review results" })).toBeVisible();
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Lists" }).click();
  const addresses = page.getByRole("region", { name: "Addresses" });
  for (const search of ["fatma@gmail.com", "gmial", "fatma@gmial.com"]) {
    await page.getByRole("searchbox").fill(search);
    await expect(addresses, search).toContainText("fatma@gmail.com");
    await expect(addresses, search).toContainText("verified once");
    await expect(addresses, search).not.toContainText("no verdict of its own");
  }
});
