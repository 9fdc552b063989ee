import { dropFile, expect } from "./browser-host.ts";
import { ACCOUNT, fillConnect, KEY, test } from "./connected.ts";

test.use({ hostOptions: { args: [], env: { WINNOW_SANDBOX_SPEED: "20" } } });

const ADDRESS = "mona@only-tried.example";

test("what the sandbox made up stays its own once a real account is there", async ({
  winnow: page,
  service,
}) => {
  await page.getByRole("button", { name: "Try it now" }).click();
  const sample = page.getByRole("region", { name: "sample.csv" });
  await sample.getByRole("button", { name: "Clean list" }).click();
  await page.getByRole("button", { name: "Review results" }).click();
  await expect(page.getByRole("heading", { name: "sample.csv" })).toBeVisible();
  const tried = /cleanings\/([^/?]+)/.exec(page.url())?.[1] ?? "";
  await page.getByRole("button", { name: "Export…" }).click();
  await expect(page.getByRole("dialog")).toContainText("Sandbox");
  await expect(page.getByRole("dialog")).toContainText("made up");
  await page.keyboard.press("Escape");

  await page.getByRole("link", { name: "Check", exact: true }).click();
  const field = page.getByRole("textbox", { name: "Addresses to check" });
  await field.fill(ADDRESS);
  await field.press("Enter");
  const card = page.getByRole("listitem", { name: ADDRESS });
  await expect(card).toContainText("Made up by the sandbox");
  await expect(card).not.toContainText("Verified by the service");
  await expect(card.getByText("Sandbox", { exact: true })).toBeVisible();

  await page.getByRole("link", { name: "Settings" }).click();
  await fillConnect(page, service.baseUrl, KEY);
  const use = page.getByRole("button", { name: `Use '${ACCOUNT}' instead` });
  await expect(use).toBeFocused();
  await expect(use).toBeInViewport({ ratio: 1 });
  await expect(page.getByText("New cleanings still use 'Sandbox'")).toBeInViewport({ ratio: 1 });
  await expect(page.getByLabel("Name of the account")).toHaveValue("");
  await use.press("Enter");
  await expect(page.getByText(`'${ACCOUNT}' is connected, and used for new cleanings.`)).toBeVisible();
  await expect(page.locator("body")).not.toBeFocused();

  await page.getByRole("link", { name: "Check", exact: true }).click();
  await expect(page.getByText("Nothing to show yet")).toBeVisible();
  await expect(card).toHaveCount(0);

  await page.getByRole("link", { name: /What was checked earlier/ }).click();
  await page.getByRole("searchbox", { name: "Search names and addresses" }).fill(ADDRESS);
  const found = page.getByRole("region", { name: "Addresses" });
  await expect(found).toContainText("never verified: only tried out in the sandbox");
  await expect(found.getByText("Sandbox", { exact: true })).toBeVisible();
  await expect(found).not.toContainText("verified once");

  await page.getByRole("link", { name: "Clean", exact: true }).click();
  await dropFile(
    page,
    page.locator("body"),
    "real.csv",
    Buffer.from("email\nvalid.ann@acme.example\nvalid.bo@acme.example\n"),
  );
  const real = page.getByRole("region", { name: "real.csv", exact: true });
  await real.getByRole("button", { name: "Clean list" }).click();
  const done = page.getByRole("article", { name: "real.csv" });
  await done.getByRole("button", { name: "Review results" }).click();
  await expect(page.getByRole("heading", { name: "real.csv" })).toBeVisible();
  const paid = /cleanings\/([^/?]+)/.exec(page.url())?.[1] ?? "";
  await page.getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Compare with another list…" }).click();
  await expect(page.getByRole("dialog")).toContainText("Lists of the sandbox are not offered");
  await expect(page.getByRole("dialog").getByRole("button", { name: /sample\.csv/ })).toHaveCount(0);

  await page.goto(`${new URL(page.url()).origin}/#/compare/${tried}/${paid}`);
  const main = page.getByRole("main");
  await expect(main).toContainText("its verdicts are made up");
  await expect(main.getByText("Sandbox", { exact: true })).toHaveCount(1);
  expect(service.account("acme").credits).toBe(9_998);
});
