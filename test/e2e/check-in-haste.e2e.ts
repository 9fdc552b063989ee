import { expect, test } from "./connected.ts";

test("several addresses that are sent off before they were counted are asked about once, with the number", async ({
  connected: page,
  service,
}) => {
  await page.getByRole("link", { name: "Check", exact: true }).click();
  let count = () => {};
  const counted = new Promise<void>((resolve) => {
    count = resolve;
  });
  await page.route("**/bridge/checks.read", async (route) => {
    await counted;
    await route.continue();
  });
  const field = page.getByRole("textbox", { name: "Addresses to check" });
  await field.fill("valid.ann@a.example valid.bob@b.example valid.cat@c.example");
  await field.press("Enter");
  await field.press("Enter");
  count();
  const button = page.getByRole("button", { name: "Check 3 addresses" });
  await expect(button).toBeFocused();
  await expect(page.getByText("That costs up to 3 credits. Press Enter once more")).toBeVisible();
  expect(service.account("acme").credits).toBe(10_000);
  // A second press of the same haste is no yes.
  await expect(async () => {
    await page.keyboard.press("Enter");
    await expect(page.getByRole("listitem")).toHaveCount(3, { timeout: 400 });
  }).toPass();
  await expect(page.getByRole("listitem").filter({ hasText: "Deliverable" })).toHaveCount(3);
  expect(service.account("acme").credits).toBe(9_997);
  await expect(field).toHaveValue("");
});
