import { dropFile, expect } from "./browser-host.ts";
import { fillConnect, KEY, test } from "./connected.ts";

test.use({ hostOptions: { args: [], env: { WINNOW_SANDBOX_SPEED: "10" } } });

test("nobody has to have an account: the sample list is looked at, priced and cleaned in the sandbox", async ({
  winnow: page,
}) => {
  await expect(page.getByRole("heading", { name: "Clean email lists. Know the price first." })).toBeVisible();
  await page.getByRole("button", { name: "Try it now" }).click();

  const card = page.getByRole("region", { name: "sample.csv" });
  await expect(card.getByTestId("price-line")).toContainText("= ");
  await expect(card).toContainText("Nothing has left this machine");
  await expect(page.getByRole("banner")).toContainText("Sandbox");

  await card.getByRole("button", { name: "Clean list" }).click();
  await page.getByRole("button", { name: "Review results" }).click();
  await expect(page.getByRole("heading", { name: "sample.csv" })).toBeVisible();
  await expect(page.getByRole("main")).toContainText("Sandbox");
  await expect(page.getByRole("grid")).toBeVisible();
});

test("an account is connected by its key, and wrong answers are told apart", async ({
  winnow: page,
  service,
}) => {
  const alert = page.getByRole("alert");
  const connect = page.getByRole("button", { name: "Connect account" });
  await expect(connect).toBeDisabled();

  await fillConnect(page, service.baseUrl, "not-the-key");
  await expect(alert).toContainText("key");
  await expect(alert).not.toContainText("not-the-key");
  // The field is right there.
  await expect(alert).not.toContainText("Settings");

  await fillConnect(page, "http://127.0.0.1:9", KEY);
  await expect(alert).toContainText("cannot be reached");

  await fillConnect(page, "http://service.example", KEY);
  await expect(alert).toContainText(/https/i);

  await fillConnect(page, service.baseUrl, KEY);
  await expect(page.getByRole("button", { name: "Account: Acme" })).toBeVisible();
  await expect(page.getByRole("banner")).toContainText("10,000 credits");
  await expect(page.getByText("Drop a list here").first()).toBeVisible();
  expect(await page.content()).not.toContain(KEY);

  await page.getByRole("link", { name: "Settings" }).click();
  await expect(page.getByRole("main")).toContainText(`Key …${KEY.slice(-4)}`);
  expect(await page.content()).not.toContain(KEY);
});

const BAD_FILES: readonly { what: string; name: string; bytes: Buffer; title: string }[] = [
  { what: "an empty file", name: "empty.csv", bytes: Buffer.alloc(0), title: "The file holds no rows" },
  {
    what: "a list without addresses",
    name: "prices.csv",
    bytes: Buffer.from("sku,price\n1,2.50\n2,3.00\n"),
    title: "No email addresses found",
  },
  {
    what: "a picture",
    name: "holiday.csv",
    bytes: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, ...Array(400).fill(0), 0xff, 0xd8]),
    title: "This is not a list",
  },
  {
    what: "a quote that is never closed",
    name: "quotes.csv",
    bytes: Buffer.from('id,email\n1,ann@acme.example\n2,"bo@acme.example\n3,cat@acme.example\n'),
    title: "A quotation mark is never closed",
  },
];

test("a bad file is refused in one clear sentence, and nothing is uploaded", async ({
  connected: page,
  service,
}) => {
  for (const { what, name, bytes, title } of BAD_FILES)
    await test.step(what, async () => {
      await dropFile(page, page.locator("body"), name, bytes);
      const card = page.getByRole("region", { name });
      const alert = card.getByRole("alert");
      await expect(alert).toContainText(title);
      await expect(alert).toContainText("Nothing was uploaded");
      await expect(page.getByRole("button", { name: "Clean list" })).toHaveCount(0);
      await expect(alert.getByRole("button", { name: "Choose another file" })).toBeVisible();
      await page.getByRole("button", { name: `Close '${name}'` }).click();
      await expect(card).toHaveCount(0);
    });
  expect(service.requests.filter(({ operation }) => operation !== "balance")).toEqual([]);
});
