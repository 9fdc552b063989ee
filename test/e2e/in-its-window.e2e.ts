import type { Page } from "@playwright/test";
import { dropFiles } from "./browser-host.ts";
import { expect, test } from "./connected.ts";

const files = Array.from({ length: 5 }, (_, list) => ({
  name: `list${list}.csv`,
  bytes: Buffer.from(
    `name,email,town\n${Array.from({ length: 8 }, (_, row) => `A${row},a${list}.${row}@acme-tools.com,Ulm\n`).join("")}`,
  ),
}));

/** How far the document is taller than its window, and how far it is scrolled: both nothing, always. */
const beyond = (page: Page) =>
  page.evaluate(() => [document.documentElement.scrollHeight - innerHeight, scrollY]);

for (const [width, height] of [
  [1280, 800],
  [900, 600],
] as const) {
  test(`at ${width} by ${height}, pages scroll within the frame: its bar and its menu stay`, async ({
    connected: page,
  }) => {
    await page.setViewportSize({ width, height });
    await dropFiles(page, page.locator("body"), files);
    const priced = page
      .getByRole("button", { name: "Clean list" })
      .and(page.locator(":not([aria-disabled=true]):enabled"));
    await expect(priced).toHaveCount(files.length, { timeout: 60_000 });
    expect(await beyond(page)).toEqual([0, 0]);

    const main = page.getByRole("main");
    await main.evaluate((element) => element.scrollTo(0, element.scrollHeight));
    await page.mouse.move(width / 2, height / 2);
    await page.mouse.wheel(0, 2000);
    await page.mouse.move(20, height - 20);
    await page.mouse.wheel(0, 2000);
    await page.evaluate(() => window.scrollTo(0, 2000));
    expect(await beyond(page)).toEqual([0, 0]);
    await expect(page.getByRole("banner")).toBeInViewport({ ratio: 1 });

    for (const place of ["Lists", "Check", "Settings"]) {
      await page
        .getByRole("navigation", { name: "Main" })
        .getByRole("link", { name: place, exact: true })
        .click();
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      expect(await beyond(page), place).toEqual([0, 0]);
    }
  });
}
