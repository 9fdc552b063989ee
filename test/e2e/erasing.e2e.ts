import { expect, test } from "./connected.ts";
import { clean, goTo, review } from "./prepared.ts";

test("a list is moved to the bin, restored, erased after confirmation, and then paid for again", async ({
  connected: page,
  service,
}) => {
  const LIST = "email\nvalid.a@k.example\n";
  await review(page, "may.csv", LIST);
  const bin = async () => {
    await page.getByRole("button", { name: "More", exact: true }).click();
    await page.getByRole("menuitem", { name: "Delete here…" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete here" }).click();
    await page.getByText("Bin", { exact: true }).click();
  };
  await bin();
  await page.getByRole("button", { name: "Restore" }).click();
  await expect(page.getByText("The bin is empty")).toBeVisible();
  await goTo(page, "Lists");
  await page.getByRole("link", { name: "Open 'may.csv'" }).click();
  await bin();
  await page.getByRole("button", { name: "Delete for good: may.csv" }).click();
  const dialog = page.getByRole("dialog", { name: "Delete for good: may.csv" });
  await expect(dialog).toContainText("verifying those addresses again costs credits");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "Delete for good: may.csv" }).click();
  await dialog.getByRole("button", { name: "Delete for good" }).click();
  await expect(page.getByText("'may.csv' is deleted for good.")).toBeVisible();
  await expect(page.getByText("The bin is empty")).toBeVisible();
  const before = service.account("acme").credits;
  await clean(page, "may.csv", LIST);
  expect(service.account("acme").credits).toBe(before - 1);
});

test("a backup restores the old data, the replaced data can be restored too, and copies can be deleted", async ({
  connected: page,
}) => {
  const data = async () => {
    await goTo(page, "Settings");
    const sizeRead = page.waitForResponse("**/bridge/app.info");
    await page.getByRole("tab", { name: "Data" }).click();
    await sizeRead;
  };
  const lists = page.getByRole("list", { name: "Lists" });
  await clean(page, "march.csv", "email\nann@acme.example\n");
  await data();
  await page.getByRole("button", { name: "Back up now" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Backed up to" })).toBeVisible();
  await clean(page, "april.csv", "email\nbob@acme.example\n");

  const restore = async (kind: string) => {
    await data();
    await page.getByRole("button", { name: "Restore a backup…" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("radio", { name: kind }).first().check();
    await dialog.getByRole("button", { name: "Restore", exact: true }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByText("The backup is restored").last()).toBeVisible();
    await goTo(page, "Lists");
    await expect(lists).toContainText("march.csv");
  };
  await restore("Backup,");
  await expect(lists).not.toContainText("april.csv");
  await restore("Moved aside by a restore");
  await expect(lists).toContainText("april.csv");

  await data();
  const copies = page.getByRole("region", { name: "Copies in Winnow's own folder" });
  await copies.getByRole("button", { name: "Delete all…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete all copies" }).click();
  await expect(copies).toContainText("No copies.");
});
