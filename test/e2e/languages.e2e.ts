import { sandboxVerdict } from "../../electron/sandbox/verdicts.ts";
import { dropFile } from "./browser-host.ts";
import { expect, test } from "./connected.ts";
import { goTo } from "./prepared.ts";

test.use({ locale: "de-DE" });

const NAME = "kunden.csv";
const ADDRESSES = Array.from({ length: 1_234 }, (_, i) => `person${i}@example${i % 5}.com`);
const kept = ADDRESSES.filter((address) => sandboxVerdict(address).verdict !== "undeliverable");
const fileOf = (addresses: readonly string[]) =>
  Buffer.from(`email\n${addresses.map((address) => `${address}\n`).join("")}`);

/** A number, share or time in the format of another language or of the US. */
const FOREIGN = /\d[.\s'’]\d{3}(?!\d)|\d,\d{1,2}(?!\d)|\d\s%|\d\s?[AP]M\b/u;

test("a German browser shows numbers and times in English, and accepts both formats as input", async ({
  connected: page,
  saved,
}) => {
  const dialog = page.getByRole("dialog");
  const isEnglish = async () =>
    expect((await page.locator("body").innerText()).match(FOREIGN)?.[0]).toBeUndefined();

  await dropFile(page, NAME, fileOf(ADDRESSES));
  const list = page.getByRole("region", { name: NAME, exact: true });
  const price = list.getByTestId("price-line");
  await expect(price).toHaveText("1,234 rows = 1,234 credits.");
  await expect(list).toContainText("You have 10,000; 8,766 will be left.");
  await isEnglish();
  await list.getByRole("button", { name: "Verify only the first…" }).click();
  const limit = list.getByLabel("Verify only the first");
  await limit.fill("1.000");
  await expect(price).toContainText("= 1,000 credits.");
  await limit.fill("");
  await expect(price).toHaveText("1,234 rows = 1,234 credits.");

  await list.getByRole("button", { name: /^Clean \d/ }).click();
  await page.getByRole("button", { name: "Review results" }).click();
  await expect(page.getByRole("grid")).toContainText(ADDRESSES[0] ?? "");
  await expect(page.getByRole("main")).toContainText(/\d{1,2} [A-Z][a-z]{2,3} 20\d\d, \d\d:\d\d/);
  await isEnglish();
  await page.getByRole("button", { name: "Export…" }).click();
  await dialog.getByText("Recommended").click();
  const button = dialog.getByRole("button", { name: `Export ${kept.length.toLocaleString("en-US")} rows` });
  const { bytes } = await saved(() => button.click());
  expect(bytes.equals(fileOf(kept))).toBe(true);
  await isEnglish();
  await page.keyboard.press("Escape");
  await goTo(page, "Lists");
  await expect(page.getByRole("list", { name: "Lists" })).toContainText("828 of 1,234");
  await isEnglish();
});
