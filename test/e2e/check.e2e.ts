import { expect, test } from "./connected.ts";

test("a few addresses are checked: verdicts, flags and advice; known ones are free the second time", async ({
  connected: page,
  service,
}) => {
  await page.getByRole("link", { name: "Check", exact: true }).click();
  await expect(page.getByText("Nothing to show yet")).toBeVisible();
  const field = page.getByRole("textbox", { name: "Addresses to check" });
  await field.fill(
    "valid.ann@acme.example, bounce.bo@acme.example\ncatchall.cat@acme.example; slow.dan@acme.example\ninfo@deliverable.example",
  );
  await page.getByRole("button", { name: "Check 5 addresses" }).click();

  const card = (address: string) => page.getByRole("listitem", { name: address });
  await expect(card("valid.ann@acme.example")).toContainText("Deliverable");
  await expect(card("valid.ann@acme.example")).toContainText("Safe to send to.");
  await expect(card("bounce.bo@acme.example")).toContainText("Undeliverable");
  await expect(card("bounce.bo@acme.example")).toContainText("Leave it out");
  await expect(card("catchall.cat@acme.example")).toContainText("Accept-all");
  await expect(card("catchall.cat@acme.example")).toContainText("cannot be confirmed");
  await expect(card("slow.dan@acme.example")).toContainText("Unknown");
  await expect(card("slow.dan@acme.example")).toContainText("check it again later");
  await expect(card("info@deliverable.example")).toContainText("Role");
  expect(service.account("acme").credits).toBe(9_995);

  await field.fill("VALID.ann@acme.example");
  await field.press("Enter");
  await expect(card("VALID.ann@acme.example")).toContainText("Already known here");
  expect(service.account("acme").credits).toBe(9_995);

  await page.getByRole("button", { name: "Check again for 1 credit: VALID.ann@acme.example" }).click();
  await expect(card("VALID.ann@acme.example")).toContainText("Verified by the service");
  expect(service.account("acme").credits).toBe(9_994);
});

test("an address that cannot be checked may be kept, and the reason is said", async ({
  connected: page,
  service,
}) => {
  service.faults.add({ name: "no-credits", operation: "verify" });
  await page.getByRole("link", { name: "Check", exact: true }).click();
  const field = page.getByRole("textbox", { name: "Addresses to check" });
  await field.fill("ann@acme.example");
  await field.press("Enter");
  const card = page.getByRole("listitem", { name: "ann@acme.example" });
  await expect(card).toContainText(
    "No verdict. It could not be checked, so nothing speaks against it: you may keep it.",
  );
  await expect(card).toContainText("The account has no credits left");

  service.faults.clear();
  await card.getByRole("button", { name: "Check again for 1 credit: ann@acme.example" }).click();
  await expect(card).toContainText("Verified by the service");
});

test("more than a few dozen are offered to be cleaned as a list", async ({ connected: page, service }) => {
  await page.getByRole("link", { name: "Check", exact: true }).click();
  await page
    .getByRole("textbox", { name: "Addresses to check" })
    .fill(Array.from({ length: 61 }, (_, i) => `person${i}@acme.example`).join("\n"));
  await expect(page.getByRole("button", { name: "Check 61 addresses" })).toBeDisabled();
  await page.getByRole("button", { name: "Clean it as a list" }).click();
  await expect(page.getByTestId("price-line")).toContainText("61 rows = 61 credits");
  expect(service.requests.filter(({ operation }) => operation === "verify")).toEqual([]);
});

test("a double click on a card checks it once more, at its place, and no other", async ({
  connected: page,
  service,
}) => {
  await page.getByRole("link", { name: "Check", exact: true }).click();
  const field = page.getByRole("textbox", { name: "Addresses to check" });
  await field.fill("valid.ann@a.example valid.bob@b.example Cat <valid.cat@c.example>");
  await page.getByRole("button", { name: "Check 3 addresses" }).click();
  const again = page.getByRole("button", { name: /^Check again for 1 credit: / });
  await expect(again).toHaveCount(3);
  const names = () => again.evaluateAll((all) => all.map((one) => one.getAttribute("aria-label")));
  const before = await names();
  expect(service.account("acme").credits).toBe(9_997);
  await again.nth(1).dblclick();
  await expect.poll(() => service.account("acme").credits).toBe(9_996);
  await expect(page.locator("[data-loading]")).toHaveCount(0);
  expect(await names()).toEqual(before);
  expect(service.account("acme").credits).toBe(9_996);
});

test("whoever is on a suppression list is checked only when that is asked for, and is never safe", async ({
  connected: page,
  service,
}) => {
  await page.getByRole("link", { name: "Settings" }).click();
  await page.getByRole("tab", { name: "Suppression lists" }).click();
  await page.getByRole("button", { name: "Paste" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox").nth(0).fill("Complaints");
  await dialog.getByRole("textbox").nth(1).fill("@never.example");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("main")).toContainText("Complaints");

  await page.getByRole("link", { name: "Check", exact: true }).click();
  const field = page.getByRole("textbox", { name: "Addresses to check" });
  await field.fill("valid.ann@never.example");
  await field.press("Enter");
  const card = page.getByRole("listitem", { name: "valid.ann@never.example" });
  await expect(card).toContainText("on a suppression list, so it was not verified and nothing was charged");
  expect(service.account("acme").credits).toBe(10_000);

  await card.getByRole("button", { name: /^Verify anyway for 1 credit/ }).click();
  await expect(card).toContainText("Deliverable");
  await expect(card).toContainText("Do not mail it");
  await expect(card).not.toContainText("Safe to send");
  expect(service.account("acme").credits).toBe(9_999);
});

test("of the text of a mail only its addresses are counted and paid for, and the rest stays where it was typed", async ({
  connected: page,
  service,
}) => {
  await page.getByRole("link", { name: "Check", exact: true }).click();
  const field = page.getByRole("textbox", { name: "Addresses to check" });
  await field.fill(
    "To: Paul <valid.paul@a.example>; [valid.jack@a.example]\nsee valid.kate@a.example.\nyves (at) a.example\nvalid.x@a.example/valid.y@a.example\nkaputt@",
  );
  await expect(page.getByText("5 words are no address")).toBeVisible();
  await page.getByRole("button", { name: "Check 5 addresses" }).click();
  await expect.poll(() => service.account("acme").credits).toBe(9_995);
  await expect(page.getByRole("listitem", { name: "kaputt@" })).toContainText("is not an address");
  await expect(field).toHaveValue("see\nyves (at) a.example\nkaputt@");
  await expect(page.getByRole("button", { name: /^Check again for 1 credit/ })).toHaveCount(5);
  expect(service.account("acme").credits).toBe(9_995);
});

test("what is half filled in is there when one comes back, but for the key", async ({ connected: page }) => {
  await page.getByRole("link", { name: "Check", exact: true }).click();
  const field = page.getByRole("textbox", { name: "Addresses to check" });
  await field.fill("half@filled.example");
  await page.getByRole("link", { name: "Settings" }).click();
  await page.getByLabel("Name of the account").fill("Shop");
  await page.getByRole("textbox", { name: "API key" }).fill("half-a-key");
  await page.getByLabel("Service address", { exact: true }).fill("https://half.example");
  await page.getByRole("link", { name: "Check", exact: true }).click();
  await expect(field).toHaveValue("half@filled.example");
  await page.getByRole("link", { name: "Settings" }).click();
  await expect(page.getByLabel("Name of the account")).toHaveValue("Shop");
  await expect(page.getByLabel("Service address", { exact: true })).toHaveValue("https://half.example");
  await expect(page.getByRole("textbox", { name: "API key" })).toHaveValue("");
});
