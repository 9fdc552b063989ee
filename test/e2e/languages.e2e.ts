import { judge } from "../../electron/sandbox/verdicts.ts";
import { dropFile, expect } from "./browser-host.ts";
import { test } from "./connected.ts";

const NAME = "kunden.csv";
const ADDRESSES = Array.from({ length: 1_234 }, (_, i) => `person${i}@example${i % 5}.com`);
const kept = ADDRESSES.filter((address) => judge(address).verdict !== "undeliverable");
const fileOf = (addresses: readonly string[]) =>
  Buffer.from(`email\n${addresses.map((address) => `${address}\n`).join("")}`);
const n = (value: number) => value.toLocaleString("en-US");

/** A number, a share or a time as another language, or America, has it. */
const FOREIGN = /\d[.\s'’]\d{3}(?!\d)|\d,\d{1,2}(?!\d)|\d\s%|\d\s?[AP]M\b/u;

for (const locale of ["de-DE", "fr-FR"])
  test.describe(`in a browser of ${locale}`, () => {
    test.use({ locale });

    test("a list is priced, cleaned, looked at and exported, and its numbers are English", async ({
      connected: page,
      saved,
    }) => {
      const main = page.getByRole("main");
      const dialog = page.getByRole("dialog");
      const isEnglish = async () =>
        expect((await page.locator("body").innerText()).match(FOREIGN)?.[0]).toBeUndefined();

      await dropFile(page, page.locator("body"), NAME, fileOf(ADDRESSES));
      const list = page.getByRole("region", { name: NAME, exact: true });
      const price = list.getByTestId("price-line");
      await expect(price).toHaveText("1,234 rows = 1,234 credits.");
      await expect(list).toContainText("You have 10,000; 8,766 will be left.");
      await isEnglish();

      await list.getByRole("button", { name: "Clean list" }).click();
      await page.getByRole("button", { name: "Review results" }).click();
      await expect(page.getByRole("grid")).toContainText(ADDRESSES[0] ?? "");
      await expect(main).toContainText(/\d{1,2} [A-Z][a-z]{2,3} 20\d\d, \d\d:\d\d/);
      await isEnglish();

      await page.getByRole("button", { name: "Export…" }).click();
      await dialog.getByText("Recommended").click();
      const { bytes } = await saved(() =>
        dialog.getByRole("button", { name: `Export ${n(kept.length)} rows` }).click(),
      );
      expect(bytes.equals(fileOf(kept))).toBe(true);
      await isEnglish();
      await page.keyboard.press("Escape");

      await page.getByRole("button", { name: "More", exact: true }).click();
      await page.getByRole("menuitem", { name: "What happened" }).click();
      await expect(dialog).toContainText("1,234 credits");
      await isEnglish();
      await page.keyboard.press("Escape");
      await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Lists" }).click();
      await expect(page.getByRole("list", { name: "Lists" })).toContainText("1,234 rows");
      await isEnglish();
    });

    test("numbers that are typed with thousands parted in any way are read as meant, or asked about", async ({
      connected: page,
    }) => {
      await dropFile(page, page.locator("body"), NAME, fileOf(ADDRESSES));
      const list = page.getByRole("region", { name: NAME, exact: true });
      const price = list.getByTestId("price-line");
      const limit = list.getByLabel("Verify only the first");
      const clean = list.getByRole("button", { name: "Clean list" });
      await limit.fill("1.000");
      await expect(price).toContainText("= 1,000 credits.");
      await limit.fill("1.5");
      await expect(list).toContainText("A whole number, such as 1,500");
      await expect(clean).toBeDisabled();
      await limit.blur();
      await expect(limit).toHaveValue("1.5");
      await expect(price).toContainText("= 1,000 credits.");
      await limit.fill("");
      await expect(price).toHaveText("1,234 rows = 1,234 credits.");
      await expect(clean).toBeEnabled();

      await page.getByRole("link", { name: "Settings" }).click();
      await page.getByRole("tab", { name: "Cleaning" }).click();
      const under = page.getByLabel(/Start by itself under/);
      for (const [typed, shown] of [
        ["1.500", "1,500"],
        ["2 500", "2,500"],
        ["3’500", "3,500"],
        ["4,500", "4,500"],
      ] as const) {
        await under.fill(typed);
        await under.blur();
        await expect(under).toHaveValue(shown);
      }
      await under.fill("1.5");
      await under.blur();
      await expect(under).toHaveAccessibleDescription(/A whole number, such as 1,500/);
      await page.reload();
      await expect(under).toHaveValue("4,500");
    });
  });
