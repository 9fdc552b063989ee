import { dropFile, expect } from "./browser-host.ts";
import { fillConnect, KEY, test } from "./connected.ts";
import { goTo } from "./prepared.ts";

test.use({ hostOptions: { args: [], env: { WINNOW_SANDBOX_SPEED: "1000000" } } });

test("the sample list is priced and cleaned in the sandbox without an account, and marked as sandbox", async ({
  winnow: page,
}) => {
  await expect(page.getByRole("heading", { name: "Clean email lists. Know the price first." })).toBeVisible();
  await page.getByRole("button", { name: "Try it now" }).click();
  const card = page.getByRole("region", { name: "sample.csv" });
  await expect(card.getByTestId("price-line")).toContainText("= ");
  await expect(card).toContainText("Nothing has left this machine");
  await expect(page.getByRole("banner")).toContainText("Sandbox");

  await card.getByRole("button", { name: /^Verify, \d/ }).click();
  await page.getByRole("button", { name: "Review results" }).click();
  await expect(page.getByRole("heading", { name: "sample.csv" })).toBeVisible();
  await expect(page.getByRole("main")).toContainText("Sandbox");
  await page.getByRole("button", { name: "Export…" }).click();
  await expect(page.getByRole("dialog")).toContainText("made up");
});

test("a list that is dropped before there is an account is previewed, and priced in the sandbox", async ({
  winnow: page,
}) => {
  await dropFile(page, "july.csv", "email\nann@acme.example\nbob@acme.example\n");
  const card = page.getByRole("region", { name: "july.csv" });
  await expect(card.getByRole("group", { name: "First rows" })).toContainText("bob@acme.example");
  await card.getByRole("button", { name: "Connect an account" }).click();
  await expect(page.getByLabel("Name of the account")).toBeFocused();
  await card.getByRole("button", { name: "Use the sandbox" }).click();
  await expect(card.getByTestId("price-line")).toHaveText("2 rows = 2 credits.");
});

test("an account is connected once its base URL and key are right", async ({ winnow: page, service }) => {
  const alert = page.getByRole("alert");
  await expect(page.getByRole("button", { name: "Connect account" })).toBeDisabled();
  await fillConnect(page, service.baseUrl, "not-the-key");
  await expect(alert).toContainText("key");
  await expect(alert).not.toContainText("not-the-key");
  await fillConnect(page, "http://service.example", KEY);
  await expect(alert).toContainText(/https/i);
  await fillConnect(page, service.baseUrl, KEY);
  await expect(page.getByRole("button", { name: "Account: Acme" })).toBeVisible();
  await expect(page.getByRole("banner")).toContainText("10,000 credits");

  await test.step("a file that is not a list is refused with a message", async () => {
    const picture = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, ...Array(400).fill(0)]);
    await dropFile(page, "holiday.csv", picture);
    const card = page.getByRole("region", { name: "holiday.csv" });
    await expect(card.getByRole("alert")).toContainText("This is not a list");
    await expect(card.getByRole("alert")).toContainText("Nothing was uploaded");
    await expect(card.getByRole("button", { name: "Choose another file" })).toBeVisible();
    await page.getByRole("button", { name: "Close 'holiday.csv'" }).click();
    await expect(card).toHaveCount(0);
  });

  await goTo(page, "Settings");
  await expect(page.getByRole("main")).toContainText(`Key …${KEY.slice(-4)}`);
  expect(await page.content()).not.toContain(KEY);
});
