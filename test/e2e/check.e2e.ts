import { expect, test } from "./connected.ts";
import { goTo } from "./prepared.ts";

test("a checked address is free the second time, and costs a credit again once it is forgotten", async ({
  connected: page,
  service,
}) => {
  const credits = () => service.account("acme").credits;
  const card = (address: string) => page.getByRole("listitem", { name: address });
  await goTo(page, "Check");
  await expect(page.getByText("Nothing to show yet")).toBeVisible();
  const field = page.getByRole("textbox", { name: "Addresses to check" });
  await field.fill(
    "To: Ann <valid.ann@acme.example>; bounce.bo@acme.example\ncatchall.cat@acme.example, slow.dan@acme.example\nkaputt@",
  );
  await page.getByRole("button", { name: "Check 4 addresses" }).click();
  await expect(card("valid.ann@acme.example")).toContainText("Safe to send to.");
  await expect(card("bounce.bo@acme.example")).toContainText("Undeliverable");
  await expect(card("catchall.cat@acme.example")).toContainText("Accept-all");
  await expect(card("slow.dan@acme.example")).toContainText("Unknown");
  await expect(card("kaputt@")).toContainText("is not an address");
  expect(credits()).toBe(9_996);
  await expect(field).toHaveValue("kaputt@");

  await field.fill("valid.ann@acme.example");
  await field.press("Enter");
  await expect(card("valid.ann@acme.example")).toContainText("Already known");
  expect(credits()).toBe(9_996);

  await page.getByRole("button", { name: "Forget the result of valid.ann@acme.example" }).click();
  const dialog = page.getByRole("dialog", { name: "Forget the result of valid.ann@acme.example?" });
  await expect(dialog).toContainText("Checking it again costs one credit.");
  await dialog.getByRole("button", { name: "Forget result" }).click();
  await expect(card("valid.ann@acme.example")).toHaveCount(0);
  await field.fill("valid.ann@acme.example");
  await field.press("Enter");
  await expect(card("valid.ann@acme.example")).toContainText("Verified by the service");
  expect(credits()).toBe(9_995);
});

test("an address that cannot be checked shows the reason, and many addresses can be cleaned as a list instead", async ({
  connected: page,
  service,
}) => {
  service.faults.add({ name: "no-credits", operation: "verify" });
  await goTo(page, "Check");
  const field = page.getByRole("textbox", { name: "Addresses to check" });
  await field.fill("ann@acme.example");
  await field.press("Enter");
  const card = page.getByRole("listitem", { name: "ann@acme.example" });
  await expect(card).toContainText("The account has no credits left");
  service.faults.clear();
  await card.getByRole("button", { name: "Check again for 1 credit: ann@acme.example" }).click();
  await expect(card).toContainText("Verified by the service");

  await field.fill(Array.from({ length: 61 }, (_, i) => `person${i}@acme.example`).join("\n"));
  await expect(page.getByRole("button", { name: "Check 61 addresses" })).toBeDisabled();
  await page.getByRole("button", { name: "Clean it as a list" }).click();
  await expect(page.getByTestId("price-line")).toContainText("61 rows = 61 credits");
});
