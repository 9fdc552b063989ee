import { dropFile } from "./browser-host.ts";
import { expect, test } from "./connected.ts";
import { goTo } from "./prepared.ts";

test("settings survive a reload and apply to new lists", async ({ connected: page, service }) => {
  const tab = async (name: string) => {
    await goTo(page, "Settings");
    await page.getByRole("tab", { name }).click();
  };
  await test.step("appearance", async () => {
    await tab("Appearance");
    await page.getByText("Dark", { exact: true }).click();
    await page.reload();
    await expect(page.locator("html")).toHaveAttribute("data-mantine-color-scheme", "dark");
  });

  await test.step("a suppression list", async () => {
    await goTo(page, "Bounces");
    const dialog = page.getByRole("dialog");
    await page.getByRole("button", { name: "Paste", exact: true }).click();
    await dialog.getByLabel("Name").fill("Complaints");
    await dialog.getByLabel("Addresses or domains, one per line").fill("ann@acme.example\nnever.example");
    await dialog.getByRole("button", { name: "Save" }).click();
    await page.getByRole("button", { name: "Remove 'Complaints'" }).click();
    await expect(dialog).toContainText("1 address, 1 domain");
    await expect(dialog.getByRole("button", { name: "Cancel" })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("button", { name: "Remove 'Complaints'" })).toBeVisible();
  });

  await test.step("an override of a reference list, from a list's card", async () => {
    await goTo(page, "Clean");
    const bytes = "email\ninfo@acme.example\nann@acme.example\nbob@acme.example\n";
    await dropFile(page, "roles.csv", bytes);
    const list = page.getByRole("region", { name: "roles.csv", exact: true });
    await expect(list.getByTestId("price-line")).toHaveText("3 rows − 1 suppressed = 2 credits.");
    await list.getByRole("button", { name: "1 role address" }).click();
    await page.getByRole("button", { name: "Not a role: info" }).click();
    await page.keyboard.press("Escape");
    await tab("Cleaning");
    await page.getByRole("button", { name: "Undo your change to info" }).click();
    await expect(page.getByText("You have not changed any entry.")).toBeVisible();
  });

  await test.step("numbers, which are refused unless they are whole and within the range", async () => {
    await tab("Cleaning");
    const days = page.getByLabel("A verdict stays fresh for");
    await expect(days).toHaveAccessibleDescription(/From 0 to 3,650\.$/);
    for (const wrong of ["1.5", "-5", "3651"]) {
      await days.fill(wrong);
      await expect(
        page.getByText("Enter a whole number from 0 to 3,650. Until then, 90 applies."),
      ).toHaveRole("alert");
    }
    await days.fill("");
    await days.blur();
    await expect(days).toHaveValue("90");
    await days.fill("60");
    await expect(page.getByRole("status").filter({ hasText: "Saved" })).toHaveCount(1);
    await page.reload();
    await expect(days).toHaveValue("60");
  });

  await test.step("lists that start automatically", async () => {
    await tab("Cleaning");
    const limit = page.getByLabel(/Start automatically up to/);
    await limit.fill("1.500");
    await limit.blur();
    await expect(limit).toHaveValue("1500");
    await goTo(page, "Clean");
    await dropFile(page, "small.csv", "email\ncat@acme.example\n");
    await expect(page.getByRole("article", { name: "small.csv" })).toHaveAttribute("data-state", "done");
    expect([...service.charges("acme")]).toEqual([["cat@acme.example", 1]]);
  });
});
